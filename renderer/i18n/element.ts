import type element from 'element-plus/es/locale/lang/en'
import { inEach, type Language } from '../../electron/words/index.ts'

const elements = import.meta.glob<typeof element>('../../electron/words/*/window/element.ts', { eager: true, import: 'default' })

/** The texts of the components' library; its name is also that of the calendar's dayjs locale. */
export const elementTexts = inEach((language: Language) => elements[`../../electron/words/${language}/window/element.ts`])
