import { SIZES, type BenchName, type SizeOf } from './sizes.ts'

/**
 * Every row of the benches: what is measured, beside what, in which unit, and the bar that it must meet. A key's part
 * before the dot is the part of the bench that measures it (`--only`); what a full world is comes from sizes.ts.
 */
export interface RowSpec {
  what: string
  /** The other side, measured in turns with ours on the same machine; null: a figure that stands for itself. */
  beside: string | null
  unit: 'times' | '%' | 'ms' | 's' | 'MB'
  bar: number
  /** Which way is better: a figure must not be above its bar, or not below it. */
  better: 'lower' | 'higher'
}

/** Ours divided by the other side: no more than the bar. */
const atMost = (bar: number, what: string, beside: string): RowSpec => ({ what, beside, unit: 'times', bar, better: 'lower' })
/** How many times as fast as the other side: no less than the bar. */
const faster = (bar: number, what: string, beside: string): RowSpec => ({ what, beside, unit: 'times', bar, better: 'higher' })
const figure = (bar: number, unit: RowSpec['unit'], what: string): RowSpec => ({ what, beside: null, unit, bar, better: 'lower' })

/** A number as people say it. */
export function many(count: number): string {
  if (count === 1_000_000) return 'a million'
  return count >= 1_000_000 && count % 1_000_000 === 0 ? `${count / 1_000_000} million` : count.toLocaleString('en')
}
const long = (days: number) => (days === 365 ? 'a year' : `${days} days`)
const years = (count: number) => (count === 1 ? 'a year' : `${count} years`)

/** So much memory may a work of any size take over what the program has without it. */
const OVER_IDLE_MB = 150
/** From a keystroke to the rows, of 99 in 100. */
const KEYSTROKE_MS = 30

const ROWS = {
  start: () => ({ help: atMost(4, 'meterbook --help, from start to exit', 'a Node that does nothing') }),

  ingest: ({ devices, days }: SizeOf<'ingest'>) => ({
    processor: atMost(
      1.5,
      `processor time of receiving, validating and committing ${long(days)} of hours of ${devices} devices or more`,
      'a bare loop of JSON.parse and prepared inserts',
    ),
  }),

  events: ({ log }: SizeOf<'events'>) => ({
    window: atMost(
      1.5,
      `a window amid ${many(log.events)} events of ${many(log.stations)} stations`,
      'one of a single station with as many',
    ),
  }),

  memory: ({ records }: SizeOf<'memory'>) => ({
    peak: figure(225, 'MB', `most resident memory while ${many(records)} records or more are pulled`),
    growth: atMost(1.15, 'resident memory in the last quarter of that pull', 'that in its second quarter'),
  }),

  analysis: ({ station, fleet, morning }: SizeOf<'analysis'>) => ({
    'station.loops': atMost(3, `all findings of ${years(station.years)} of hours × 6 channels`, 'bare loops of the same arithmetic'),
    'station.day': figure(3, '%', 'judging a station after one new day, of judging all of it'),
    'fleet.ranking': atMost(
      2,
      `ranking ${many(fleet.stations)} judged stations with ${long(fleet.days)} of daily records anew after a change`,
      'reading the same rows',
    ),
    'download.judging': atMost(1.1, 'a download while stations are judged', 'the same download alone'),
    'download.held': figure(30, 'ms', 'the thread that downloads is held meanwhile, at most'),
    'morning.digest': figure(2, 's', `processor time of what is new in a morning of ${many(morning.stations)} stations`),
  }),

  export: ({ merge, parquet, pdf, rows, xlsx }: SizeOf<'export'>) => ({
    'merge.time': atMost(2, `${many(merge.theirs * merge.hours)} readings of another book merged`, 'INSERT … SELECT of the readings alone'),
    'merge.memory': figure(OVER_IDLE_MB, 'MB', 'memory over idle while they are merged'),
    'parquet.time': atMost(3, `${many(parquet.log.events)} events to Parquet`, "DuckDB's COPY of the same rows, held in memory"),
    'parquet.memory': figure(OVER_IDLE_MB, 'MB', 'memory over idle while they are written'),
    'pdf.time': atMost(1.3, `${many(pdf.rows)} rows of a book to PDF`, 'pdfmake alone, given the same texts'),
    'rows.events': atMost(1.5, `${many(rows.log.events)} events to CSV`, "SQLite's own shell, the same columns and order"),
    'rows.eventsMemory': figure(OVER_IDLE_MB, 'MB', 'memory for them over that for none'),
    'rows.readings': atMost(1.5, `${many(rows.devices * rows.hours)} readings to CSV`, "SQLite's own shell, the same columns and order"),
    'rows.readingsMemory': figure(OVER_IDLE_MB, 'MB', 'memory for the readings over that for none'),
    'xlsx.writer': atMost(1.5, `${many(xlsx.stations * xlsx.hours)} rows of a book to XLSX`, 'our writer alone, given rows ready made'),
    'xlsx.hucre': atMost(1.5, 'the same rows to XLSX', 'the bare loop of hucre, given rows ready made'),
    'xlsx.memory': figure(OVER_IDLE_MB, 'MB', 'memory over idle while they are written'),
  }),

  ui: ({ big, searched, log }: SizeOf<'ui'>) => ({
    'readings.drawn': atMost(1.5, `readings of ${years(big.years)} hourly × 6 channels, click to drawn`, 'ECharts on a blank page'),
    'carpet.drawn': atMost(1.5, 'a carpet of a year of hours, click to drawn', 'an ECharts heatmap on a blank page'),
    'carpet.pointer': figure(16, 'ms', 'a slow move (1 in 20) of the pointer over the carpet'),
    'overlay.drawn': atMost(1.5, '8 stations × a year hourly overlaid, click to drawn', 'ECharts on a blank page'),
    'panes.drawn': atMost(1.5, 'panes of a year hourly × 6 channels, click to drawn', 'ECharts on a blank page'),
    'start.first': atMost(
      1.4,
      `the first screen that answers, ${many(big.stations)} stations and ${many(big.readings)} readings`,
      'an empty page of the same build',
    ),
    'events.scrolled': figure(100, 'ms', `${many(big.events)} events of a station scrolled, rows blank or behind at most`),
    'busy.table': figure(KEYSTROKE_MS, 'ms', 'keystroke to rows in the table while all is judged and exported, p99'),
    'busy.palette': figure(KEYSTROKE_MS, 'ms', 'keystroke to finds in Ctrl+K meanwhile, p99'),
    'busy.held': figure(30, 'ms', "the desk's thread is held meanwhile, at most"),
    'search.table': figure(KEYSTROKE_MS, 'ms', `${many(searched)} stations, keystroke to rows in the table, p99`),
    'search.palette': figure(KEYSTROKE_MS, 'ms', `${many(searched)} stations, keystroke to finds in Ctrl+K, p99`),
    'facets.counted': figure(50, 'ms', `${many(searched)} stations, click on a facet to all counts`),
    'like.typed': faster(10, `${many(searched)} stations, the query as it is typed`, 'LIKE over the same folded texts'),
    'like.alone': faster(5, `${many(searched)} stations, each query by itself`, 'LIKE over the same folded texts'),
    'log.opened': figure(100, 'ms', `the log of ${many(log.events)} events of ${many(log.stations)} stations opened, rows on screen`),
    'log.jumped': figure(100, 'ms', 'the log jumped into by the strip, rows on screen'),
    'log.filtered': figure(100, 'ms', 'the log filtered by a message, rows on screen'),
    'download.task': figure(50, 'ms', 'the longest task of the page while a download runs and a table scrolls'),
  }),

  query: ({ devices, hours, seconds }: SizeOf<'query'>) => ({
    'beside.all': atMost(1.2, `ten questions in SQL over ${many(devices * hours)} readings`, "SQLite's own shell, its start aside"),
    'desk.held': figure(30, 'ms', `the desk is held at most while a question of ${seconds} s runs and 10,000 rows come`),
    'window.task': figure(
      50,
      'ms',
      `the longest task of the page while it asks a question of ${seconds} s and somebody reads and searches beside it`,
    ),
    'cancel.ended': figure(100, 'ms', 'from cancelling a question to the end of its process, at most'),
  }),

  download: ({ few, many: lot }: SizeOf<'download'>) => ({
    few: faster(3.3, `${few.stations} stations × ${long(few.days)} hourly, 4 lanes`, 'a serial Python script'),
    many4: faster(4.3, `${lot.stations} stations × ${long(lot.days)} hourly and events, 4 lanes`, 'a serial Python script'),
    many8: faster(6.5, 'the same, 8 lanes', 'a serial Python script'),
    floor: atMost(1.2, 'the same, 4 lanes', 'pages × latency ÷ lanes, which nothing can beat'),
  }),
} satisfies { [N in BenchName]: (size: SizeOf<N>) => Record<string, RowSpec> }

export type RowKey<N extends BenchName> = keyof ReturnType<(typeof ROWS)[N]> & string

export const BENCH_NAMES = Object.keys(ROWS) as BenchName[]

/** The rows of a bench in the order of its table, by their keys. */
export function rowsOf(name: BenchName, size: 'full' | 'quick'): Record<string, RowSpec> {
  const of = ROWS[name] as (size: unknown) => Record<string, RowSpec>
  return of(SIZES[name][size])
}

const partOf = (key: string): string | null => (key.includes('.') ? (key.split('.')[0] ?? null) : null)

/** What can be chosen of a bench by `--only`; nothing of one that measures all at once. */
export function partsOf(name: BenchName): string[] {
  return [...new Set(Object.keys(rowsOf(name, 'full')).flatMap((key) => partOf(key) ?? []))]
}

/** The rows that a run measures: those of the wanted parts, or all of them. */
export const keysOf = (name: BenchName, parts: readonly string[] | null): string[] =>
  Object.keys(rowsOf(name, 'full')).filter((key) => parts === null || parts.includes(partOf(key) ?? ''))

/** What is asked for to measure a row: the bench, and where it has parts, the part. */
export const nameOf = (name: BenchName, key: string): string => [name, partOf(key) ?? []].flat().join(' ')

export const holds = ({ bar, better }: RowSpec, value: number): boolean => (better === 'lower' ? value <= bar : value >= bar)
