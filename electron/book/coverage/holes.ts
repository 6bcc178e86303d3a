import { cutForEye, SHOWN } from '../../contract/cut.ts'
import { dayOf, lastDayOver } from '../../contract/time/day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { ReadingView, Span } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { answersFor } from '../file/version.ts'
import type { UnaskedDays } from './unasked.ts'

/** Why a day of an archive is not in the book. `empty`: the service has no records, so nothing is missing. */
export const HOLE_STATES = ['never', 'empty', 'failed', 'partial', 'not_transmitted'] as const
export type HoleState = (typeof HOLE_STATES)[number]

/** Consecutive days of one archive of a station that are missing from the book for one reason. */
export interface Hole extends Span {
  stationId: number
  /** Cut for the eye: a station may have thousands of holes. */
  stationName: string | null
  archiveType: string
  view: ReadingView
  days: number
  state: HoleState
}

export interface HoleQuery {
  states: readonly HoleState[]
  offset?: number
  /** -1: all. */
  limit?: number
}

/**
 * The days of each archive that the book lacks, between the first and the last day requested. 'never' are the days
 * between two runs, and what an exchange has left unasked (unasked.ts). A partial day that is not over is no hole. A day that waits for a session becomes a hole once the
 * next day is over as well: until then a device that reports once a day is not late. Adjacent days of this kind form one
 * hole whenever they were requested, because each day of a silent device is requested on a different date.
 */
const HOLES = `
  WITH run AS (
    SELECT series_id, from_day, to_day, state, lag(to_day) OVER (PARTITION BY series_id ORDER BY from_day) AS before
    FROM coverage_run
  ), unfinished AS (
    SELECT series_id, from_day, min(to_day, iif(known_session_ms IS NULL, @over, @over - 1)) AS to_day, state
    FROM coverage_run WHERE state IN (4, 5) AND from_day <= iif(known_session_ms IS NULL, @over, @over - 1)
  ), stretch AS (
    SELECT *, sum(begins) OVER (PARTITION BY series_id ORDER BY from_day) AS number FROM (
      SELECT *, coalesce(from_day <> lag(to_day) OVER days + 1 OR state <> lag(state) OVER days, 1) AS begins
      FROM unfinished WINDOW days AS (PARTITION BY series_id ORDER BY from_day))
  ), hole AS (
    SELECT series_id, from_day, to_day, iif(state = 2, 'empty', 'failed') AS state FROM run WHERE state IN (2, 3)
    UNION ALL
    SELECT series_id, min(from_day), max(to_day), iif(state = 4, 'partial', 'not_transmitted') FROM stretch
    GROUP BY series_id, number
    UNION ALL
    SELECT series_id, before + 1, from_day - 1, 'never' FROM run WHERE before + 1 < from_day
  ), named AS (
    SELECT t.id AS stationId, substr(t.name, 1, ${SHOWN.name + 1}) AS stationName, t.name_key, s.archive_type AS archiveType, s."view",
      max(h.from_day, coalesce(d.from_ms / ${DAY_MS}, h.from_day)) AS from_day,
      min(h.to_day, coalesce(d.to_ms / ${DAY_MS}, h.to_day)) AS to_day, h.state
    FROM hole h JOIN series s ON s.id = h.series_id
    -- A device's days before and after its time at a station are no holes there.
    JOIN station_device d ON (d.equipment_id = s.equipment_id OR d.telemetry_id = s.telemetry_id)
      AND h.to_day >= coalesce(d.from_ms / ${DAY_MS}, h.to_day) AND h.from_day <= coalesce(d.to_ms / ${DAY_MS}, h.from_day)
    JOIN station t ON t.id = d.station_id
    WHERE h.state IN (SELECT value FROM json_each(@states))
    UNION ALL
    SELECT t.id, substr(t.name, 1, ${SHOWN.name + 1}), t.name_key, u.value ->> 'archiveType', u.value ->> 'view', u.value ->> 'from', u.value ->> 'to', 'never'
    FROM json_each(@unasked) u JOIN station t ON t.id = u.value ->> 'stationId'
    WHERE 'never' IN (SELECT value FROM json_each(@states))
  )`

type Row = Omit<Hole, 'from' | 'to' | 'days'> & { from: number; to: number }

interface Asked {
  over: number
  states: string
  unasked: string
}

type HoleTotals = Record<HoleState, { holes: number; days: number }>

/** Derives holes from the coverage runs. `unasked`: what exchanges have left unasked. */
export function holesIn({ db, versions }: Context, unasked: () => readonly UnaskedDays[]) {
  const counted = answersFor<HoleTotals>(versions.data, 1)
  const list = db.prepare<Asked & { offset: number; limit: number }, Row>(`${HOLES}
    SELECT stationId, stationName, archiveType, "view", from_day AS "from", to_day AS "to", state FROM named
    ORDER BY name_key, stationId, archiveType, "view", from_day LIMIT @limit OFFSET @offset`)
  const sums = db.prepare<Asked, { state: HoleState; holes: number; days: number }>(`${HOLES}
    SELECT state, count(*) AS holes, sum(to_day - from_day + 1) AS days FROM named GROUP BY state`)

  const asked = (states: readonly HoleState[], over: number): Asked => ({
    over,
    states: JSON.stringify(states),
    unasked: JSON.stringify(
      unasked().flatMap(({ to, owner: _, ...days }) => (days.from > over ? [] : [{ ...days, to: Math.min(to ?? over, over) }])),
    ),
  })

  return {
    /** Holes in these states, by station, archive and day. */
    list: ({ states, offset = 0, limit = -1 }: HoleQuery, nowMs: number): Hole[] =>
      list.all({ ...asked(states, lastDayOver(nowMs)), offset, limit }).map(({ from, to, stationName, ...hole }) => ({
        ...hole,
        stationName: stationName && cutForEye(stationName),
        from: dayOf(from),
        to: dayOf(to),
        days: to - from + 1,
      })),

    /** The number of holes in each state, and of their days. */
    totals(nowMs: number): HoleTotals {
      const over = lastDayOver(nowMs)
      // Every page of the list needs them; they stay valid until the book changes or a day ends.
      return counted(String(over), () => {
        const totals = { never: none(), empty: none(), failed: none(), partial: none(), not_transmitted: none() }
        for (const { state, holes, days } of sums.all(asked(HOLE_STATES, over))) {
          totals[state] = { holes, days }
        }
        return totals
      })
    },
  }
}

const none = () => ({ holes: 0, days: 0 })
