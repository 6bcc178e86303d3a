import { DEVICE_TYPES, type DeviceType } from './catalogue.ts'
import { fraction, hash, pick, SALT } from './random.ts'
import { EQUIPMENT_BASE, stationId, TELEMETRY_BASE } from './keys.ts'
import type { Silence } from './silence.ts'
import { storyOf, type Peculiar, type Story } from './stories.ts'
import { DAY_MS, HOUR_MS, lastOccurrence } from './time.ts'

/** Cycles (exchanges, wraps, settings, batteries, outages) are counted from here, long before any archive begins. */
export const EPOCH_MS = Date.UTC(2018, 0, 1)
export const EPOCH_DAY = EPOCH_MS / DAY_MS

/** Shape of the day's consumption. */
export type DayShape = 'homes' | 'shift' | 'flat'

/** The equipment at the n-th station, before any time comes in. */
export interface Device {
  index: number
  silence: Silence | undefined
  /** The fault here; undefined at most stations. */
  story: Story | undefined
  equipmentId: number | null
  telemetryId: number | null
  type: DeviceType
  brand: string
  /** Mean standard volume of a day, m³. */
  dailyM3: number
  /** Winter above, summer below the mean, as a share of it. */
  season: number
  /** Share of a working day's volume that Saturday and Sunday take. */
  weekend: number
  shape: DayShape
  /** Mean standard volume per working volume; what pressure makes of it. */
  ratio: number
  /** Counter at the beginning of time, m³. */
  firstIndexM3: number
  exchanges: boolean
  weakSignal: boolean
  failingBattery: boolean
  suffersOutages: boolean
  /** Now and then hours or a day are missing in its archives; elsewhere they are whole. */
  losesRecords: boolean
  /** It tells of gas in the air, of tampering and of lost power. */
  troubled: boolean
}

/** A wrap of the 8-digit counter falls into any three years at this mean volume of a day. */
const WRAPPING_DAILY_M3 = 118_000
const EXCHANGE_EVERY_DAYS = 900
const OUTAGE_EVERY_DAYS = 240
const OUTAGE_DAYS = 23

/** The n-th station's device. Peculiarities go by the index, so that the first ten stations show each of them. */
export function deviceAt(seed: number, index: number, peculiar?: Peculiar): Device {
  const h = hash(seed, SALT.device, index)
  const type = pick(DEVICE_TYPES, index)
  const u = (n: number): number => fraction(seed, SALT.device, index, n)
  const hasDevice = index % 37 !== 12
  const wraps = type.family === 'orifice' && Math.floor(index / DEVICE_TYPES.length) % 4 === 0
  const household = type.varname === 'iskra_g4'
  const story = peculiar && storyOf(index, peculiar.madeDay)
  return {
    index,
    silence: peculiar?.silences?.get(stationId(index)) ?? story?.silence,
    story,
    equipmentId: hasDevice ? EQUIPMENT_BASE + index : null,
    telemetryId: hasDevice && index % 29 !== 8 ? TELEMETRY_BASE + index : null,
    type,
    brand: story?.brand ?? pick(type.brands, h >>> 8),
    dailyM3: wraps ? WRAPPING_DAILY_M3 * (1 + 0.1 * u(1)) : household ? 2 + 9 * u(1) : 150 * 10 ** (2 * u(1)),
    season: 0.35 + 0.35 * u(2),
    weekend: household ? 1.15 : 0.45 + 0.5 * u(3),
    shape: household ? 'homes' : u(4) < 0.6 ? 'shift' : 'flat',
    ratio: type.family === 'household' ? 1.01 : pick([1.13, 1.17, 3.9, 6.8], h >>> 12),
    firstIndexM3: Math.round(50_000 * u(5)),
    exchanges: !wraps && index % 10 === 3,
    weakSignal: index % 7 === 4,
    failingBattery: index % 5 === 1,
    suffersOutages: index % 9 === 5,
    losesRecords: index < 10 || index % 11 === 1,
    troubled: index < 10 || index % 29 === 5,
  }
}

/** When the meter was last exchanged, strictly before `ms`; undefined where it is still the first. */
export function lastExchangeMs(seed: number, device: Device, ms: number): number | undefined {
  if (!device.exchanges) return undefined
  const firstMs = EPOCH_MS + (hash(seed, SALT.serial, device.index) % (300 * 24)) * HOUR_MS
  return lastOccurrence(ms, firstMs, EXCHANGE_EVERY_DAYS)
}

/** Serial number of the meter that is in use at `ms`. Some begin with zeros: it is a string. */
export function serialNumber(seed: number, device: Device, ms: number): string {
  const exchanged = lastExchangeMs(seed, device, ms) ?? 0
  const number = hash(seed, SALT.serial, device.index, exchanged / HOUR_MS + 1) % 100_000_000
  return String(number).padStart(8, '0')
}

/** Days on which the device was out of reach and lost what it measured. */
export function inOutage(seed: number, device: Device, day: number): boolean {
  if (!device.suffersOutages) return false
  const phase = hash(seed, SALT.outage, device.index) % OUTAGE_EVERY_DAYS
  return (((day - EPOCH_DAY + phase) % OUTAGE_EVERY_DAYS) + OUTAGE_EVERY_DAYS) % OUTAGE_EVERY_DAYS < OUTAGE_DAYS
}
