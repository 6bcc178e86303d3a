import { PRESSURE, STANDARD, STANDARD_COUNTER, TEMPERATURE, UNIFIED, WORKING, type Layout } from './layout.ts'

/** Correctors of Logika: a printed table of SPG742, and a spreadsheet of SPG761. */

export const spg742Hours: Layout = {
  name: 'logika-spg742-hours',
  signs: ['спг742', 'часовой архив', 'vр1', 'кгс/см2'],
  map: {
    ...UNIFIED,
    format: 'csv',
    encoding: 'cp866',
    separator: '|',
    skipRows: 0,
    headings: false,
    archiveType: 'hourly',
    time: { columns: [0, 1], pattern: 'DD-MM-YY HH:mm', zone: 'station', stamp: 'end' },
    decimal: '.',
    columns: [
      { column: 2, channel: STANDARD, unit: 'м3' },
      { column: 3, channel: WORKING, unit: 'м3' },
      { column: 4, channel: PRESSURE, unit: 'кгс/см2' },
      { column: 5, channel: TEMPERATURE, unit: '°C' },
    ],
    skipIf: [{ column: 0, matches: 'итого' }],
  },
}

export const spg761Days: Layout = {
  name: 'logika-spg761-days',
  signs: ['спг761', 'суточный архив', 'тыс.м3', 'мпа'],
  map: {
    ...UNIFIED,
    format: 'xlsx',
    skipRows: 6,
    headings: false,
    archiveType: 'daily',
    time: { columns: [0], pattern: 'DD.MM.YYYY', zone: 'station', stamp: 'start', clock: '10:00' },
    decimal: 'auto',
    columns: [
      { column: 1, channel: STANDARD, unit: 'тыс.м3' },
      { column: 2, channel: STANDARD_COUNTER, unit: 'тыс.м3' },
      { column: 3, channel: PRESSURE, unit: 'МПа' },
      { column: 4, channel: TEMPERATURE, unit: '°C' },
    ],
    skipIf: [
      { column: 0, matches: 'итого' },
      { column: 0, matches: 'среднее' },
    ],
  },
}
