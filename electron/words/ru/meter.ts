/** Readings at the meter. */
export default {
  title: 'Показания на месте',
  read: 'Снято',
  told: 'Телеметрия',
  difference: 'Расхождение',
  verdict: { within: 'в допуске', beyond: 'расходится', far: 'сильно расходится' },
  /** Why a number is not held against telemetry. */
  why: {
    no_device: 'прибора на станции тогда не было',
    no_channel: 'телеметрия этого не передаёт',
    unknown_unit: 'единица канала неизвестна',
    no_record_before: 'нет записи до этого момента',
    no_record_after: 'телеметрии за этот момент ещё нет',
    counter_fell: 'счётчик между двумя записями уменьшился',
  },
  serial: 'Заводской номер',
  seals: 'Пломбы',
  sealWhole: 'цела',
  sealBroken: 'нарушена',
  sealSaid: '{number} ({state})',
  violations: 'Нарушения',
  supplier: 'От поставщика',
  consumer: 'От потребителя',
}
