import { z } from 'zod'
import type { Book } from '../../book/index.ts'
import type { BundleNumber } from '../../contract/evidence.ts'
import { addUnreadable, textOf, type ReadBag } from './bag-read.ts'
import { CLOCK_SOURCES } from '../../contract/time/gas-clock.ts'
import type { ChangeList } from './changes.ts'
import type { CheckList } from './checks.ts'
import { clocksOfChoice, stationList, type BundleChoice } from './choice.ts'
import { NO_HOURS } from '../../contract/known-hours.ts'
import { foreignJson } from '../../contract/foreign-json.ts'
import { numbersOf, type StationNumber } from './numbers.ts'
import { PATHS } from './paths.ts'

const stated = { stationId: z.int(), m3: z.number().nullable() }
/** Earlier versions told how many hours had a number, and not from what. */
const earlierSchema = z
  .object({ ...stated, hours: z.number(), hoursExpected: z.number() })
  .transform(({ hours, hoursExpected, ...one }): StationNumber => {
    return { ...one, ...NO_HOURS, received: hours, unknown: hoursExpected - hours }
  })
const numberSchema = z.union([
  z.object({ ...stated, received: z.number(), byCounter: z.number(), byDaily: z.number(), unknown: z.number() }),
  earlierSchema,
])
const numbersSchema = stationList(numberSchema)
const clockSchema = z.object({
  stationId: z.int(),
  timeZone: z.string(),
  timeZoneFrom: z.enum(CLOCK_SOURCES),
  contractHour: z.int(),
  contractHourFrom: z.enum(CLOCK_SOURCES),
})
/** What report.json states. */
const reportSchema = z.object({
  program: z.string(),
  form: z.string(),
  language: z.string(),
  /** Bundles of older programs state none. */
  clocks: stationList(clockSchema).optional(),
  records: z.string(),
  book: z.string(),
  consumption: z.object({ unit: z.string(), stated: numbersSchema, fromRecords: numbersSchema }),
})
export type StatedReport = z.infer<typeof reportSchema>

/** What report.json states; null where it does not say. */
export async function reportIn({ files }: ReadBag, list: ChangeList): Promise<StatedReport | null> {
  const parsed = reportSchema.safeParse(foreignJson((await textOf(files, PATHS.report)) ?? ''))
  if (parsed.success) return parsed.data
  addUnreadable(files, PATHS.report, list)
  return null
}

/** Both lists of report.json are made of the same records. */
const LISTS = ['stated', 'fromRecords'] as const
const FIELDS = ['m3', 'received', 'byCounter', 'byDaily', 'unknown'] as const

export interface NumbersAsked {
  book: Book
  choice: BundleChoice
  report: StatedReport
  /** The report was made by this version: another one may compute otherwise, and its numbers are not said to be changed. */
  isSameVersion: boolean
  signal: AbortSignal | undefined
}

/** The report's numbers beside those that are computed anew from nothing but the book inside: every field of every station. */
export async function checkNumbers(
  { book, choice, report, isSameVersion, signal }: NumbersAsked,
  list: ChangeList,
  checks: CheckList,
): Promise<BundleNumber[]> {
  const { stationIds, from, to, madeAtMs } = choice
  const question = { stationIds, from, to, gasOf: clocksOfChoice(choice), nowMs: madeAtMs }
  const computed = new Map((await numbersOf(book, question, signal)).map((one) => [one.stationId, one]))
  const differing = new Set<number>()
  const differs = (stationId: number, field: string, expected: string | null, found: string | null) => {
    differing.add(stationId)
    if (isSameVersion) list.add('number-changed', PATHS.report, { record: { station_id: String(stationId) }, field, expected, found })
  }
  for (const name of LISTS) {
    const met = new Set<number>()
    for (const stated of report.consumption[name]) {
      const { stationId } = stated
      const made = computed.get(stationId)
      // A station that the bundle is not of, or a second time.
      if (!made || met.has(stationId)) differs(stationId, name, null, told(stated))
      else
        for (const field of FIELDS)
          if (made[field] !== stated[field]) differs(stationId, `${name}.${field}`, String(made[field]), String(stated[field]))
      met.add(stationId)
    }
    for (const [stationId, made] of computed) if (!met.has(stationId)) differs(stationId, name, told(made), null)
  }
  checks.say(
    'numbers',
    differing.size === 0 ? 'holds' : isSameVersion ? 'differs' : 'not-checked',
    differing.size > 0 && !isSameVersion ? 'other-version' : null,
  )
  const stated = new Map(report.consumption.stated.toReversed().map((one) => [one.stationId, one]))
  const ids = [...new Set([...computed.keys(), ...stated.keys(), ...differing])].sort((a, b) => a - b)
  const names = new Map(book.stations.some(ids).map(({ id, name }) => [id, name]))
  return ids.map((stationId) => ({
    stationId,
    stationName: names.get(stationId) ?? null,
    stated: amountOf(stated.get(stationId)),
    computed: amountOf(computed.get(stationId)),
    isSame: !differing.has(stationId),
  }))
}

function amountOf(number: StationNumber | undefined) {
  if (!number) return null
  const { stationId: _, ...amount } = number
  return amount
}

const told = (number: StationNumber): string => JSON.stringify(amountOf(number))
