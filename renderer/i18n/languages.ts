import type element from 'element-plus/es/locale/lang/en'
import type { Language } from '../../electron/contract/languages.ts'

/** The rest of a language beside its messages: `language.ts` in its folder. */
export interface LanguageHabits {
  /** In the language itself. */
  name: string
  /** The command that switches to it, in the language itself. */
  switchTo: string
  /** How numbers and times are written: a tag for Intl. */
  locale: string
  /** The texts of the components' library; its name is also that of the calendar's dayjs locale. */
  element: typeof element
}

const modules = import.meta.glob<LanguageHabits>('./*/language.ts', { eager: true, import: 'default' })
export const languages = Object.fromEntries(Object.entries(modules).map(([path, habits]) => [path.split('/')[1], habits])) as Record<
  Language,
  LanguageHabits
>
