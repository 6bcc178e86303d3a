import { z } from 'zod'
import { clockOf } from '../../analysis/station/clock.ts'
import type { Book } from '../../book/index.ts'
import { LANGUAGES } from '../../words/index.ts'
import { askingSpan, daySchema, gasClockShape, timeZoneSchema } from '../../contract/common.ts'
import { statedClock, type StatedClock } from '../../contract/time/gas-clock.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { isTimeZone } from '../../contract/time/zone.ts'
import { momentsOf, type RecordChoice } from './records.ts'

/** The most stations of a bundle: a service has tens of thousands at most. */
const MOST_STATIONS = 50_000
/** Zones that the stations of one choice may lie in: the whole world has some forty offsets. */
const MOST_ZONES = 100
const MOST_NAME = 1000
const LAST_MOMENT_MS = Date.UTC(2200, 0, 1)

/** A list with an item for each station. It is counted before what is in it is looked at. */
export const stationList = <Item extends z.ZodType>(item: Item) => z.array(z.unknown()).max(MOST_STATIONS).pipe(z.array(item))

const clockSchema = z.object({ stationId: z.int(), timeZone: z.string().max(MOST_NAME), contractHour: gasClockShape.contractHour })
/** Each zone costs much memory to know, and one zone may be spelled in thousands of ways. */
const areFewZones = (clocks: readonly { timeZone: string }[]): boolean => {
  const zones = new Set(clocks.map(({ timeZone }) => timeZone))
  return zones.size <= MOST_ZONES && [...zones].every(isTimeZone)
}

/** The choice that a bundle was made by: `data/filters/choice.json`. A choice that no program of ours makes is none. */
export const choiceSchema = askingSpan(
  z.object({
    form: z.string().max(MOST_NAME),
    language: z.enum(LANGUAGES),
    stationIds: stationList(z.int()).transform((ids) => [...new Set(ids)]),
    /** Days, both included: gas days, or those of the calendar. */
    from: daySchema.optional(),
    to: daySchema.optional(),
    /** Absent: gas days. */
    days: z.literal('calendar').optional(),
    ...gasClockShape,
    /** Stations whose gas days are counted by another clock; bundles made before there were any count all by the one above. */
    clocks: stationList(clockSchema).refine(areFewZones).optional(),
    /** The things that were asked for by name: they come before what stations and the book say. */
    asked: z.object({ timeZone: timeZoneSchema.nullable(), contractHour: gasClockShape.contractHour.nullable() }).optional(),
    madeAtMs: z.int().min(0).max(LAST_MOMENT_MS),
  }),
)
export type BundleChoice = z.infer<typeof choiceSchema>

/** Whose gas days, and by which clocks. */
type Counted = Pick<BundleChoice, 'timeZone' | 'contractHour' | 'clocks' | 'asked'> & { stationIds: readonly number[] }

/** Stations that a report counts by a clock of their own, as its parts do; undefined: none. */
export function clocksOfStations(
  book: Pick<Book, 'clocks'>,
  { stationIds, timeZone, contractHour, asked }: Counted,
): BundleChoice['clocks'] {
  const usual = { zone: timeZone, contractHour }
  const clocks = [...new Set(stationIds)].flatMap((stationId) => {
    const own = clockOf(book, [stationId], usual, asked)
    if (own.zone === timeZone && own.contractHour === contractHour) return []
    return [{ stationId, timeZone: own.zone, contractHour: own.contractHour }]
  })
  return clocks.length > 0 ? clocks : undefined
}

/** The clock of each station of a bundle, and who says so: what report.json states. */
export function clocksSaid(
  book: Pick<Book, 'clocks'>,
  { stationIds, timeZone, contractHour, asked }: Counted,
): (StatedClock & { stationId: number })[] {
  const usual = { zone: timeZone, contractHour }
  return [...new Set(stationIds)]
    .sort((a, b) => a - b)
    .map((stationId) => ({ stationId, ...statedClock(clockOf(book, [stationId], usual, asked)) }))
}

/** The clock that each station's gas days are counted by. */
export function clocksOfChoice({ timeZone, contractHour, clocks = [] }: Counted): (stationId: number) => GasClock {
  const usual = { zone: timeZone, contractHour }
  const own = new Map(clocks.map((one) => [one.stationId, { zone: one.timeZone, contractHour: one.contractHour }]))
  return (stationId) => own.get(stationId) ?? usual
}

/**
 * Its records, as they are told apart: of all stations those between the first moment and the last that any of them counts.
 * @throws RangeError for a zone that is not known here.
 */
export function recordsOfChoice(choice: Counted & Pick<BundleChoice, 'from' | 'to' | 'days'>): RecordChoice {
  const { stationIds, timeZone, contractHour } = choice
  const clockOfOne = clocksOfChoice(choice)
  const clocks = new Map<string, GasClock>()
  for (const id of stationIds) {
    const clock = clockOfOne(id)
    clocks.set(`${clock.zone} ${clock.contractHour}`, clock)
  }
  const usual = { zone: timeZone, contractHour }
  const spans = (clocks.size > 0 ? [...clocks.values()] : [usual]).map((clock) =>
    momentsOf(choice, choice.days === 'calendar' ? { ...clock, contractHour: 0 } : clock),
  )
  return {
    stationIds,
    ...(choice.from === undefined ? {} : { fromMs: Math.min(...spans.map(({ fromMs }) => fromMs ?? Infinity)) }),
    ...(choice.to === undefined ? {} : { toMs: Math.max(...spans.map(({ toMs }) => toMs ?? -Infinity)) }),
  }
}
