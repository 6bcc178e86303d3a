import findings from '../findings.ts'
import terms from '../terms.ts'

export default {
  ofStation: terms.changes,
  grid: terms.changes,
  back: 'Назад к выездам',
  counted: terms.countedChanges,
  column: {
    when: terms.when,
    what: terms.what,
    values: 'Было → стало',
    standing: terms.standing,
    saidBy: terms.whoSaysSo,
    conversion: terms.conversionFactor,
  },
  standing: { any: terms.all, confirmed: 'Подтверждённые', alone: 'Одиночные' },
  confirmed: findings.confirmed,
  alone: findings.alone,
  by: findings.by,
  between: '{from} – {to}',
  unknownValue: 'не названо',
  noValues: 'значения не названы',
  conversion: 'K {values}',
  toSettings: 'Настройки до и после',
  toEvent: 'Событие в журнале',
  allTime: 'За всё время',
  empty: 'Изменений нет',
  emptyHint:
    'Об изменениях не говорят ни настройки, ни журнал изменений, ни вычисленный коэффициент приведения. Настройки сравниваются начиная со второй загрузки.',
  role: findings.role,
}
