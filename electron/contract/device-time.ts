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
}

/** The part of a range, both ends included, that lies in a device's time; all of it where no time is given. */
export function inDeviceTime<Range extends { fromMs?: number | undefined; toMs?: number | undefined }>(
  range: Range,
  time: DeviceTime | null | undefined,
): Range {
  if (!time || (time.afterMs === null && time.toMs === null)) return range
  const fromMs = time.afterMs === null ? range.fromMs : Math.max(range.fromMs ?? -Infinity, time.afterMs + 1)
  const toMs = time.toMs === null ? range.toMs : Math.min(range.toMs ?? Infinity, time.toMs)
  return { ...range, ...(fromMs === undefined ? {} : { fromMs }), ...(toMs === undefined ? {} : { toMs }) }
}

/** Whether a stamp lies in a device's time. */
export const isInDeviceTime = (atMs: number, time: DeviceTime | null | undefined): boolean =>
  !time || ((time.afterMs === null || atMs > time.afterMs) && (time.toMs === null || atMs <= time.toMs))

/** A device's time as text, for keys of what is remembered. */
export const deviceTimeKey = (time: DeviceTime | null | undefined): string =>
  time ? `${time.afterMs}|${time.toMs}|${time.sinceMs}` : ''
