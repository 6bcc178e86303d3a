import { EPOCH_DAY, inOutage, type Device } from './device.ts'
import { fromDays, type Listing } from './listing.ts'
import { fraction, hash, SALT } from './random.ts'
import { DAY_MS, dayOf, HOUR_MS, type DaySpan } from './time.ts'
import type { WireSession } from './wire.ts'

/** More than the sessions of one day ever are; keys of sessions are laid out by it. */
const SLOTS_A_DAY = 4
const DAYS_A_DEVICE = 50_000
const BATTERY_CYCLE_DAYS = 420

/** How many sessions the device's telemetry plans in a day. */
const planned = (device: Device): number => 1 + (device.index % 3 === 0 ? 1 : 0)

/** Moments of the sessions of a UTC day, ascending, in Unix ms at whole seconds. */
export const sessionTimes = (seed: number, device: Device, day: number): number[] => sessionsOf(seed, device, day).map(({ ms }) => ms)

/** Sessions of a UTC day by their place among those that were planned: a silent device leaves its places empty. */
function sessionsOf(seed: number, device: Device, day: number): { slot: number; ms: number; count: number }[] {
  const { silence } = device
  const count = sessionCount(seed, device, day)
  const out: { slot: number; ms: number; count: number }[] = []
  for (let slot = 0; slot < count; slot++) {
    const ms = sessionMs(seed, device, day, slot, count)
    if (!silence || ms < silence.fromMs || ms >= silence.toMs) out.push({ slot, ms, count })
  }
  return out
}

function sessionCount(seed: number, device: Device, day: number): number {
  if (device.telemetryId === null || inOutage(seed, device, day)) return 0
  const chance = hash(seed, SALT.session, device.index, day) % 100
  // Now and then the station could not be reached at all, or was called once more than planned.
  if (chance < (device.weakSignal ? 9 : 2)) return 0
  return planned(device) + (chance > 95 ? 1 : 0)
}

function sessionMs(seed: number, device: Device, day: number, slot: number, count: number): number {
  const length = DAY_MS / count
  const offset = (hash(seed, SALT.sessionTime, device.index) % (2 * HOUR_MS)) + HOUR_MS
  const jitter = hash(seed, SALT.sessionTime, device.index, day, slot + 1) % (20 * 60_000)
  return Math.floor((day * DAY_MS + slot * length + offset + jitter) / 1000) * 1000
}

/** 'Communication session (seances)' of one telemetry unit, ascending. */
export function sessions(seed: number, device: Device, span: DaySpan, nowMs: number): Listing<WireSession> {
  return fromDays({
    ...span,
    nowMs,
    count: (day) => sessionsOf(seed, device, day).length,
    emit(day, untilMs, out) {
      for (const { slot, ms, count } of sessionsOf(seed, device, day)) {
        if (ms <= untilMs) out.push(record(seed, device, day, slot, ms, count))
      }
    },
  })
}

/** The newest session up to `nowMs` that is not before `startDay`, Unix ms. */
export function lastSessionMs(seed: number, device: Device, startDay: number, nowMs: number): number | undefined {
  if (device.telemetryId === null) return undefined
  for (let day = dayOf(nowMs); day >= startDay; day--) {
    const last = sessionTimes(seed, device, day).findLast((ms) => ms <= nowMs)
    if (last !== undefined) return last
  }
  return undefined
}

/**
 * Up to when the device's records have reached the service, Unix ms. A silent device's end with its last session before
 * the silence, until its first one after it brings the rest.
 */
export function transmittedMs(seed: number, device: Device, startDay: number, nowMs: number): number {
  const { silence } = device
  if (!silence || nowMs < silence.fromMs) return nowMs
  const lastMs = lastSessionMs(seed, device, startDay, nowMs) ?? 0
  return lastMs >= silence.toMs ? nowMs : Math.min(lastMs, silence.fromMs)
}

function record(seed: number, device: Device, day: number, slot: number, ms: number, count: number): WireSession {
  const h = hash(seed, SALT.session, device.index, day, slot + 1)
  const failed = h % 100 < (device.weakSignal ? 14 : 3)
  const retries = device.weakSignal ? (h >>> 7) % 6 : (h >>> 7) % 23 === 0 ? 1 : 0
  const nextMs = slot + 1 < count ? sessionMs(seed, device, day, slot + 1, count) : sessionMs(seed, device, day + 1, 0, planned(device))
  const hasBattery = device.type.telemetry !== 'LTE router'
  return {
    id: (device.index * DAYS_A_DEVICE + day) * SLOTS_A_DAY + slot,
    telemetry_id: device.telemetryId as number,
    event_time: ms / 1000,
    Evtid: h % 41 === 0 ? null : slot >= planned(device) ? 3 : 1,
    Trycnt: h % 53 === 0 ? null : retries,
    Tryfl: retries > 0 ? 2 + (h % 3) : h % 31 === 0 ? null : 0,
    state: failed ? 2 : 1,
    Btm: hasBattery ? batteryPercent(seed, device, ms) : null,
    Rssi: failed && h % 2 === 0 ? null : signalDbm(h, device, retries),
    Bsg: device.type.family === 'household' ? null : Math.max(20, 100 - (Math.floor((day - EPOCH_DAY) / 12) % 80)),
    gettime: h % 5 !== 0,
    next_session_time: h % 37 === 0 ? null : nextMs / 1000,
    referenceparameter_seance_status_id: failed ? 4 : retries > 0 ? 2 : 1,
    duration_session: failed && h % 3 === 0 ? null : Math.round((8 + 60 * fraction(h, SALT.session)) * (1 + retries) * 10) / 10,
    session_traffic: failed ? (h % 3 === 1 ? null : 0) : Math.round(1_200 + 9_000 * fraction(h, SALT.sessionTime)) / 100,
    millisecond: h % 29 === 0 ? null : (h >>> 11) % 1000,
  }
}

/** Charge in percent. A failing one is down within four months of its change and stays there until the next. */
function batteryPercent(seed: number, device: Device, ms: number): number {
  const phase = hash(seed, SALT.battery, device.index) % BATTERY_CYCLE_DAYS
  const age = (ms / DAY_MS - EPOCH_DAY + phase) % BATTERY_CYCLE_DAYS
  const left = device.failingBattery ? 100 - (age / 130) * 95 : 100 - (age / BATTERY_CYCLE_DAYS) * 35
  return Math.max(device.failingBattery ? 2 : 40, Math.round(left))
}

const signalDbm = (h: number, device: Device, retries: number): number =>
  -(device.weakSignal ? 99 : 66) - ((h >>> 17) % 12) - (retries > 2 ? 2 : 0)
