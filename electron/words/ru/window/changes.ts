import findings from '../findings.ts'

export default {
  ofStation: 'Изменения',
  grid: 'Изменения',
  back: 'Назад к выездам',
  counted: '{n} изменение | {n} изменения | {n} изменений',
  column: {
    when: 'Когда',
    what: 'Что',
    values: 'Было → стало',
    standing: 'Подтверждение',
    saidBy: 'Кто сообщает',
    conversion: 'Коэффициент приведения',
  },
  standing: { any: 'Все', confirmed: 'Подтверждённые', alone: 'Одиночные' },
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
