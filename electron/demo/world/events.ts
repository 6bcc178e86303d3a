import type { Device } from './device.ts'
import { inOutage, lastExchangeMs } from './device.ts'
import { EMPTY, fromDays, type Listing } from './listing.ts'
import { EVENT_ARCHIVES, kindNamed, messagesOf, type EventArchive, type MessageSpec } from './messages.ts'
import { fraction, hash, pick, SALT, shuffled } from './random.ts'
import { CONTRACT_START_MS, DAY_MS, dayOf, HOUR_MS, type DaySpan } from './time.ts'
import type { WireEvent } from './wire.ts'

/** Events of a device in a day, on the average; of situations, those that begin. */
const PER_DAY: Record<Exclude<EventArchive, 'nesht_svod'>, number> = {
  nesht: 0.35,
  changes: 0.06,
  event: 1.2,
  alarm: 0.12,
  valve: 0.08,
  seance: 1,
}

/** An event before its texts: when, and what. */
interface Moment {
  ms: number
  spec: MessageSpec
  /** ValCode where it is no draw. */
  value?: string
}

/**
 * 'Event archive record' of one archive of one device, ascending. `density` multiplies how often things happen. Now and
 * then two events of different codes share one millisecond. A situation ends on the day on which it begins, and
 * `nesht_svod` sums up those of a gas day when it ends.
 */
export function events(
  seed: number,
  device: Device,
  archive: EventArchive,
  span: DaySpan,
  nowMs: number,
  density: number,
): Listing<WireEvent> {
  if (messagesOf(device.type, archive).length === 0) return EMPTY
  const of = (day: number): readonly Moment[] => {
    const usual = archive === 'nesht_svod' ? summaries(seed, device, day, density) : moments(seed, device, archive, day, density)
    const told = [...(device.story?.events ?? []), ...exchangeOn(seed, device, day)].filter(
      (one) => one.archive === archive && dayOf(one.atMs) === day,
    )
    return told.length === 0 ? usual : [...usual, ...told.flatMap((one) => momentOf(device, one))].toSorted((a, b) => a.ms - b.ms)
  }
  return fromDays({
    ...span,
    nowMs,
    count: (day) => of(day).length,
    emit(day, untilMs, out) {
      for (const { ms, spec, value } of of(day)) {
        if (ms > untilMs) break
        out.push(record(seed, device, spec, ms, value))
      }
    },
  })
}

type Drawn = Exclude<EventArchive, 'nesht_svod'>

/** What happens at a device on a UTC day, ascending. */
function moments(seed: number, device: Device, archive: Drawn, day: number, density: number): Moment[] {
  if (inOutage(seed, device, day)) return []
  const kind = EVENT_ARCHIVES.indexOf(archive)
  const specs = everyday(device, archive)
  if (specs.length === 0) return []
  const count = countOf(hash(seed, SALT.eventCount, device.index, day, kind), PER_DAY[archive] * density)
  const out: Moment[] = []
  let ms = 0
  let code = 0
  for (let i = 0; i < count; i++) {
    const h = hash(seed, SALT.eventTime, device.index, day, i * 8 + kind)
    const twin = i > 0 && h % 12 === 0
    if (!twin) ms = day * DAY_MS + Math.floor(((i + h / 0x1_0000_0000) * DAY_MS) / count)
    const drawn = hash(seed, SALT.eventCode, device.index, day, i * 8 + kind) % specs.length
    code = twin && drawn === code ? (code + 1) % specs.length : drawn
    out.push({ ms, spec: pick(specs, code) })
  }
  return archive === 'nesht' ? withEnds(seed, device, out, day) : out
}

function countOf(h: number, rate: number): number {
  const sure = Math.floor(rate)
  const burst = h % 97 === 0 ? 2 + ((h >>> 8) % 5) : 0
  return sure + burst + ((h >>> 4) / 0x1000_0000 < rate - sure ? 1 : 0)
}

/** Kinds that something else has to agree with: the flow, the counters, the settings. They happen when it does. */
const AGREED: Partial<Record<EventArchive, readonly number[]>> = {
  valve: [kindNamed('valve', 'Клапан закрыт')],
  changes: [kindNamed('changes', 'Изменён контрактный час'), kindNamed('changes', 'Замена счётчика')],
}

/** Kinds that would send somebody out: nothing ends them, so they happen at few stations. */
const ALARMING: Partial<Record<EventArchive, readonly number[]>> = {
  alarm: ['Авария: давление', 'Загазованность', 'Вскрытие корпуса', 'Магнитное воздействие'].map((name) => kindNamed('alarm', name)),
  event: ['Переход на батарею', 'Внешнее питание восстановлено'].map((name) => kindNamed('event', name)),
}

/** Messages that may come from the device at any time. */
const everyday = ({ type, troubled, failingBattery }: Device, archive: EventArchive): readonly MessageSpec[] =>
  !troubled && archive === 'alarm' && !failingBattery
    ? []
    : messagesOf(type, archive).filter(
        ({ ends, kind }) =>
          ends === undefined && !AGREED[archive]?.includes(kind) && (troubled || ALARMING[archive]?.includes(kind) !== true),
      )

const LONGEST_MS = 3 * HOUR_MS
/** A sensor drops out for minutes: the substitute is no finding before an hour has passed. */
const LONGEST_FAILURE_MS = 45 * 60_000
const SHORTEST_MS = 60_000

/** Each situation ends before the next one begins, and before the day is over. */
function withEnds(seed: number, { type, index }: Device, begun: readonly Moment[], day: number): Moment[] {
  const specs = messagesOf(type, 'nesht')
  const out: Moment[] = []
  begun.forEach((begin, i) => {
    const next = begun.slice(i + 1).find(({ ms }) => ms > begin.ms)?.ms ?? (day + 1) * DAY_MS
    const longest = begin.spec.kind === kindNamed('nesht', 'Отказ датчика') ? LONGEST_FAILURE_MS : LONGEST_MS
    const drawn = SHORTEST_MS + (hash(seed, SALT.eventValue, index, day, i) % longest)
    const ms = Math.max(begin.ms + 1, Math.min(begin.ms + drawn, next - 1))
    const spec = specs.find(({ ends, channel }) => ends === begin.spec.kind && channel === begin.spec.channel)
    out.push(flagged(begin, '1'), ...(spec ? [flagged({ ms, spec }, '0')] : []))
  })
  return out.toSorted((a, b) => a.ms - b.ms)
}

/** A message of a begin says so by its flag too. */
const flagged = (moment: Moment, value: string): Moment => (moment.spec.value === 'flag' ? { ...moment, value } : moment)

const SUMMED: readonly (readonly [name: string, channels: readonly (string | null)[]])[] = [
  ['Сводка: давление вне пределов', ['P', 'Pin', 'Pout']],
  ['Сводка: температура вне пределов', ['T']],
]

/** At the end of a gas day: the minutes in which a situation of pressure, or of temperature, lasted in it. */
function summaries(seed: number, device: Device, day: number, density: number): Moment[] {
  const ms = day * DAY_MS + CONTRACT_START_MS
  const fromMs = ms - DAY_MS
  const { summaryOff, events: told } = device.story ?? {}
  const off = summaryOff && ms > summaryOff.fromMs && ms <= summaryOff.toMs ? summaryOff.minutes : 0
  const all = [
    ...moments(seed, device, 'nesht', day - 1, density),
    ...moments(seed, device, 'nesht', day, density),
    ...(told ?? []).filter(({ archive }) => archive === 'nesht').flatMap((one) => momentOf(device, one)),
  ].toSorted((a, b) => a.ms - b.ms)
  if (inOutage(seed, device, day)) return []
  return SUMMED.flatMap(([name, channels], nth) => {
    const own = all.filter(({ spec }) => channels.includes(spec.channel))
    const minutes = lastingMs(own, fromMs, ms) / 60_000 + (nth === 0 ? off : 0)
    const spec = messagesOf(device.type, 'nesht_svod').find(({ kind }) => kind === kindNamed('nesht_svod', name))
    return minutes > 0 && spec ? [{ ms, spec, value: String(Math.round(minutes)) }] : []
  })
}

/** How long one at least of the situations lasted between two moments. */
function lastingMs(own: readonly Moment[], fromMs: number, toMs: number): number {
  const open = new Set<string>()
  let since = 0
  let sum = 0
  for (const { ms, spec } of own) {
    const subject = `${spec.ends ?? spec.kind} ${spec.channel}`
    const had = open.size
    if (spec.ends === undefined) open.add(subject)
    else open.delete(subject)
    if (had === 0 && open.size > 0) since = ms
    else if (had > 0 && open.size === 0) sum += Math.max(0, Math.min(ms, toMs) - Math.max(since, fromMs))
  }
  return sum + (open.size > 0 ? Math.max(0, toMs - Math.max(since, fromMs)) : 0)
}

/** The exchange of the meter, if it was on this UTC day: whoever sets the first index of a new meter leaves an event. */
function exchangeOn(seed: number, device: Device, day: number): Told[] {
  const atMs = lastExchangeMs(seed, device, (day + 1) * DAY_MS)
  return atMs === undefined || dayOf(atMs) !== day
    ? []
    : [{ atMs, archive: 'changes', kind: 'Замена счётчика', channel: 'VNakpriv', value: '0.00' }]
}

/** An event of a story, where devices of its type have such a message. */
function momentOf({ type }: Device, { archive, kind, atMs, value, ...told }: Told): Moment[] {
  const channel = told.channel ?? null
  const spec = messagesOf(type, archive).find((one) => one.kind === kindNamed(archive, kind) && one.channel === channel)
  return spec ? [{ ms: Math.round(atMs), spec, ...(value !== undefined && { value }) }] : []
}
type Told = NonNullable<NonNullable<Device['story']>['events']>[number]

function record(seed: number, device: Device, spec: MessageSpec, ms: number, told?: string): WireEvent {
  const h = hash(seed, SALT.eventValue, device.index, ms % 0x7fff_ffff, spec.message.id)
  const value = told ?? valueOf(spec, h)
  const data: Record<string, string>[] = [
    { Code: spec.message.device_code },
    {
      CodeDescription: spec.message.description === '' ? spec.message.name : `${spec.message.name}. ${spec.message.description}`,
    },
    { ValCode: value },
    { Izm: spec.unit },
  ]
  // Entries beyond the observed four: what was changed, from what.
  if (spec.message.archive_type_varname === 'changes' && spec.value === 'channel') {
    data.push({ OldValue: valueOf(spec, h ^ 0x5555) })
  }
  return { event_time: ms / 1000, channel_data: shuffled(data, h) }
}

function valueOf(spec: MessageSpec, h: number): string {
  const u = fraction(h, SALT.eventValue)
  switch (spec.value) {
    case 'channel':
      return channelValue(spec, u)
    case 'minutes':
      return String(1 + Math.floor(u * 600))
    case 'seconds':
      return String(1 + Math.floor(u * 40))
    case 'flag':
      return h % 2 === 0 ? '1' : '0'
    case undefined:
      return ''
  }
}

function channelValue(spec: MessageSpec, u: number): string {
  if (spec.channel === 'Ubat') return (2.9 + 0.4 * u).toFixed(2)
  if (spec.channel === 'VNakpriv') return (1000 * u).toFixed(2)
  if (spec.channel === 'T' || spec.channel === 'Tair') return (70 * u - 30).toFixed(1)
  return (u * (spec.unit === 'kPa' || spec.unit === 'кПа' ? 900 : 1.2)).toFixed(3)
}
