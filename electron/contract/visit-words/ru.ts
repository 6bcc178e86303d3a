import type { ReasonFacts, VisitWords } from './words.ts'

const HOURS = { one: '# час', few: '# часа', many: '# часов', other: '# часа' }
const DAYS = { one: '# день', few: '# дня', many: '# дней', other: '# дня' }
/** Hours as they are up to two days, then days. */
const lasting = (facts: ReasonFacts, hours: string, days: string): string =>
  facts.value(hours) < 48 ? facts.counted(hours, HOURS) : facts.counted(days, DAYS)
const quoted = (text: string): string => (text === '' ? '' : `: «${text}»`)
const ARCHIVES: Readonly<Record<string, string>> = { hourly: 'часовой архив', daily: 'суточный архив', '': 'архив' }
const archive = (facts: ReasonFacts): string => ARCHIVES[facts.text('archive')] ?? `архив ${facts.text('archive')}`

const words: VisitWords = {
  reason: {
    gas_alarm: (facts) => `загазованность, ${facts.moment('atMs')}${quoted(facts.text('situation'))}`,
    tampering: (facts) => `вмешательство, ${facts.moment('atMs')}${quoted(facts.text('situation'))}`,
    valve_contradiction: (facts) => `расход при закрытом клапане с ${facts.moment('atMs')}`,
    open_situation: (facts) =>
      `${facts.counted('situations', {
        one: 'не закрыта # нештатная ситуация',
        few: 'не закрыты # нештатные ситуации',
        many: 'не закрыто # нештатных ситуаций',
        other: 'не закрыто # нештатной ситуации',
      })}, самая долгая длится ${lasting(facts, 'hours', 'days')}${quoted(facts.text('situation'))}`,
    silent: (facts) =>
      `нет связи ${lasting(facts, 'hours', 'days')}${facts.has('rhythmHours') ? `, обычно — раз в ${lasting(facts, 'rhythmHours', 'rhythmDays')}` : ''}`,
    missed_session: (facts) => `пропущен сеанс, назначенный на ${facts.moment('atMs')}`,
    archive_at_risk: (facts) =>
      facts.value('days') > 0
        ? `${archive(facts)} начнёт затираться ${facts.day('atMs')}`
        : `${archive(facts)} затирается с ${facts.day('atMs')}`,
    battery: (facts) => {
      const name = facts.text('battery') === 'meter' ? 'батареи прибора' : 'батареи телеметрии'
      if (!facts.has('atMs')) return `прибор сообщает о разряде батареи${quoted(facts.text('situation'))}`
      return `${name} хватит примерно до ${facts.day('atMs')} (между ${facts.day('earliestMs')} и ${facts.day('latestMs')})`
    },
    verification: (facts) =>
      facts.value('days') < 0
        ? `поверка просрочена с ${facts.day('atMs')}`
        : `срок поверки истекает ${facts.day('atMs')}`,
    weak_signal: (facts) => `слабый сигнал: RSSI ${facts.number('rssi')} (медиана за 30 дней)`,
    retries: (facts) =>
      `повторов на сеанс: ${facts.number('retries', 1)} (×${facts.number('times', 1)} к таким же узлам)`,
    finding: (facts) =>
      `${facts.rule}: ${facts.counted('findings', { one: '# замечание', few: '# замечания', many: '# замечаний', other: '# замечания' })}`,
  },
  unmeasured: (m3) => `${m3} м³/сут без учёта`,
  atRisk: (m3) => `${m3} м³/сут под риском`,
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
export default words
