import { z } from 'zod'
import { refuseUnknown } from '../../analysis/answers/directory.ts'
import type { ExplainedHoles } from '../../analysis/answers/holes.ts'
import { stationHoles } from '../../analysis/answers/station-seen.ts'
import { clockOf } from '../../analysis/station/clock.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { holeTotals } from '../../contract/hole-totals.ts'
import { HOLE_CAUSES } from '../../contract/rules.ts'
import { gasDaySpan } from '../../contract/time/gas-day.ts'
import { isoIn, told } from '../told.ts'
import { fromDay, inOrder, stationIds, time, toDay, toolOf, windowOf, type Asked } from '../tool.ts'

const input = inOrder(
  z.strictObject({
    stationIds: stationIds.optional().describe('all when absent'),
    from: fromDay,
    to: toDay,
    archiveType: z.string().min(1).max(100).default('hourly').describe('archive whose records are looked for'),
    holesEach: z.int().min(0).max(500).default(20).describe('most holes of one station that are listed'),
    ...windowOf(50),
  }),
)

const m3 = z.number().nullable()
const causes = z.array(z.object({ cause: z.enum(HOLE_CAUSES), records: z.int() }))
const row = z.object({
  stationId: z.int(),
  stationName: z.string().nullable(),
  timeZone: z.string().describe('of its times'),
  expected: z.int().describe('records that are due'),
  missing: z.int().describe('records that are missing'),
  m3: m3.describe('m³ that passed or are at risk in all its holes; null: there is nothing to go by'),
  measuredM3: z.number().describe('of these, m³ that the counter rose by over a hole: no estimate'),
  holesWithoutPrice: z.int(),
  billedM3: m3.describe('m³ that design capacity × time would bill; null: nobody gave the capacity'),
  causes,
  holesTotal: z.int(),
  holes: z.array(
    z.object({
      from: time,
      to: time,
      records: z.int(),
      cause: z.enum(HOLE_CAUSES),
      m3,
      measured: z.boolean().describe('the m³ are what the counter rose by'),
      billedM3: m3,
    }),
  ),
})
type Row = z.input<typeof row>

export const holes = toolOf({
  name: 'holes',
  title: 'Lost records, why, and what they cost',
  description:
    'Stations that lack records in a span of gas days, the most m³ first: each hole with its cause (device off, not transmitted, never asked, …) and its price in m³. Answers "which stations lost data last week and what did it cost".',
  input,
  row,
  facts: {
    stationsAsked: z.int(),
    missing: z.int().describe('records that are missing, of all stations'),
    m3: z.number().describe('of all holes that have a price'),
    measuredM3: z.number(),
    holesWithoutPrice: z.int(),
    byCause: causes,
    stationsUnreadable: z.array(z.int()).describe('stations whose records cannot be read: their holes are in no sum'),
  },
  async answer(asked, { stationIds: chosen, holesEach, offset, limit, ...span }) {
    const { book, usual } = asked
    refuseUnknown(book, chosen)
    const ids = chosen ?? book.stations.ids()
    const rows: Row[] = []
    const unreadable: number[] = []
    let done = 0
    for (const id of ids) {
      await asked.goOn()
      const explained = holesOf(asked, id, span)
      if (explained === null) unreadable.push(id)
      else if (explained.holes.length > 0) rows.push(rowOf(asked, id, explained, holesEach))
      asked.tell(++done, ids.length)
    }
    rows.sort((a, b) => (b.m3 ?? -1) - (a.m3 ?? -1) || b.missing - a.missing || a.stationId - b.stationId)
    const sum = (of: (one: Row) => number) => rows.reduce((all, one) => all + of(one), 0)
    return {
      clock: clockOf(book, chosen ?? [], usual),
      offset,
      limit,
      total: rows.length,
      rows: rows.slice(offset, offset + limit),
      facts: {
        stationsAsked: ids.length,
        missing: sum(({ missing }) => missing),
        m3: sum((one) => one.m3 ?? 0),
        measuredM3: sum(({ measuredM3 }) => measuredM3),
        holesWithoutPrice: sum(({ holesWithoutPrice }) => holesWithoutPrice),
        byCause: HOLE_CAUSES.flatMap((cause) => {
          const records = sum((one) => one.causes.find((own) => own.cause === cause)?.records ?? 0)
          return records === 0 ? [] : [{ cause, records }]
        }),
        stationsUnreadable: unreadable,
      },
      leftOut: [],
    }
  },
})

/** Null: records of the station cannot be read. */
function holesOf(
  { book, usual, nowMs }: Asked,
  stationId: number,
  { archiveType, from, to }: { archiveType: string; from: string; to: string },
): ExplainedHoles | null {
  const range = gasDaySpan(from, to, clockOf(book, [stationId], usual))
  try {
    return stationHoles(book, { stationId, archiveType, ...range }, { usual, nowMs })
  } catch (error) {
    if (error instanceof MeterbookError && error.code === 'BOOK_DAMAGED') return null
    throw error
  }
}

function rowOf({ book, usual }: Asked, stationId: number, { holes: all, causes: shares, expected }: ExplainedHoles, most: number): Row {
  const { zone } = clockOf(book, [stationId], usual)
  const { records, ...cost } = holeTotals(all)
  return {
    stationId,
    stationName: book.stations.get(stationId)?.name ?? null,
    timeZone: zone,
    expected,
    missing: records,
    ...cost,
    causes: shares.map(({ cause, records: ofCause }) => ({ cause, records: ofCause })),
    holesTotal: all.length,
    holes: all.slice(0, most).map((hole) => told(hole, isoIn(zone))),
  }
}
