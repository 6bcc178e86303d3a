import { PRESSURE, STANDARD, STANDARD_COUNTER, TEMPERATURE, UNIFIED, WORKING, WORKING_COUNTER, type Layout } from './layout.ts'

/** MacBAT of Plum: Polish heads, seconds in its times, a line of sums at the end. */

export const macbatHours: Layout = {
  name: 'plum-macbat-hours',
  signs: ['macbat', 'rejestr godzinowy', 'vn0 [m3]'],
  map: {
    ...UNIFIED,
    format: 'csv',
    encoding: 'utf-8',
    separator: ';',
    skipRows: 3,
    headings: true,
    archiveType: 'hourly',
    time: { columns: ['Data i czas'], pattern: 'YYYY-MM-DD HH:mm:ss', zone: 'station', stamp: 'end' },
    decimal: ',',
    columns: [
      { column: 'dVn [m3]', channel: STANDARD, unit: 'm3' },
      { column: 'Vn0 [m3]', channel: STANDARD_COUNTER, unit: 'm3' },
      { column: 'dVm [m3]', channel: WORKING, unit: 'm3' },
      { column: 'Vm0 [m3]', channel: WORKING_COUNTER, unit: 'm3' },
      { column: 'p1 [bar]', channel: PRESSURE, unit: 'bar' },
      { column: 't1 [°C]', channel: TEMPERATURE, unit: '°C' },
    ],
    skipIf: [{ column: 'Data i czas', matches: 'suma' }],
  },
}
