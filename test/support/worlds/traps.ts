import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../electron/contract/time/units.ts'
import { event } from './events.ts'
import type { Profile } from './shape.ts'
import type { Site } from './site.ts'
import { echoAt, hoursSpan, someDay } from './spans.ts'

/** What looks like a fault and is none. */
export interface Trap {
  profiles: readonly Profile[]
  set: (site: Site) => void
}

const nothing = () => undefined

/** A setting is changed and the device tells of it. */
function explainedChange(site: Site): void {
  const { chance, calendar, events } = site
  events.changes ??= []
  for (const channelName of ['Наибольший расход Qmax', 'Верхний предел температуры', 'Подстановочное давление']) {
    const setting = site.settings.find((one) => one.channelName === channelName)
    if (!setting) continue
    const value = setting.value.replace(/\d(?=\D*$)/u, (digit) => String((Number(digit) + 1) % 10))
    const atMs = calendar.nowMs - chance.int(40, 300) * DAY_MS
    site.settingChanges.push({ atMs, channelName, value })
    events.changes.push(
      event(atMs, {
        code: '031',
        text: `Изменение параметра: ${channelName}`,
        role: 'settingChanged',
        quantity: setting.meaning.quantity,
        value,
        more: { OldValue: setting.value },
      }),
    )
  }
}

/** A new meter: its counters begin near zero, its serial number is another one, and `changes` tells of it. */
function exchange(site: Site): void {
  const { chance, days, calendar, events } = site
  const place = (days[someDay(site)]?.from ?? 0) + chance.int(1, 22)
  const atMs = (calendar.hourEndMs[place] as number) - HOUR_MS + chance.int(1, 55) * MINUTE_MS
  const first = chance.int(0, 40)
  events.changes ??= []
  events.changes.push(
    event(atMs, {
      code: '034',
      text: 'Замена счётчика. Введены начальные показания нового счётчика',
      role: 'meterExchanged',
      value: String(first),
      unit: 'м3',
    }),
  )
  site.settingChanges.push({ atMs, channelName: 'Заводской номер счётчика', value: String(chance.int(1e7, 9e7)) })
  site.counters.set(place, [{ channel: 'both', set: first }])
  echoAt(site, ['counter_decrease'], hoursSpan(site, place, place + 1), 'table A has an exchange named as one', {
    paddingMs: DAY_MS,
    details: ['exchange'],
  })
}

/** Both counters pass their last digit in the year. */
function rollover(site: Site): void {
  const { device, flow, calendar } = site
  const all = flow.reduce((sum, one) => sum + one, 0)
  device.rollsAt = 10 ** Math.ceil(Math.log10(all * 8))
  device.counterAt = Math.round(device.rollsAt - 0.4 * all)
  const year = { fromMs: calendar.hourEndMs[0] as number, toMs: calendar.nowMs }
  echoAt(site, ['counter_decrease'], year, 'table A has a rollover named as one', { details: ['rollover'] })
}

/** The valve is shut for the warmest weeks: no gas, and pressure and temperature stand still. */
function shutdown(site: Site): void {
  const { chance, calendar, flow, pressure, temperature } = site
  const warmest = calendar.ground.indexOf(Math.max(...calendar.ground))
  const around = Math.min(Math.max(warmest, 60 * 24), flow.length - 60 * 24)
  const from = around - chance.int(12, 25) * 24
  const to = around + chance.int(12, 25) * 24
  flow.fill(0, from + 1, to)
  // Shut at twenty past, opened at twenty to: a third of the hour's gas flows.
  for (const place of [from, to]) flow[place] = (flow[place] as number) / 3
  pressure.fill(pressure[from] as number, from + 1, to)
  temperature.fill(temperature[from] as number, from + 1, to)
  const shut = (calendar.hourEndMs[from] as number) - 40 * MINUTE_MS
  const open = (calendar.hourEndMs[to] as number) - 20 * MINUTE_MS
  site.events.valve = [
    event(shut, { code: '081', text: 'Клапан закрыт', role: 'valveShut', value: '1' }),
    event(open, { code: '082', text: 'Клапан открыт', role: 'valveOpen', value: '1' }),
  ]
  const span = hoursSpan(site, from, to + 1)
  const why = 'table A knows no valve here: such days and hours are unlike those before'
  echoAt(site, ['level_shift'], span, why, { paddingMs: 35 * DAY_MS })
  echoAt(site, ['unusual_day', 'unusual_hour'], { fromMs: span.fromMs, toMs: span.toMs + 28 * DAY_MS }, why, { paddingMs: DAY_MS })
  for (const edge of [span.fromMs, span.toMs]) {
    echoAt(site, ['spike'], { fromMs: edge, toMs: edge }, 'a third of an hour between none and a whole one', { paddingMs: 2 * HOUR_MS })
  }
}

/** The valve of a shop is shut at night, after the last hour with gas. */
function shutAtNight(site: Site): void {
  const { flow, calendar } = site
  site.events.valve = []
  for (let at = 60 * 24; at < 75 * 24; at++) {
    const hourMs = (calendar.hourEndMs[at] as number) - HOUR_MS
    if (flow[at] === 0 && flow[at - 1] !== 0)
      site.events.valve.push(event(hourMs + 12 * MINUTE_MS, { code: '081', text: 'Клапан закрыт', role: 'valveShut', value: '1' }))
    if (flow[at] === 0 && flow[at + 1] !== 0 && site.events.valve.length > 0)
      site.events.valve.push(event(hourMs + 48 * MINUTE_MS, { code: '082', text: 'Клапан открыт', role: 'valveOpen', value: '1' }))
  }
  // After the last morning the valve stays open.
  if (site.events.valve.at(-1)?.meaning.role === 'valveShut') site.events.valve.pop()
}

/** Days that the book has never asked for. */
function neverAsked(site: Site): void {
  const { chance, days } = site
  const at = someDay(site, 6)
  const from = days[at]?.from ?? 0
  const to = days[at + chance.int(1, 5)]?.to ?? from
  for (let place = from; place < to; place++) site.lostHours.set(place, 'never')
  echoAt(site, ['missing_record'], hoursSpan(site, from, to), 'table A leaves open whether what was never asked for is missing')
  // The newest such days are a month old, and some of these devices keep 35 days: by table A they truly are at risk.
  echoAt(
    site,
    ['archive_at_risk'],
    { ...hoursSpan(site, from, to), toMs: site.calendar.nowMs },
    'what was never fetched and is soon overwritten is at risk',
  )
}

/** Power is lost for minutes; the battery keeps the archive. */
function powerLoss(site: Site): void {
  const { chance, calendar } = site
  site.events.event = []
  for (let n = 0; n < 5; n++) {
    const atMs = calendar.nowMs - (30 + n * 50 + chance.int(0, 40)) * DAY_MS
    site.events.event.push(
      event(atMs, { code: '051', text: 'Внешнее питание пропало', role: 'powerOff' }),
      event(atMs + chance.int(2, 50) * MINUTE_MS, {
        code: '052',
        text: 'Внешнее питание восстановлено',
        role: 'powerOn',
      }),
    )
  }
}

/** A plain meter: volume and counter, no working volume, no P, no T. */
function plain(site: Site): void {
  site.device.corrects = false
  site.events = {}
  site.situations = []
  site.settings = []
  site.settingChanges = []
}

/** A boiler with a thermostat, or a season by decree: hours, then days, then a summer without gas. */
function summer(site: Site): void {
  const { flow } = site
  const first = flow.indexOf(0)
  if (first < 0) return
  const from = Math.max(0, first - 10 * 24)
  const to = Math.min(flow.length, flow.lastIndexOf(0) + 28 * 24)
  const span = hoursSpan(site, from, to)
  echoAt(
    site,
    ['unusual_day', 'unusual_hour'],
    span,
    'where a season begins and ends by itself, table A has only the month before to compare with',
  )
  echoAt(site, ['level_shift'], span, 'a season that is shorter than the weeks compared', { alarm: true, paddingMs: 14 * DAY_MS })
  if (!site.noise.includes('season')) return
  // A year of records has no summer before.
  echoAt(site, ['zero_use'], span, 'the first summer without gas is the first without gas', { alarm: true })
  echoAt(site, ['spike'], span, 'it begins and ends at once', { alarm: true })
}

/** One trap a station; sound stations go through them in turn. */
export const TRAPS: readonly Trap[] = [
  { profiles: ['boiler', 'plant'], set: nothing },
  { profiles: ['fiveDays'], set: nothing },
  { profiles: ['shop'], set: nothing },
  { profiles: ['sundayShop'], set: nothing },
  { profiles: ['boiler', 'fiveDays', 'shop'], set: explainedChange },
  { profiles: ['boiler', 'plant', 'shop'], set: exchange },
  { profiles: ['boiler', 'plant'], set: rollover },
  { profiles: ['boiler'], set: shutdown },
  { profiles: ['heating'], set: summer },
  { profiles: ['shop', 'sundayShop'], set: shutAtNight },
  { profiles: ['boiler', 'plant'], set: neverAsked },
  { profiles: ['boiler', 'shop'], set: powerLoss },
  { profiles: ['boiler', 'fiveDays'], set: plain },
  { profiles: ['plant'], set: explainedChange },
  { profiles: ['sundayShop', 'fiveDays'], set: nothing },
]
