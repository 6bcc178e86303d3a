import element from 'element-plus/es/locale/lang/ru'
import 'dayjs/locale/ru'
import type { LanguageHabits } from '../languages.ts'

export default {
  name: 'Русский',
  switchTo: 'Перейти на русский',
  locale: 'ru-RU',
  element,
} satisfies LanguageHabits
