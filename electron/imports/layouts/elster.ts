import { PRESSURE, STANDARD, STANDARD_COUNTER, TEMPERATURE, UNIFIED, WORKING, WORKING_COUNTER, type Layout } from './layout.ts'

/** Correctors of Elster (Honeywell): EK260/EK270/EK280 and TC215/TC220, read out by the maker's program. */

export const ekInterval: Layout = {
  name: 'elster-ek280-interval',
  signs: ['gono', 'aono', 'vbt', 'vmt', 'p.mp', 't.mp', 'k.mp'],
  map: {
    ...UNIFIED,
    format: 'csv',
    encoding: 'windows-1251',
    separator: ';',
    skipRows: 4,
    headings: true,
    archiveType: 'hourly',
    time: { columns: ['Дата и время'], pattern: 'DD.MM.YYYY HH:mm[:ss]', zone: 'station', stamp: 'end' },
    decimal: ',',
    columns: [
      { column: 'Vb', channel: STANDARD, unit: 'м3' },
      { column: 'VbT', channel: STANDARD_COUNTER, unit: 'м3' },
      { column: 'Vm', channel: WORKING, unit: 'м3' },
      { column: 'VmT', channel: WORKING_COUNTER, unit: 'м3' },
      { column: 'p.MP', channel: PRESSURE, unit: 'бар' },
      { column: 'T.MP', channel: TEMPERATURE, unit: '°C' },
    ],
    // The line of units under the headings.
    skipIf: [{ column: 'Vb', matches: 'м3' }],
  },
}

export const ekEvents: Layout = {
  name: 'elster-ek280-events',
  signs: ['gono', 'aono', 'событие', 'описание события'],
  map: {
    content: 'events',
    view: 'general',
    format: 'csv',
    encoding: 'windows-1251',
    separator: ';',
    skipRows: 4,
    headings: true,
    archiveType: 'event',
    time: { columns: ['Дата и время'], pattern: 'DD.MM.YYYY HH:mm:ss', zone: 'station', stamp: 'end' },
    decimal: ',',
    columns: [
      { column: 'Событие', channel: 'Code' },
      { column: 'Описание события', channel: 'CodeDescription' },
    ],
  },
}

export const tcMonths: Layout = {
  name: 'elster-tc220-months',
  signs: ['tc220', 'месячный архив', 'vс общ', 'vр общ'],
  map: {
    ...UNIFIED,
    format: 'csv',
    encoding: 'windows-1251',
    separator: '\t',
    skipRows: 3,
    headings: true,
    archiveType: 'monthly',
    time: { columns: ['Дата', 'Время'], pattern: 'DD.MM.YY HH:mm', zone: 'station', stamp: 'end' },
    decimal: ',',
    columns: [
      { column: 'Vс общ, м3', channel: STANDARD_COUNTER, unit: 'м3' },
      { column: 'Vр общ, м3', channel: WORKING_COUNTER, unit: 'м3' },
      { column: 'Vс за месяц, м3', channel: STANDARD, unit: 'м3' },
    ],
  },
}
