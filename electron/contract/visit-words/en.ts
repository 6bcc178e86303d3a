import type { ReasonFacts, VisitWords } from './words.ts'

/** Hours as `6 hours` or, from two days on, as `9 days`; the number lies in `name` and, in days, in `days`. */
const lasting = (facts: ReasonFacts, hours: string, days: string): string =>
  facts.value(hours) < 48
    ? facts.counted(hours, { one: '# hour', other: '# hours' })
    : facts.counted(days, { one: '# day', other: '# days' })
const quoted = (text: string): string => (text === '' ? '' : `: “${text}”`)
const archive = (facts: ReasonFacts): string => {
  const code = facts.text('archive')
  return code === 'hourly' || code === 'daily' ? `${code} archive` : code === '' ? 'archive' : `archive ${code}`
}

const words: VisitWords = {
  reason: {
    gas_alarm: (facts) => `gas alarm on ${facts.moment('atMs')}${quoted(facts.text('situation'))}`,
    tampering: (facts) => `tampering on ${facts.moment('atMs')}${quoted(facts.text('situation'))}`,
    valve_contradiction: (facts) => `gas flows while the valve is shut, since ${facts.moment('atMs')}`,
    open_situation: (facts) =>
      `${facts.counted('situations', { one: '# situation', other: '# situations' })} open, the longest for ${lasting(facts, 'hours', 'days')}${quoted(facts.text('situation'))}`,
    silent: (facts) =>
      `silent for ${lasting(facts, 'hours', 'days')}${facts.has('rhythmHours') ? `, usually reports every ${lasting(facts, 'rhythmHours', 'rhythmDays')}` : ''}`,
    missed_session: (facts) => `missed the session it announced for ${facts.moment('atMs')}`,
    archive_at_risk: (facts) =>
      facts.value('days') > 0
        ? `${archive(facts)} is overwritten on ${facts.day('atMs')}`
        : `${archive(facts)} is being overwritten since ${facts.day('atMs')}`,
    battery: (facts) => {
      const name = facts.text('battery') === 'meter' ? "the meter's battery" : 'the telemetry battery'
      if (!facts.has('atMs')) return `the device reports a low battery${quoted(facts.text('situation'))}`
      return `${name} ends about ${facts.day('atMs')} (${facts.day('earliestMs')} to ${facts.day('latestMs')})`
    },
    verification: (facts) =>
      facts.value('days') < 0
        ? `verification overdue since ${facts.day('atMs')}`
        : `verification ends on ${facts.day('atMs')}`,
    weak_signal: (facts) => `weak signal: RSSI ${facts.number('rssi')} (median of 30 days)`,
    retries: (facts) =>
      `${facts.number('retries', 1)} retries a session, ${facts.number('times', 1)} times those of its like`,
    finding: (facts) => `${facts.rule}: ${facts.counted('findings', { one: '# finding', other: '# findings' })}`,
  },
  unmeasured: (m3) => `${m3} m³ a day unmeasured`,
  atRisk: (m3) => `${m3} m³ a day at risk`,
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
export default words
