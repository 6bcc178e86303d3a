import { PRESSURE, STANDARD, STANDARD_COUNTER, TEMPERATURE, UNIFIED, WORKING, type Layout } from './layout.ts'

/** IRVIS-RS4: kelvins and kilopascals, parted by tabs. */

export const irvisHours: Layout = {
  name: 'irvis-rs4-hours',
  signs: ['ирвис', 'qст, м3', 'тг, к'],
  map: {
    ...UNIFIED,
    format: 'csv',
    encoding: 'windows-1251',
    separator: '\t',
    skipRows: 2,
    headings: true,
    archiveType: 'hourly',
    time: { columns: ['Время'], pattern: 'YYYY-MM-DD HH:mm', zone: 'station', stamp: 'end' },
    decimal: ',',
    columns: [
      { column: 'Qст, м3', channel: STANDARD, unit: 'м3' },
      { column: 'Vст нар., м3', channel: STANDARD_COUNTER, unit: 'м3' },
      { column: 'Qр, м3', channel: WORKING, unit: 'м3' },
      { column: 'Ризб, кПа', channel: PRESSURE, unit: 'кПа' },
      { column: 'Тг, К', channel: TEMPERATURE, unit: 'К' },
    ],
  },
}
