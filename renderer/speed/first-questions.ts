import { client } from '../client.ts'
import { PAGE } from '../components/grid/page.ts'
import { prefetchable } from './prefetch.ts'

/** The station table as nobody has touched it yet: all stations by name, from the top. */
export const FIRST_STATIONS = { offset: 0, limit: PAGE, sort: { by: 'name', desc: false } } as const

/** What the first screen asks. Its stores and its table ask through these same constants. */
export const bookSummary = prefetchable(() => client.book.summary())
export const programInfo = prefetchable(() => client.program.info())
export const preferences = prefetchable(() => client.program.preferences())
export const firstStations = prefetchable((_, signal) => client.stations.list(FIRST_STATIONS, { signal }))
export const stationTree = prefetchable((_, signal) => client.stations.tree(undefined, { signal }))

/** A book or a wire that is slower than this, ms, is waited for with the window already there. */
const SOON_MS = 60
let started: Promise<unknown> = Promise.resolve()

/** Asks what the first screen will ask, while its code is still being read. Call once, when the wire is being opened. */
export function askAtStart(): void {
  const asked: Promise<unknown>[] = [bookSummary.prefetch(), programInfo.prefetch(), preferences.prefetch()]
  if (['', '#/', '#/stations'].includes(location.hash)) asked.push(firstStations.prefetch(), stationTree.prefetch())
  started = Promise.allSettled(asked)
}

/** Resolves when the first questions are answered, or a moment later. */
export const firstAnswers = (): Promise<unknown> =>
  Promise.race([started, new Promise((resolve) => setTimeout(resolve, SOON_MS))])
