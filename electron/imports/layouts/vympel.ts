import { PRESSURE, STANDARD, TEMPERATURE, UNIFIED, WORKING, type Layout } from './layout.ts'

/** Hyperflow of Vympel: a text whose columns are parted by blanks. */

export const hyperflowHours: Layout = {
  name: 'vympel-hyperflow-hours',
  signs: ['гиперфлоу', 'часовой отчет', 'кпа'],
  map: {
    ...UNIFIED,
    format: 'fixed',
    encoding: 'windows-1251',
    separator: ' ',
    skipRows: 0,
    headings: false,
    archiveType: 'hourly',
    time: { columns: [0, 1], pattern: 'DD.MM.YY HH-mm', zone: 'station', stamp: 'end' },
    decimal: '.',
    columns: [
      { column: 2, channel: STANDARD, unit: 'м3' },
      { column: 3, channel: WORKING, unit: 'м3' },
      { column: 4, channel: PRESSURE, unit: 'кПа' },
      { column: 5, channel: TEMPERATURE, unit: '°C' },
    ],
    skipIf: [{ column: 0, matches: 'всего' }],
  },
}
