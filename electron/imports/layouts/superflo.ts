import { PRESSURE, STANDARD, TEMPERATURE, UNIFIED, type Layout } from './layout.ts'

/** SuperFlo-II: pages with heads of their own; an hour is printed by its beginning. */

export const superfloHours: Layout = {
  name: 'superflo-2-hours',
  signs: ['суперфлоу', 'интервал', 'кгс/см2', 'ст.м3'],
  map: {
    ...UNIFIED,
    format: 'csv',
    encoding: 'cp866',
    separator: '|',
    skipRows: 0,
    headings: false,
    archiveType: 'hourly',
    time: { columns: [0], pattern: 'DD/MM/YYYY HH:mm', zone: 'station', stamp: 'start' },
    decimal: ',',
    columns: [
      { column: 1, channel: STANDARD, unit: 'м3' },
      { column: 3, channel: PRESSURE, unit: 'кгс/см2' },
      { column: 4, channel: TEMPERATURE, unit: '°C' },
    ],
    skipIf: [{ column: 0, matches: 'за сутки*' }],
  },
}
