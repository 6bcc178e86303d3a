import type {
  ArchiveData,
  ChannelData,
  DueData,
  EventColumns,
  SettingData,
  SettingsSnapshot,
  StationData,
} from '../../electron/analysis/kernel/data.ts'
import type { ChannelMeaning, MessageMeaning, SettingMeaning } from '../../electron/contract/meaning.ts'
import type { Quantity } from '../../electron/contract/quantities.ts'
import type { EventArchive } from '../../electron/contract/records.ts'
import { unitConversion } from '../../electron/contract/unit-conversion.ts'
import type { HoleState } from '../../electron/book/coverage/holes.ts'

/** A station as rules see it, built as the smallest valid thing; tests give what they are about. */

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Tests begin on a Monday at 10:00 Moscow time, the contract hour. */
export const MONDAY = Date.parse('2026-01-05T07:00:00Z')

const BASES: Partial<Record<Quantity, string>> = {
  standardVolume: 'm³',
  workingVolume: 'm³',
  volume: 'm³',
  standardCounter: 'm³',
  workingCounter: 'm³',
  counter: 'm³',
  standardFlow: 'm³/h',
  workingFlow: 'm³/h',
  flow: 'm³/h',
  pressure: 'kPa',
  differentialPressure: 'kPa',
  temperature: '°C',
}

const asBase = (unit: string | null, quantity: Quantity) => {
  const base = BASES[quantity]
  return base === undefined || unit === null ? null : unitConversion(unit, base)
}

/** A channel of a quantity, in its base unit unless another is given. */
export function channel(
  quantity: Quantity,
  values: ArrayLike<number>,
  {
    unit = BASES[quantity] ?? null,
    basis = null,
    name = quantity,
  }: { unit?: string | null; basis?: ChannelMeaning['basis']; name?: string } = {},
): ChannelData {
  return {
    channelVarname: name,
    unit,
    meaning: { quantity, basis },
    toBase: asBase(unit, quantity),
    values: Float64Array.from(values),
  }
}

/** The ends of `count` hours after a moment. */
export const hoursAfter = (fromMs: number, count: number): number[] => Array.from({ length: count }, (_, at) => fromMs + (at + 1) * HOUR)
/** An archive of these records. `dueMs`: what is due, all that there is unless given; null: its rhythm is not known. */
export function archive(
  archiveType: string,
  timesMs: readonly number[],
  channels: readonly ChannelData[],
  { dueMs = timesMs, reason = 'empty' }: { dueMs?: readonly number[] | null; reason?: HoleState } = {},
): ArchiveData {
  const there = new Set(timesMs)
  const due: DueData | null = dueMs && {
    due: Float64Array.from(dueMs),
    present: Uint8Array.from(dueMs, (atMs) => (there.has(atMs) ? 1 : 0)),
    reasonAt: () => reason,
  }
  return {
    archiveType,
    view: 'general',
    timesMs: Float64Array.from(timesMs),
    channels,
    due,
    fetchedToMs: timesMs.at(-1) ?? null,
  }
}

/** Copies an archive without some of its records; what is due stays. */
export function without(from: ArchiveData, isGone: (atMs: number, row: number) => boolean): ArchiveData {
  const rows = [...from.timesMs.keys()].filter((row) => !isGone(from.timesMs[row] as number, row))
  const timesMs = rows.map((row) => from.timesMs[row] as number)
  const channels = from.channels.map((one) => ({ ...one, values: Float64Array.from(rows, (row) => one.values[row] as number) }))
  const dueMs = from.due ? [...from.due.due] : null
  return archive(from.archiveType, timesMs, channels, { dueMs })
}

/** An archive whose records are put in order, with others between them; those are due no more than before. */
export function withRecords(to: ArchiveData, more: readonly { atMs: number; values: readonly number[] }[]): ArchiveData {
  const all = [
    ...Array.from(to.timesMs, (atMs, row) => ({
      atMs,
      values: to.channels.map(({ values }) => values[row] as number),
    })),
    ...more,
  ].sort((a, b) => a.atMs - b.atMs)
  const timesMs = all.map(({ atMs }) => atMs)
  const channels = to.channels.map((one, at) => ({ ...one, values: Float64Array.from(all, ({ values }) => values[at] as number) }))
  return archive(to.archiveType, timesMs, channels, { dueMs: to.due ? [...to.due.due] : null })
}

const NOTHING_SAID: MessageMeaning = { role: 'none', quantity: null, subject: '' }

export interface EventGiven {
  atMs: number
  meaning?: Partial<MessageMeaning>
  code?: string | null
  text?: string
  value?: string | null
  unit?: string | null
  more?: Readonly<Record<string, string>>
}

/** Events of one archive; each has a content of its own. */
export function events(given: readonly EventGiven[]): EventColumns {
  const inOrder = [...given].sort((a, b) => a.atMs - b.atMs)
  return {
    atMs: Float64Array.from(inOrder, ({ atMs }) => atMs),
    content: Int32Array.from(inOrder, (_, at) => at),
    contents: inOrder.map(({ code = null, text = '', value = null, unit = null, more = {}, meaning = {} }) => ({
      code,
      text,
      value,
      unit,
      more,
      meaning: { ...NOTHING_SAID, ...meaning },
    })),
  }
}

/** A setting by its role. */
export const setting = (
  role: SettingMeaning['role'],
  value: string,
  { unit = null, quantity = null, name = role }: { unit?: string | null; quantity?: Quantity | null; name?: string } = {},
): SettingData => ({ channelName: name, value, unit, meaning: { role, quantity } })

export const snapshot = (takenAtMs: number, items: readonly SettingData[], checkedAtMs = takenAtMs): SettingsSnapshot => ({
  takenAtMs,
  checkedAtMs,
  items,
})

/** A station with a device, in Moscow, contract hour 10. Now is the end of its last record unless given. */
export function station(given: Partial<StationData> & { events?: Partial<Record<EventArchive, EventColumns>> } = {}): StationData {
  const lastMs = Math.max(MONDAY, ...(given.archives ?? []).map(({ timesMs }) => timesMs.at(-1) ?? MONDAY))
  return {
    stationId: 1,
    equipmentId: 10,
    equipmentTypeId: 100,
    gas: { zone: 'Europe/Moscow', contractHour: 10 },
    nowMs: lastMs,
    archives: [],
    settings: [],
    events: {},
    sessions: null,
    lastSessionMs: null,
    ...given,
  }
}

/** Numbers between 0 and 1 that are the same with every run. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A normally distributed number: mean 0, deviation 1. */
export const gauss = (next: () => number): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

export const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))
