import type { ReasonFacts, SaysReason } from '../reason-facts.ts'

const DAYS = { one: '# day', other: '# days' }
/** Hours as `6 hours` or, from two days on, as `9 days`; the number lies in `name` and, in days, in `days`. */
const lasting = (facts: ReasonFacts, hours: string, days: string): string =>
  facts.value(hours) < 48 ? facts.counted(hours, { one: '# hour', other: '# hours' }) : facts.counted(days, DAYS)
const lasted = (facts: ReasonFacts): string => lasting(facts, 'hours', 'days')
const amount = ({ m3 }: ReasonFacts): string => (m3 === '' ? '' : `, ${m3} m³`)
const fromTo = (facts: ReasonFacts): string => `from ${facts.moment('atMs')} to ${facts.moment('endedMs')} (${lasted(facts)})`
/** An event that has ended, or one whose end was not told. */
const eventOf = (name: string, facts: ReasonFacts): string =>
  `${name} ${facts.has('endedMs') ? fromTo(facts) : `since ${facts.moment('atMs')}, no end told`}${quoted(facts.text('situation'))}`
/** When what a rule found was there: since when it lasts; else from when to when, or the moment. */
function found(facts: ReasonFacts): string {
  const many = facts.value('findings') > 1
  const count = facts.counted('findings', { one: '# finding', other: '# findings' })
  if (facts.has('atMs'))
    return `since ${facts.moment('atMs')}${howLong(facts)}${many ? `, with others ${count} from ${facts.day('firstMs')} on` : ''}`
  if (many)
    return `${count} from ${facts.day('firstMs')} to ${facts.day('endedMs')}${facts.has('hours') ? `, the longest of ${lasted(facts)}` : ''}`
  return facts.value('hours') < 1 || facts.value('endedMs') === facts.value('firstMs')
    ? `on ${facts.moment('firstMs')}`
    : `from ${facts.moment('firstMs')} to ${facts.moment('endedMs')}${howLong(facts)}`
}
/** Where the rule says it. */
const howLong = (facts: ReasonFacts): string => (facts.has('hours') ? ` (${lasted(facts)})` : '')
const quoted = (text: string): string => (text === '' ? '' : `: “${text}”`)
const archive = (facts: ReasonFacts): string => {
  const code = facts.text('archive')
  return code === 'hourly' || code === 'daily' ? `${code} archive` : code === '' ? 'archive' : `archive ${code}`
}

export default {
  reason: {
    gas_alarm: (facts) => eventOf('gas alarm', facts),
    tampering: (facts) => eventOf('tampering', facts),
    valve_contradiction(facts) {
      if (!facts.has('endedMs'))
        return `gas flows while the valve is shut, since ${facts.moment('atMs')} (${lasted(facts)})${amount(facts)}`
      const since = facts.has('openedMs') ? `the valve is open since ${facts.moment('openedMs')}` : 'none since'
      return `gas flowed while the valve was shut, ${fromTo(facts)}${amount(facts)}, ${since}`
    },
    open_situation: (facts) =>
      `${facts.counted('situations', { one: '# situation', other: '# situations' })} open, the longest for ${lasting(facts, 'hours', 'days')}${quoted(facts.text('situation'))}`,
    silent: (facts) =>
      `silent for ${lasting(facts, 'hours', 'days')}${facts.has('rhythmHours') ? `, usually reports every ${lasting(facts, 'rhythmHours', 'rhythmDays')}` : ''}${amount(facts)}`,
    missed_session: (facts) => `missed the session it announced for ${facts.moment('atMs')}`,
    archive_at_risk: (facts) =>
      facts.value('days') > 0
        ? `${archive(facts)} is overwritten on ${facts.day('atMs')}`
        : `${archive(facts)} is being overwritten since ${facts.day('atMs')}`,
    battery: (facts) => {
      const name = facts.text('battery') === 'meter' ? "the meter's battery" : 'the telemetry battery'
      if (facts.has('endLevel'))
        return `${name} has ended${facts.has('atMs') ? ` about ${facts.day('atMs')}` : ''}: its level is ${facts.number('level', 1)}, such batteries were replaced at ${facts.number('endLevel', 1)}`
      if (!facts.has('atMs')) return `the device reports a low battery since ${facts.day('toldMs')}${quoted(facts.text('situation'))}`
      const span = facts.has('latestMs')
        ? `${facts.day('earliestMs')} to ${facts.day('latestMs')}`
        : `${facts.day('earliestMs')} at the earliest, how late is not known`
      return `${name} ${facts.value('days') < 0 ? 'must have ended' : 'ends'} about ${facts.day('atMs')} (${span})`
    },
    verification: (facts) =>
      facts.value('days') < 0 ? `verification overdue since ${facts.day('atMs')}` : `verification ends on ${facts.day('atMs')}`,
    weak_signal: (facts) => `weak signal: RSSI ${facts.number('rssi')} (median of 30 days)`,
    retries: (facts) => `${facts.number('retries', 1)} retries a session, ${facts.number('times', 1)} times those of its like`,
    finding: (facts) =>
      `${facts.rule}${facts.text('channel') === '' ? '' : ` (${facts.text('channel')})`}: ${found(facts)}${amount(facts)}`,
  } satisfies SaysReason,
  /** A day without measurement; `m3` is formatted. */
  unmeasured: (m3: string) => `${m3} m³ a day unmeasured`,
  atRisk: (m3: string) => `${m3} m³ a day at risk`,
  /** Nobody knows the usual consumption; `m3` is what the station is ranked by. */
  assumed: (m3: string) => `usual consumption not known, ranked as ${m3} m³ a day, the median of its class`,
  takeAlong: {
    telemetry_battery: 'telemetry battery',
    meter_battery: "meter's battery",
    sim_antenna: 'SIM card and antenna',
    gas_detector: 'gas detector',
    seals: 'seals',
    laptop_cable: 'laptop and cable of the device',
    spare_sensor: 'spare sensor',
    reference_clock: 'exact time',
    verification_papers: 'verification papers',
  },
  visitClass: { A: 'A: today', B: 'B: this week', C: 'C: plan', D: 'D: watch' },
}
