/**
 * The time of a device at a station, as a part of its archives: records stamped after `afterMs`, up to and with `toMs`,
 * Unix ms. The station's device before it ended at `sinceMs`: what was due between the two is missing for the exchange.
 */
export interface DeviceTime {
  /** Null: from its first record on. */
  afterMs: number | null
  /** Null: to its last record. */
  toMs: number | null
  /** Null: there was no device before it. */
  sinceMs: number | null
  /** The device before it, which may have records of the time between that are not in the book; null: there was none. */
  beforeId: number | null
  /**
   * The part of its log: a message of the exchange is written after the last record of hours and before the first. Bounded
   * only where the device was at another station as well.
   */
  logAfterMs: number | null
  logToMs: number | null
}

interface Bounds {
  fromMs?: number | undefined
  toMs?: number | undefined
}

/** The part of a range, both ends included, that lies in a device's time; all of it where no time is given. */
export const inDeviceTime = <Range extends Bounds>(range: Range, time: DeviceTime | null | undefined): Range =>
  time ? cutTo(range, time.afterMs, time.toMs) : range

/** The part of a range of its log that lies in a device's time. */
export const inLogTime = <Range extends Bounds>(range: Range, time: DeviceTime | null | undefined): Range =>
  time ? cutTo(range, time.logAfterMs, time.logToMs) : range

/** The part of a range that lies after one moment, up to and with another; null: no bound. */
export function cutTo<Range extends Bounds>(range: Range, afterMs: number | null, untilMs: number | null): Range {
  if (afterMs === null && untilMs === null) return range
  const fromMs = afterMs === null ? range.fromMs : Math.max(range.fromMs ?? -Infinity, afterMs + 1)
  const toMs = untilMs === null ? range.toMs : Math.min(range.toMs ?? Infinity, untilMs)
  return { ...range, ...(fromMs === undefined ? {} : { fromMs }), ...(toMs === undefined ? {} : { toMs }) }
}

/** Whether a stamp lies in a device's time. */
export const isInDeviceTime = (atMs: number, time: DeviceTime | null | undefined): boolean =>
  !time || ((time.afterMs === null || atMs > time.afterMs) && (time.toMs === null || atMs <= time.toMs))

/** A device's time as text, for keys of what is remembered. */
export const deviceTimeKey = (time: DeviceTime | null | undefined): string => (time ? Object.values(time).join('|') : '')
