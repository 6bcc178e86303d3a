import type { ReasonFacts, SaysReason } from '../reason-facts.ts'

const HOURS = { one: '# час', few: '# часа', many: '# часов', other: '# часа' }
const DAYS = { one: '# день', few: '# дня', many: '# дней', other: '# дня' }
/** Hours as they are up to two days, then days. */
const lasting = (facts: ReasonFacts, hours: string, days: string): string =>
  facts.value(hours) < 48 ? facts.counted(hours, HOURS) : facts.counted(days, DAYS)
const lasted = (facts: ReasonFacts): string => lasting(facts, 'hours', 'days')
const amount = ({ m3 }: ReasonFacts): string => (m3 === '' ? '' : `, ${m3} м³`)
const fromTo = (facts: ReasonFacts): string => `с ${facts.moment('atMs')} по ${facts.moment('endedMs')} (${lasted(facts)})`
/** An event that has ended, or one whose end was not told. */
const eventOf = (name: string, facts: ReasonFacts): string =>
  `${name} ${facts.has('endedMs') ? fromTo(facts) : `с ${facts.moment('atMs')}, об окончании не сообщено`}${quoted(facts.text('situation'))}`
const FINDINGS = { one: '# замечание', few: '# замечания', many: '# замечаний', other: '# замечания' }
/** When what a rule found was there: since when it lasts; else from when to when, or the moment. */
function found(facts: ReasonFacts): string {
  const many = facts.value('findings') > 1
  const count = facts.counted('findings', FINDINGS)
  if (facts.has('atMs'))
    return `с ${facts.moment('atMs')}${howLong(facts)}${many ? `, вместе с другими ${count} с ${facts.day('firstMs')}` : ''}`
  if (many)
    return `${count} с ${facts.day('firstMs')} по ${facts.day('endedMs')}${facts.has('hours') ? `, самое долгое — ${lasted(facts)}` : ''}`
  return facts.value('hours') < 1 || facts.value('endedMs') === facts.value('firstMs')
    ? facts.moment('firstMs')
    : `с ${facts.moment('firstMs')} по ${facts.moment('endedMs')}${howLong(facts)}`
}
/** Where the rule says it. */
const howLong = (facts: ReasonFacts): string => (facts.has('hours') ? ` (${lasted(facts)})` : '')
const quoted = (text: string): string => (text === '' ? '' : `: «${text}»`)
const ARCHIVES: Readonly<Record<string, string>> = { hourly: 'часовой архив', daily: 'суточный архив', '': 'архив' }
const archive = (facts: ReasonFacts): string => ARCHIVES[facts.text('archive')] ?? `архив ${facts.text('archive')}`

export default {
  reason: {
    gas_alarm: (facts) => eventOf('загазованность', facts),
    tampering: (facts) => eventOf('вмешательство', facts),
    valve_contradiction(facts) {
      if (!facts.has('endedMs')) return `идёт расход при закрытом клапане с ${facts.moment('atMs')} (${lasted(facts)})${amount(facts)}`
      const since = facts.has('openedMs') ? `клапан открыт с ${facts.moment('openedMs')}` : 'с тех пор расхода нет'
      return `был расход при закрытом клапане ${fromTo(facts)}${amount(facts)}, ${since}`
    },
    open_situation: (facts) =>
      `${facts.counted('situations', {
        one: 'не закрыта # нештатная ситуация',
        few: 'не закрыты # нештатные ситуации',
        many: 'не закрыто # нештатных ситуаций',
        other: 'не закрыто # нештатной ситуации',
      })}, самая долгая длится ${lasting(facts, 'hours', 'days')}${quoted(facts.text('situation'))}`,
    silent: (facts) =>
      `нет связи ${lasting(facts, 'hours', 'days')}${facts.has('rhythmHours') ? `, обычно — раз в ${lasting(facts, 'rhythmHours', 'rhythmDays')}` : ''}${amount(facts)}`,
    missed_session: (facts) => `пропущен сеанс, назначенный на ${facts.moment('atMs')}`,
    archive_at_risk: (facts) =>
      facts.value('days') > 0
        ? `${archive(facts)} начнёт затираться ${facts.day('atMs')}`
        : `${archive(facts)} затирается с ${facts.day('atMs')}`,
    battery: (facts) => {
      const name = facts.text('battery') === 'meter' ? 'батареи прибора' : 'батареи телеметрии'
      if (facts.has('endLevel'))
        return `заряд ${name} кончился${facts.has('atMs') ? ` примерно ${facts.day('atMs')}` : ''}: уровень ${facts.number('level', 1)}, а меняли такие на ${facts.number('endLevel', 1)}`
      if (!facts.has('atMs')) return `прибор сообщает о разряде батареи с ${facts.day('toldMs')}${quoted(facts.text('situation'))}`
      const span = facts.has('latestMs')
        ? `между ${facts.day('earliestMs')} и ${facts.day('latestMs')}`
        : `не раньше ${facts.day('earliestMs')}, насколько дольше — неизвестно`
      return `${name} ${facts.value('days') < 0 ? 'должно было хватить' : 'хватит'} примерно до ${facts.day('atMs')} (${span})`
    },
    verification: (facts) =>
      facts.value('days') < 0 ? `поверка просрочена с ${facts.day('atMs')}` : `срок поверки истекает ${facts.day('atMs')}`,
    weak_signal: (facts) => `слабый сигнал: RSSI ${facts.number('rssi')} (медиана за 30 дней)`,
    retries: (facts) => `повторов на сеанс: ${facts.number('retries', 1)} (×${facts.number('times', 1)} к таким же узлам)`,
    finding: (facts) =>
      `${facts.rule}${facts.text('channel') === '' ? '' : ` (${facts.text('channel')})`}: ${found(facts)}${amount(facts)}`,
  } satisfies SaysReason,
  /** A day without measurement; `m3` is formatted. */
  unmeasured: (m3: string) => `${m3} м³/сут без учёта`,
  atRisk: (m3: string) => `${m3} м³/сут под риском`,
  /** Nobody knows the usual consumption; `m3` is what the station is ranked by. */
  assumed: (m3: string) => `обычный расход неизвестен, место — как при ${m3} м³/сут, медиане её срочности`,
  takeAlong: {
    telemetry_battery: 'батарея телеметрии',
    meter_battery: 'батарея прибора',
    sim_antenna: 'SIM-карта и антенна',
    gas_detector: 'газоанализатор',
    seals: 'пломбы',
    laptop_cable: 'ноутбук и кабель прибора',
    spare_sensor: 'запасной датчик',
    reference_clock: 'точное время',
    verification_papers: 'документы о поверке',
  },
  visitClass: { A: 'A: сегодня', B: 'B: на этой неделе', C: 'C: в план', D: 'D: наблюдать' },
}
