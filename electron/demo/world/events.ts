import type { Device } from './device.ts'
import { inOutage } from './device.ts'
import { EMPTY, fromDays, type Listing } from './listing.ts'
import { EVENT_ARCHIVES, messagesOf, type EventArchive, type MessageSpec } from './messages.ts'
import { fraction, hash, pick, SALT, shuffled } from './random.ts'
import { DAY_MS, type DaySpan } from './time.ts'
import type { WireEvent } from './wire.ts'

/** Events of a device in a day, on the average. */
const PER_DAY: Record<EventArchive, number> = {
  nesht: 0.35,
  nesht_svod: 0.15,
  changes: 0.06,
  event: 1.2,
  alarm: 0.12,
  valve: 0.08,
  seance: 1,
}

/**
 * 'Event archive record' of one archive of one device, ascending. `density` multiplies how often things happen. Now and
 * then two events of different codes share one millisecond.
 */
export function events(
  seed: number,
  device: Device,
  archive: EventArchive,
  span: DaySpan,
  nowMs: number,
  density: number,
): Listing<WireEvent> {
  const specs = messagesOf(device.type, archive)
  if (specs.length === 0) return EMPTY
  const kind = EVENT_ARCHIVES.indexOf(archive)
  const rate = PER_DAY[archive] * density
  const count = (day: number): number => {
    if (inOutage(seed, device, day)) return 0
    const h = hash(seed, SALT.eventCount, device.index, day, kind)
    const sure = Math.floor(rate)
    const burst = h % 97 === 0 ? 2 + ((h >>> 8) % 5) : 0
    return sure + burst + ((h >>> 4) / 0x1000_0000 < rate - sure ? 1 : 0)
  }
  return fromDays({
    ...span,
    nowMs,
    count,
    emit(day, untilMs, out) {
      const n = count(day)
      let ms = 0
      let code = 0
      for (let i = 0; i < n; i++) {
        const h = hash(seed, SALT.eventTime, device.index, day, i * 8 + kind)
        const twin = i > 0 && h % 12 === 0
        if (!twin) ms = day * DAY_MS + Math.floor(((i + h / 0x1_0000_0000) * DAY_MS) / n)
        if (ms > untilMs) break
        const drawn = hash(seed, SALT.eventCode, device.index, day, i * 8 + kind) % specs.length
        code = twin && drawn === code ? (code + 1) % specs.length : drawn
        out.push(record(seed, device, pick(specs, code), ms))
      }
    },
  })
}

function record(seed: number, device: Device, spec: MessageSpec, ms: number): WireEvent {
  const h = hash(seed, SALT.eventValue, device.index, ms % 0x7fff_ffff, spec.message.id)
  const value = valueOf(spec, h)
  const data: Record<string, string>[] = [
    { Code: spec.message.device_code },
    {
      CodeDescription:
        spec.message.description === '' ? spec.message.name : `${spec.message.name}. ${spec.message.description}`,
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
