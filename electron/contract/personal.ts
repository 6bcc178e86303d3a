/**
 * Columns of the public views that are personal or may be: what a book that is shared without personal data lacks
 * (book/sharing/source.ts). Phones, numbers and names of people, and texts that somebody wrote freely.
 */
export const PERSONAL: Readonly<Record<string, readonly string[]>> = {
  v_balance_day: ['branch_name'],
  v_branch: ['branch_name', 'author'],
  v_consumer: ['inn', 'contact_number'],
  v_contract: ['number'],
  // The names of files that were read out at devices.
  v_event: ['source'],
  v_import: ['name', 'author'],
  v_limit: ['author'],
  v_meter_reading: ['seals', 'violations', 'supplier', 'consumer', 'author', 'text'],
  v_note: ['author', 'text'],
  v_reading: ['source'],
  v_rejected: ['raw'],
  v_report: ['saved_report', 'name', 'file', 'facts'],
  v_station: ['phone'],
  v_station_typed: ['typed_by'],
}
