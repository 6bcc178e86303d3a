import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Counter decrease',
    definition:
      'A counter shows less than before. It is an exchange where an event or another serial number tells of one within a day, a rollover where the counter stood near a power of ten and the step over it is no more than 1.5 times what the largest hour of the eight weeks before would give, and unexplained otherwise. A fall of up to two steps of the counter or 1 % of the usual hour is none. A gap is no finding: the counter is compared across it. A coarser archive repeats no fall that a finer one shows.',
    needs: 'A counter in an archive of readings.',
  },
  ru: {
    name: 'Уменьшение счётчика',
    definition:
      'Показание счётчика меньше предыдущего. Это замена, если о ней в пределах суток говорит событие или другой заводской номер; переход через ноль, если счётчик стоял у степени десяти, а шаг через неё не больше чем в 1,5 раза превышает наибольший часовой расход за предыдущие восемь недель; иначе причина неизвестна. Уменьшение не больше двух шагов счётчика или 1 % обычного часового расхода — не замечание. Перерыв в записях — не замечание: показания сравниваются через него. Более грубый архив не повторяет уменьшения, которое видно в подробном.',
    needs: 'Показания счётчика в архиве.',
  },
}
