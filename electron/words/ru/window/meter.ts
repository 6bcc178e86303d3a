import meter from '../meter.ts'

export default {
  ...meter,
  fields: 'Что показывает прибор',
  record: '{value} ({time})',
  between: 'Между {before} и {after}',
  allowed: 'допускается {tolerance}',
  pressureUnit: 'Единица давления',
  noNumber: 'Это не число: {names}',
  serialInBook: 'в книге: {serial}',
  otherSerial: 'В книге другой номер: {serial}',
  sealNumber: 'Номер пломбы {n}',
  takeSeal: 'Убрать пломбу {n}',
  addSeal: 'Добавить пломбу',
  personHint: 'Должность и имя',
  violationsHint: 'Нет или что именно',
  write: 'Показания на месте…',
  writeKey: 'Показания на месте… (R)',
  act: 'Акт…',
  mark: 'на месте снято {value}, {time}',
}
