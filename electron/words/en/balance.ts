/** Why a station of a branch has no number to compare. */
export default {
  not_in_book: 'is not in this book',
  no_device: 'has no device',
  no_archive: 'has no archive of hours or days',
  no_volume: 'has no volume and no counter among its channels',
  unknown_unit: 'the unit of its volume is not known',
  no_records: 'has no records',
  other_unit: 'counts working m³ alone, others standard ones',
  no_days: 'tells months alone',
  other_hour: 'tells days alone, which begin at another hour',
}
