/** Counts of one run's tasks and stations, kept in memory so that progress costs no query; the book has the truth. */

export interface TaskCounts {
  total: number
  waiting: number
  done: number
  failed: number
  cancelled: number
}

interface StationTally {
  left: number
  total: number
}

/** What the book says about a run when it is taken up again. */
export interface TallyStart {
  counts: TaskCounts
  /** Tasks by station: all of them, and those that have not ended. */
  stations: Iterable<{ stationId: number; total: number; left: number }>
  /** Requests that the waiting tasks will take. */
  requestsLeft: number
}

/** A run that has nothing yet. */
export const NOTHING: TallyStart = {
  counts: { total: 0, waiting: 0, done: 0, failed: 0, cancelled: 0 },
  stations: [],
  requestsLeft: 0,
}

export function createTally(start: TallyStart) {
  let counts = { ...start.counts }
  let stations = new Map<number, StationTally>()
  let stationsDone = 0
  let stationsTotal = 0
  let requestsLeft = 0

  /** Takes all counts from the book. */
  function reset(from: TallyStart): void {
    counts = { ...from.counts }
    stations = new Map()
    stationsDone = 0
    requestsLeft = from.requestsLeft
    for (const { stationId, total, left } of from.stations) {
      stations.set(stationId, { total, left })
      if (left === 0) stationsDone += 1
    }
    stationsTotal = Math.max(stationsTotal, stations.size)
  }
  reset(start)

  return {
    reset,
    planned(stationId: number | null, requests: number): void {
      counts.total += 1
      counts.waiting += 1
      requestsLeft += requests
      if (stationId === null) return
      const station = stations.get(stationId)
      if (!station) stations.set(stationId, { total: 1, left: 1 })
      else {
        if (station.left === 0) stationsDone -= 1
        station.total += 1
        station.left += 1
      }
    },
    /** The number of stations in the plan; those with nothing to fetch are done from the start. */
    stationsPlanned: (total: number): void => void (stationsTotal = Math.max(stationsTotal, total)),
    ended(stationId: number | null, state: 'done' | 'failed' | 'cancelled', requests: number): void {
      counts.waiting -= 1
      counts[state] += 1
      requestsLeft = Math.max(0, requestsLeft - requests)
      const station = stationId === null ? undefined : stations.get(stationId)
      if (!station) return
      station.left -= 1
      if (station.left === 0) stationsDone += 1
    },
    counts: (): Readonly<TaskCounts> => counts,
    failed: (): number => counts.failed,
    requestsLeft: (): number => requestsLeft,
    stations: (): { total: number; done: number } => {
      const total = Math.max(stationsTotal, stations.size)
      return { total, done: total - (stations.size - stationsDone) }
    },
  }
}
export type Tally = ReturnType<typeof createTally>
