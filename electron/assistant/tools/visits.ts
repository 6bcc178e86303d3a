import { z } from 'zod'
import { refuseUnknown } from '../../analysis/answers/directory.ts'
import { fleetOf } from '../../analysis/answers/fleet/fleet.ts'
import { chosenVisits } from '../../analysis/answers/fleet/visits.ts'
import { clockOf } from '../../analysis/station/clock.ts'
import { TAKE_ALONG, VISIT_REASONS } from '../../contract/fleet.ts'
import { RULE_CODES, VISIT_CLASSES } from '../../contract/rules.ts'
import { isoIn, told } from '../told.ts'
import { stationIds, time, toolOf, windowOf } from '../tool.ts'

const input = z.strictObject({
  stationIds: stationIds.optional().describe('all when absent'),
  rules: z.array(z.enum(RULE_CODES)).min(1).optional().describe('only stations with findings of these'),
  classes: z.array(z.enum(VISIT_CLASSES)).min(1).optional().describe('A today, B this week, C plan, D watch'),
  ...windowOf(50),
})

const number = z.number().nullable()
const row = z.object({
  rank: z.int(),
  stationId: z.int(),
  stationName: z.string().nullable(),
  consumerId: z.int().nullable(),
  consumerName: z.string().nullable(),
  equipmentTypeName: z.string().nullable(),
  visitClass: z.enum(VISIT_CLASSES).describe('A today, B this week, C plan, D watch'),
  score: z.number().describe('m³ by which it is ranked within its class'),
  m3ADay: number.describe('usual m³ a day'),
  assumedM3ADay: number.describe('where nobody knows the usual m³ a day: what it is ranked by'),
  daysExposed: z.number(),
  since: time.nullable(),
  reasons: z
    .array(
      z.object({
        reason: z.enum(VISIT_REASONS),
        probability: z.number(),
        since: time.nullable(),
        ended: time.nullable(),
        m3: number,
        numbers: z.record(z.string(), z.union([z.number(), z.string()])),
        texts: z.record(z.string(), z.string()).describe('of the book: of events and devices'),
        rule: z.enum(RULE_CODES).nullable(),
      }),
    )
    .describe('the three largest'),
  takeAlong: z.array(z.enum(TAKE_ALONG)),
  lastSession: time.nullable(),
  findings: z.array(z.object({ rule: z.enum(RULE_CODES), findings: z.int() })),
  visitedAt: time.nullable().describe('the last visit that was ticked off'),
})

export const visits = toolOf({
  name: 'visits',
  title: 'Who needs a visit',
  description: 'Stations that somebody should go to, ranked: class, reasons, what it costs a day, what to take along.',
  input,
  row,
  facts: {
    classes: z.array(z.object({ visitClass: z.enum(VISIT_CLASSES), stations: z.int() })),
    rules: z.array(z.object({ rule: z.enum(RULE_CODES), stations: z.int() })),
  },
  async answer(asked, { offset, limit, ...filter }) {
    const { book, usual, nowMs } = asked
    refuseUnknown(book, filter.stationIds)
    await asked.judge()
    const fleet = await asked.kept('fleet', async () => {
      const found = await fleetOf(book, { usual, nowMs, goesOn: asked.goesOn })
      await asked.goOn()
      return found
    })
    const { rows, classes, rules } = chosenVisits(fleet, filter)
    const clock = clockOf(book, filter.stationIds ?? [], usual)
    const iso = isoIn(clock.zone)
    return {
      clock,
      offset,
      limit,
      total: rows.length,
      rows: rows
        .slice(offset, offset + limit)
        .map(({ providerIds: _, equipmentTypeId: __, probability: ___, battery: ____, rssi: _____, reasons, ...visit }) => ({
          ...told(visit, iso),
          reasons: reasons.map((reason) => ({
            ...told(reason, iso),
            numbers: told(reason.numbers, iso) as Record<string, number | string>,
          })),
        })),
      facts: { classes, rules },
      leftOut: [],
    }
  },
})
