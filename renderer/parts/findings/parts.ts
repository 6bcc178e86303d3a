import { calledBy } from '../../../electron/contract/called.ts'
import { lastedMs } from '../../../electron/contract/finding-lasting.ts'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import { quantityOf, type Quantity } from '../../../electron/contract/quantities.ts'
import type { RuleUnit } from '../../../electron/contract/rules.ts'

/** How the parts of a sentence are written. */
export interface PartWords {
  nowMs: number
  archive: (code: string) => string
  channel: (code: string) => string
  measured: (value: number, unit: RuleUnit | null) => string
  duration: (ms: number) => string
  dateTime: (ms: number) => string
  day: (ms: number) => string
}

/** Quotation marks inside a quotation would end it. */
const unquoted = (text: string) => text.replace(/[«»“”"]/g, '')

/** Numbers of the evidence that are volumes, by name. */
const VOLUMES = ['hours', 'daily', 'counter'] as const

/** The values that a template of a finding's sentence can name; undefined where the finding does not say one. */
export function findingParts(finding: FindingRow, words: PartWords): Record<string, string | undefined> {
  const { evidence, measure, threshold, unit } = finding
  const lasted = lastedMs(finding, words.nowMs)
  const { numbers } = evidence
  const numberIn = (name: string, as: RuleUnit | null) => {
    const value = numbers[name]
    return value === undefined ? undefined : words.measured(value, as)
  }
  const momentIn = (name: string) => (numbers[name] === undefined ? undefined : words.dateTime(numbers[name]))
  const [change] = evidence.settings
  const [event] = evidence.events
  return {
    archive: finding.archiveType === null ? undefined : words.archive(finding.archiveType),
    channel: finding.channelVarname === null ? undefined : words.channel(finding.channelVarname),
    measure: measure === null ? undefined : words.measured(Math.abs(measure), unit),
    threshold: threshold === null ? undefined : words.measured(threshold, unit),
    m3: finding.m3 === null ? undefined : words.measured(finding.m3, 'm3'),
    lasting: lasted === null ? undefined : words.duration(lasted),
    since: words.day(finding.fromMs),
    ...Object.fromEntries(VOLUMES.map((name) => [name, numberIn(name, 'm3')])),
    name: change ? unquoted(change.channelName) : undefined,
    before: change ? (change.before ?? '—') : undefined,
    after: change ? (change.after ?? '—') : undefined,
    text: event?.text === '' ? undefined : event?.text,
    value: valueOf(finding, words),
    usual: usualOf(finding, words),
    branch: evidence.branch ? unquoted(evidence.branch.name) : undefined,
    next: momentIn('nextMs'),
    age: numberIn('days', 'days'),
    depth: numberIn('depthDays', 'days'),
    lost: momentIn('overwrittenAtMs'),
    length: numberIn('hours', 'hours'),
    situations: numberIn('situations', 'minutes'),
    summary: numberIn('summary', 'minutes'),
    read: numberIn('read', 'm3'),
    told: numberIn('told', 'm3'),
    readAt: momentIn('readAtMs'),
    consumer: evidence.consumer ? unquoted(calledBy(evidence.consumer.name, evidence.consumer.id)) : undefined,
  }
}

/** Rules give what was read in the base unit of the channel's quantity. */
const BASE: Readonly<Partial<Record<Quantity, RuleUnit>>> = {
  pressure: 'kPa',
  differentialPressure: 'kPa',
  temperature: 'celsius',
  airTemperature: 'celsius',
  workingVolume: 'm3',
  standardVolume: 'm3',
  volume: 'm3',
  workingFlow: 'm3h',
  standardFlow: 'm3h',
  flow: 'm3h',
  workingCounter: 'm3',
  standardCounter: 'm3',
  counter: 'm3',
}
function baseUnitOf({ rule, detail, channelVarname }: FindingRow): RuleUnit | null {
  if (rule === 'level_shift') return detail === 'night_base' ? 'm3h' : 'm3'
  if (rule === 'unusual_hour' || rule === 'unusual_day') return 'm3'
  if (channelVarname === null) return null
  return BASE[quantityOf({ channelVarname, channelName: null, unitName: null })] ?? null
}

/** The value that was read. */
function valueOf(finding: FindingRow, words: PartWords): string | undefined {
  const { value } = finding.evidence.numbers
  return value === undefined ? undefined : words.measured(value, baseUnitOf(finding))
}

/** The usual value; of sessions their interval. */
function usualOf(finding: FindingRow, words: PartWords): string | undefined {
  const { usual, rhythmHours } = finding.evidence.numbers
  if (rhythmHours !== undefined) return words.measured(rhythmHours, 'hours')
  return usual === undefined ? undefined : words.measured(usual, baseUnitOf(finding))
}
