import { z } from 'zod'
import { archiveIn, rowsOf } from '../../analysis/answers/readings/readings.ts'
import { clockOf } from '../../analysis/station/clock.ts'
import { READING_VIEWS } from '../../contract/records.ts'
import { gasDaySpan, recordsOf } from '../../contract/time/gas-day.ts'
import { PERSONAL } from '../personal.ts'
import { cellOf, isoIn } from '../told.ts'
import { cell, channels, fromDay, inOrder, stationId, time, toDay, toolOf, windowOf } from '../tool.ts'

const input = inOrder(
  z.strictObject({
    stationId,
    archiveType: z.string().min(1).max(100).default('hourly').describe('as the station tool names it: hourly, daily, monthly, …'),
    view: z
      .enum(READING_VIEWS)
      .default('general')
      .describe('general: channels as the device has them; unified: the same names for every device'),
    from: fromDay,
    to: toDay,
    missing: z.boolean().default(false).describe('records that are due and not in the book are rows too'),
    ...windowOf(200),
  }),
)

const row = z.object({
  at: time.describe('the end of what the record covers; of missing ones when the first was due'),
  values: z.array(cell).describe('in the order of `channels`, as they came; null: the record had none'),
  gap: z
    .object({ to: time, records: z.int(), state: z.string() })
    .optional()
    .describe('no record: so many are missing until then, and what the book knows of why'),
  byCable: z.boolean().describe('from a file that was read out at the device, not from the service'),
  source: z.string().optional().describe('that file'),
})

export const readings = toolOf({
  name: 'readings',
  title: 'Readings of a station',
  description:
    'Records of one archive of one station in a span of gas days, as they came, the oldest first. Each is stamped with the end of what it covers. For amounts of days ask daily_sums: it knows counters, units and exchanges.',
  input,
  row,
  facts: {
    channels,
    records: z.int().describe('records in the span'),
    missing: z.int().describe('records that are due in the span and not in the book'),
  },
  answer({ book, usual, nowMs, withPersonal }, { stationId: id, archiveType, view, from, to, missing, offset, limit }) {
    const archive = archiveIn(book, { stationId: id, archiveType, view })
    const clock = clockOf(book, [id], usual)
    const iso = isoIn(clock.zone)
    const gas = { timeZone: clock.zone, contractHour: clock.contractHour }
    const asked = { ...recordsOf(gasDaySpan(from, to, clock)), desc: false, offset, limit, missing: { ...gas, rows: missing } }
    const { rows, total, channels: columns, records, missing: lost } = rowsOf(book, archive, asked, nowMs)
    return Promise.resolve({
      clock,
      offset,
      limit,
      total,
      rows: rows.map(({ atMs, values, gap, source }) => ({
        at: iso(atMs),
        values: values.map(cellOf),
        ...(gap ? { gap: { to: iso(gap.toMs), records: gap.records, state: gap.state } } : {}),
        byCable: source !== null,
        ...(withPersonal && source !== null ? { source } : {}),
      })),
      facts: { channels: columns, records, missing: lost },
      leftOut: withPersonal ? [] : PERSONAL.readings,
    })
  },
})
