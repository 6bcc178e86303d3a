import type { FindingRow } from '../../../electron/contract/findings.ts'
import type { RuleUnit } from '../../../electron/contract/rules.ts'

/** How the parts of a sentence are written. */
export interface PartWords {
  nowMs: number
  archive: (code: string) => string
  channel: (code: string) => string
  measured: (value: number, unit: RuleUnit | null) => string
  duration: (ms: number) => string
  dateTime: (ms: number) => string
}

/** Quotation marks inside a quotation would end it. */
const unquoted = (text: string) => text.replace(/[«»“”"]/g, '')

/** Numbers of the evidence that are volumes, by name. */
const VOLUMES = ['hours', 'daily', 'counter'] as const

/** What a template of a finding's sentence can name; undefined where the finding does not say it. */
export function findingParts(finding: FindingRow, words: PartWords): Record<string, string | undefined> {
  const { evidence, measure, threshold, unit, fromMs, toMs } = finding
  const { numbers } = evidence
  const numberIn = (name: string, as: RuleUnit | null) => {
    const value = numbers[name]
    return value === undefined ? undefined : words.measured(value, as)
  }
  const [change] = evidence.settings
  const [event] = evidence.events
  const ofArchive = finding.rule === 'abnormal_time' ? 'minutes' : 'm3'
  return {
    archive: finding.archiveType === null ? undefined : words.archive(finding.archiveType),
    channel: finding.channelVarname === null ? undefined : words.channel(finding.channelVarname),
    measure: measure === null ? undefined : words.measured(Math.abs(measure), unit),
    threshold: threshold === null ? undefined : words.measured(threshold, unit),
    m3: finding.m3 === null ? undefined : words.measured(finding.m3, 'm3'),
    lasting: words.duration(Math.max(0, (toMs ?? words.nowMs) - fromMs)),
    hour: numberIn('hour', 'hour'),
    ...Object.fromEntries(VOLUMES.map((name) => [name, numberIn(name, ofArchive)])),
    name: change ? unquoted(change.channelName) : undefined,
    before: change ? (change.before ?? '—') : undefined,
    after: change ? (change.after ?? '—') : undefined,
    text: event?.text === '' ? undefined : event?.text,
    value: valueOf(finding, words),
    usual: usualOf(finding, words),
    next: numbers['next'] === undefined ? undefined : words.dateTime(numbers['next']),
    age: numberIn('age', 'days'),
    depth: numberIn('depth', 'days'),
    events: numberIn('events', 'minutes'),
    summary: numberIn('summary', 'minutes'),
  }
}

/** What was read: in the unit of what the rule judges. */
function valueOf({ evidence, rule, unit }: FindingRow, words: PartWords): string | undefined {
  const { value } = evidence.numbers
  if (value === undefined) return undefined
  if (rule === 'unusual_hour' || rule === 'unusual_day') return words.measured(value, 'm3')
  return words.measured(value, unit === 'kPa' || unit === 'celsius' || unit === 'm3h' || unit === 'm3' ? unit : null)
}

/** What is usual: an interval of sessions in hours, else a volume. */
function usualOf({ evidence, rule }: FindingRow, words: PartWords): string | undefined {
  const { usual } = evidence.numbers
  return usual === undefined ? undefined : words.measured(usual, rule === 'silent' ? 'hours' : 'm3')
}
