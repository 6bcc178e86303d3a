import { PRESSURE, STANDARD_COUNTER, TEMPERATURE, UNIFIED, WORKING_COUNTER, type Layout } from './layout.ts'

/** Flowti T500 of Tartarini: English heads, thousands parted by apostrophes, the last hour of a day at 24:00. */

export const flowtiHours: Layout = {
  name: 'tartarini-flowti-t500-hours',
  signs: ['flowti t500', 'hourly log', 'vb total'],
  map: {
    ...UNIFIED,
    format: 'csv',
    encoding: 'utf-8',
    separator: ',',
    skipRows: 3,
    headings: true,
    archiveType: 'hourly',
    time: { columns: ['Date', 'Time'], pattern: 'DD/MM/YYYY HH:mm', zone: 'station', stamp: 'end' },
    decimal: '.',
    columns: [
      { column: 'Vb total [m3]', channel: STANDARD_COUNTER, unit: 'm3' },
      { column: 'Vm total [m3]', channel: WORKING_COUNTER, unit: 'm3' },
      { column: 'P avg [bar]', channel: PRESSURE, unit: 'bar' },
      { column: 'T avg [degC]', channel: TEMPERATURE, unit: 'degC' },
    ],
  },
}
