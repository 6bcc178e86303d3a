import terms from './terms.ts'

/** Readings at the meter. */
export default {
  title: terms.readingAtTheMeter,
  read: 'Read',
  told: 'Telemetry then',
  difference: terms.difference,
  verdict: { within: 'within tolerance', beyond: 'differs', far: 'differs much' },
  /** Why a number is not held against telemetry. */
  why: {
    no_device: 'the station had no device then',
    no_channel: 'telemetry sends no such number',
    unknown_unit: 'the unit of the channel is not known',
    no_record_before: 'no record before this moment',
    no_record_after: 'telemetry has not come to this moment yet',
    counter_fell: 'the counter fell between the two records',
  },
  serial: terms.serialNumber,
  seals: 'Seals',
  sealWhole: 'whole',
  sealBroken: 'broken',
  sealSaid: '{number} ({state})',
  violations: 'Found amiss',
  supplier: terms.forTheSupplier,
  consumer: terms.forTheConsumer,
}
