import { channelCodes, UNIFIED, type ChannelCode, type ReadingArchive } from './catalogue.ts'
import { inOutage, type Device } from './device.ts'
import { Flow } from './flow.ts'
import { EMPTY, fromDays, type Listing } from './listing.ts'
import { fraction, hash, SALT, shuffled } from './random.ts'
import { sessionTimes } from './sessions.ts'
import { CONTRACT_START_MS, DAY_MS, HOUR_MS, type DaySpan } from './time.ts'
import type { WireEntry, WireReading, WireValue } from './wire.ts'

/** Times of an archive's records. A record is stamped with the end of the period that it covers. */
interface Schedule {
  count(day: number): number
  times(day: number): number[]
  /** The beginning of the period that ends at `ms`; an archive of moments has none. */
  periodStart(ms: number): number
}

/**
 * 'Readings record' of one archive of one device, ascending. An hourly record at t covers (t − 1 h, t], a daily one is
 * stamped at 10:00 Europe/Moscow (07:00 UTC) and covers the 24 hours before, a monthly one the months between such marks.
 * The unified view has only what has a unified code, its values as strings.
 */
export function readings(
  seed: number,
  device: Device,
  archive: ReadingArchive,
  view: 'general' | 'unified',
  span: DaySpan,
  nowMs: number,
): Listing<WireReading> {
  const codes = channelCodes(device.type, archive).filter((code) => view === 'general' || UNIFIED[code] !== undefined)
  if (!device.type.archives.includes(archive) || codes.length === 0) return EMPTY
  const schedule = scheduleOf(seed, device, archive)
  const names = codes.map((code) => (view === 'general' ? code : (UNIFIED[code] as string)))
  const flow = new Flow(seed, device)
  return fromDays({
    ...span,
    nowMs,
    count: schedule.count,
    emit(day, untilMs, out) {
      for (const ms of schedule.times(day)) {
        if (ms > untilMs) break
        out.push(record(seed, device, flow, ms, schedule.periodStart(ms), codes, names, view === 'unified'))
      }
    },
  })
}

function record(
  seed: number,
  device: Device,
  flow: Flow,
  ms: number,
  startMs: number,
  codes: readonly ChannelCode[],
  names: readonly string[],
  asText: boolean,
): WireReading {
  const values = told(seed, device, flow, ms, startMs)
  const odd = hash(seed, SALT.oddValue, device.index, ms / 1000)
  // Now and then a sensor's value is null or a word. Volumes are always numbers.
  const oddCode = odd % 331 < 2 ? codes[(odd >>> 12) % codes.length] : undefined
  const data: WireEntry[] = []
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as ChannelCode
    let value: WireValue = values[code]
    if (code === oddCode && !code.startsWith('V')) value = odd % 331 === 0 ? null : '---'
    data.push({ [names[i] as string]: asText && typeof value === 'number' ? String(value) : value })
  }
  return { event_time: ms / 1000, channel_data: shuffled(data, odd) }
}

type Values = Record<ChannelCode, number>

/** The values of the record: the measured ones, but for those that the station's story changes. */
function told(seed: number, device: Device, flow: Flow, ms: number, startMs: number): Values {
  const { story, type } = device
  if (!story) return measure(seed, device, flow, ms, startMs)
  const isDaily = ms - startMs === DAY_MS
  const earlierMs = isDaily ? (story.closesEarlierHours ?? 0) * HOUR_MS : 0
  const values = measure(seed, device, flow, ms - earlierMs, startMs - earlierMs)
  for (const { code, fromMs, toMs, value, times = 1, add = 0, stands = false } of story.channels ?? []) {
    if (ms <= fromMs || ms > toMs || isDaily) continue
    const truth = stands ? measure(seed, device, flow, fromMs, fromMs - HOUR_MS) : values
    const shown = value === undefined ? truth[code] * times + add : value * type.pressurePerMPa
    values[code] = rounded(shown, code === 'P' && type.pressurePerMPa <= 100 ? 4 : 2)
  }
  const { dailyVolumes } = story
  if (isDaily && dailyVolumes && ms > dailyVolumes.fromMs && ms <= dailyVolumes.toMs) {
    for (const code of ['Vpriv', 'Vwork'] as const) values[code] = rounded(values[code] * dailyVolumes.times, 2)
  }
  return values
}

/** All quantities of a device at `ms`, volumes of the period since `startMs`, rounded as the device shows them. */
function measure(seed: number, device: Device, flow: Flow, ms: number, startMs: number): Values {
  const { type } = device
  const before = flow.countedAt(startMs)
  const now = flow.countedAt(ms)
  const shown = flow.shownAt(ms, now)
  const celsius = flow.temperatureAt(ms)
  const ratio = flow.ratioAt(ms)
  const mpa = flow.pressureAt(ms, celsius)
  const hours = Math.max((ms - startMs) / HOUR_MS, 1 / 60)
  const perHour = (now.standard - before.standard) / type.volumeSteps / hours
  const share = perHour / Math.max(device.dailyM3 / 12, 0.001)
  const wobble = fraction(seed, SALT.instant, device.index, ms / 60_000)
  return {
    VNakpriv: shown.standard / type.volumeSteps,
    Vpriv: (now.standard - before.standard) / type.volumeSteps,
    VNakwork: shown.working / type.volumeSteps,
    Vwork: (now.working - before.working) / type.volumeSteps,
    P: rounded(mpa * type.pressurePerMPa, type.pressurePerMPa > 100 ? 2 : 4),
    T: rounded(celsius, 2),
    Kkor: rounded(ratio, 4),
    Q: rounded(perHour, 2),
    dP: rounded(25 * share * share, 3),
    Ubat: rounded(3.62 - 0.25 * fraction(seed, SALT.battery, device.index, Math.floor(ms / (90 * DAY_MS))), 2),
    Pin: rounded(0.3 * device.ratio * (0.97 + 0.06 * wobble), 4),
    Pout: rounded(2.1 + 0.25 * wobble - 0.1 * share, 2),
    Tair: rounded(14 + 0.4 * celsius + 2 * wobble, 1),
  }
}

function rounded(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}

function scheduleOf(seed: number, device: Device, archive: ReadingArchive): Schedule {
  switch (archive) {
    case 'hourly':
      return withExtras(
        regular(HOUR_MS, (day) => missingHours(seed, device, day)),
        device.story?.extras ?? [],
      )
    case 'instant':
      return regular(HOUR_MS / 2, (day) => (missingHours(seed, device, day) === 0 ? 0 : -1), 60_000)
    case 'daily':
      return marks(
        (day) => !inOutage(seed, device, day) && !(device.losesRecords && hash(seed, SALT.gap, device.index, day, 1) % 90 === 0),
        DAY_MS,
      )
    case 'monthly':
      return marks((day) => new Date(day * DAY_MS).getUTCDate() === 1, undefined)
    case 'session':
      return {
        count: (day) => sessionTimes(seed, device, day).length,
        times: (day) => sessionTimes(seed, device, day),
        periodStart: (ms) => ms,
      }
  }
}

/** One record every `stepMs` except where the day's mask has a bit; each bit stands for one record, −1 for all. */
function regular(stepMs: number, missing: (day: number) => number, periodMs = stepMs): Schedule {
  const perDay = DAY_MS / stepMs
  return {
    count: (day) => {
      const mask = missing(day)
      return mask === -1 ? 0 : perDay - bits(mask)
    },
    times(day) {
      const mask = missing(day)
      if (mask === -1) return []
      const out: number[] = []
      for (let i = 0; i < perDay; i++) if (mask === 0 || (mask & (1 << i)) === 0) out.push(day * DAY_MS + i * stepMs)
      return out
    },
    periodStart: (ms) => ms - periodMs,
  }
}

/** Records between the hours, each of what has flowed since the hour began. */
function withExtras(schedule: Schedule, extras: readonly number[]): Schedule {
  if (extras.length === 0) return schedule
  const of = (day: number) => extras.filter((ms) => Math.floor(ms / DAY_MS) === day)
  return {
    count: (day) => schedule.count(day) + of(day).length,
    times: (day) => [...schedule.times(day), ...of(day)].toSorted((a, b) => a - b),
    periodStart: (ms) => (ms % HOUR_MS === 0 ? schedule.periodStart(ms) : ms - (ms % HOUR_MS)),
  }
}

/** At most one record a day, at the contract hour; without a fixed period it covers a calendar month. */
function marks(has: (day: number) => boolean, periodMs: number | undefined): Schedule {
  return {
    count: (day) => (has(day) ? 1 : 0),
    times: (day) => (has(day) ? [day * DAY_MS + CONTRACT_START_MS] : []),
    periodStart(ms) {
      if (periodMs !== undefined) return ms - periodMs
      const start = new Date(ms)
      start.setUTCMonth(start.getUTCMonth() - 1)
      return start.getTime()
    },
  }
}

/** A bit for each hour of the UTC day that has no record; −1 when the whole day has none. */
function missingHours(seed: number, device: Device, day: number): number {
  if (inOutage(seed, device, day)) return -1
  if (!device.losesRecords) return 0
  const h = hash(seed, SALT.gap, device.index, day)
  const kind = h % 1000
  if (kind < 6) return -1
  if (kind >= 30) return 0
  const length = 1 + ((h >>> 10) % 5)
  const start = (h >>> 16) % (25 - length)
  return ((1 << length) - 1) << start
}

function bits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}
