import terms from './terms.ts'

/** Readings at the meter. */
export default {
  title: terms.readingAtTheMeter,
  read: 'Снято',
  told: 'Телеметрия',
  difference: terms.difference,
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
  serial: terms.serialNumber,
  seals: 'Пломбы',
  sealWhole: 'цела',
  sealBroken: 'нарушена',
  sealSaid: '{number} ({state})',
  violations: 'Нарушения',
  supplier: terms.forTheSupplier,
  consumer: terms.forTheConsumer,
}
