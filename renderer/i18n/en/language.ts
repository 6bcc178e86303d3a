import element from 'element-plus/es/locale/lang/en'
import 'dayjs/locale/en-gb'
import type { LanguageHabits } from '../languages.ts'

/** British English: day before month, 24 hours, weeks that begin on Monday, as the people who read meters have it. */
export default {
  name: 'English',
  switchTo: 'Switch to English',
  locale: 'en-GB',
  element: { ...element, name: 'en-gb' },
} satisfies LanguageHabits
