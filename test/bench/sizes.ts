/**
 * How large the world of each bench is and how often its sides take their turn: `full` as the bars of rows.ts are meant,
 * `quick` small enough that all benches together take less than three minutes, which tells only that they run.
 */
const sized = <T>(full: T, quick: NoInfer<T>): Sizes<T> => ({ full, quick })

interface Sizes<T> {
  full: T
  quick: T
}

/** The lists of so many stations, and so many events of their devices. */
export interface LogSize {
  stations: number
  events: number
}

const LOG = sized<LogSize>({ stations: 5_000, events: 1_000_000 }, { stations: 300, events: 20_000 })
/** Stations with days. */
const FLEET = sized({ stations: 5_000, days: 365 }, { stations: 200, days: 90 })

export const SIZES = {
  start: sized({ turns: 15 }, { turns: 3 }),
  /** Not every station has a device: `devices` is how many have one at least. */
  ingest: sized({ turns: 5, stations: 35, devices: 30, days: 365 }, { turns: 1, stations: 7, devices: 5, days: 60 }),
  events: sized({ turns: 3, windows: 40, log: LOG.full }, { turns: 2, windows: 10, log: LOG.quick }),
  memory: sized({ stations: 45, years: 3, records: 1_000_000 }, { stations: 7, years: 1, records: 20_000 }),
  analysis: sized(
    {
      station: { turns: 9, years: 3, newDays: 12 },
      fleet: { turns: 3, ...FLEET.full },
      download: { turns: 3, stations: 30, days: 180 },
      morning: { turns: 5, ...FLEET.full },
    },
    {
      station: { turns: 2, years: 1, newDays: 3 },
      fleet: { turns: 1, ...FLEET.quick },
      download: { turns: 1, stations: 6, days: 60 },
      morning: { turns: 1, ...FLEET.quick },
    },
  ),
  export: sized(
    {
      merge: { turns: 3, own: 100, theirs: 1_142, hours: 8_760 },
      parquet: { turns: 5, log: LOG.full },
      pdf: { turns: 3, rows: 8_760 },
      rows: { turns: 3, log: LOG.full, devices: 500, hours: 2_000 },
      xlsx: { turns: 3, stations: 58, hours: 8_760 },
    },
    {
      merge: { turns: 1, own: 5, theirs: 20, hours: 8_760 },
      parquet: { turns: 1, log: LOG.quick },
      pdf: { turns: 1, rows: 500 },
      rows: { turns: 1, log: LOG.quick, devices: 30, hours: 400 },
      xlsx: { turns: 1, stations: 3, hours: 8_760 },
    },
  ),
  ui: sized(
    {
      /** `years` of the charted station; the overlaid have one each. */
      big: { stations: 5_000, readings: 10_000_000, events: 1_000_000, years: 3 },
      searched: 50_000,
      log: LOG.full,
      demo: 2_000,
      /** Texts that are typed of those in ui/search.ts. */
      typed: 15,
      turns: { drawn: 9, first: 9, scroll: 5, typing: 3, facets: 5, like: 7, log: 5, tasks: 7 },
    },
    {
      big: { stations: 300, readings: 100_000, events: 20_000, years: 1 },
      searched: 2_000,
      log: LOG.quick,
      demo: 200,
      typed: 2,
      turns: { drawn: 1, first: 1, scroll: 1, typing: 1, facets: 1, like: 1, log: 1, tasks: 1 },
    },
  ),
  /** `seconds`: of the question that is stopped by its limit. */
  query: sized(
    { turns: 3, devices: 1_250, hours: 8_000, seconds: 10, cancels: 10 },
    { turns: 1, devices: 45, hours: 400, seconds: 2, cancels: 2 },
  ),
  download: sized(
    { few: { turns: 5, stations: 20, days: 365 }, many: { turns: 3, stations: 100, days: 365 } },
    { few: { turns: 1, stations: 4, days: 60 }, many: { turns: 1, stations: 10, days: 60 } },
  ),
}

export type BenchName = keyof typeof SIZES
export type SizeOf<N extends BenchName> = (typeof SIZES)[N]['full']
