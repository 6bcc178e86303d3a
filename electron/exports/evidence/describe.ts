import type { BundleChoice } from './choice.ts'
import { ALL_TABLES, csvPath, PATHS } from './paths.ts'

/** `datapackage.json` (Frictionless Data Package 1.0): every table, its columns, their types and the time they are in. */
export function descriptionOf(choice: BundleChoice): string {
  const resources = ALL_TABLES.map((table) => ({
    name: table.name,
    title: table.title,
    path: csvPath(table).slice('data/'.length),
    profile: 'tabular-data-resource',
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    dialect: { delimiter: ',', doubleQuote: true, lineTerminator: '\r\n', header: true },
    schema: {
      missingValues: [''],
      fields: table.columns.map(({ name, type, description }) => ({
        name,
        type,
        ...(type === 'datetime' ? { format: '%Y-%m-%dT%H:%M:%S.%fZ', timezone: 'UTC' } : {}),
        ...(description === undefined ? {} : { description }),
      })),
    },
  }))
  const file = (name: string, path: string, mediatype: string) => ({
    name,
    path: path.slice('data/'.length),
    mediatype,
  })
  return `${JSON.stringify(
    {
      profile: 'data-package',
      name: 'meterbook-evidence',
      title: 'Records behind a report on gas metering',
      created: new Date(choice.madeAtMs).toISOString(),
      timeZone: choice.timeZone,
      contractHour: choice.contractHour,
      ...(choice.clocks ? { stationClocks: choice.clocks } : {}),
      ...(choice.asked ? { askedClock: choice.asked } : {}),
      description:
        'Times are UTC. A gas day begins at the contract hour of the time zone named here, of a station that stationClocks names at those of its own; a record is stamped with the end of what it covers. Values are as the service sent them; an apostrophe stands before a text that a spreadsheet would run as a formula (records.jsonl has it without).',
      resources: [
        ...resources,
        file('records', PATHS.records, 'application/x-ndjson'),
        file('context', PATHS.context, 'application/x-ndjson'),
        file('book', PATHS.book, 'application/vnd.sqlite3'),
        file('choice', PATHS.choice, 'application/json'),
        file('report', PATHS.report, 'application/json'),
      ],
    },
    null,
    2,
  )}\n`
}
