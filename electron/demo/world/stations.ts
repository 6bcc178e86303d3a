import { DEVICE_TYPES } from './catalogue.ts'
import { deviceAt, EPOCH_DAY, serialNumber, type Device } from './device.ts'
import { stationId } from './keys.ts'
import { Flow } from './flow.ts'
import { fraction, hash, pick, SALT } from './random.ts'
import { consumerId, CONSUMERS, phone } from './regions.ts'
import { lastSessionMs } from './sessions.ts'
import type { Peculiar } from './stories.ts'
import { DAY_MS } from './time.ts'
import type { WireCharacteristics, WireLastSessionTime, WireStation } from './wire.ts'

const PLACES = [
  'Заречная',
  'Центральная',
  'Ёлочка',
  'Щербинки',
  'Сормово',
  'Южный посёлок',
  'Берёзовая Пойма',
  'ул. Лётчика Чкалова, 8',
  'пр-т Мира, 114',
  'Кстово',
  'Большие Орлы',
  'Промзона «Восток»',
] as const
const ENGLISH_PLACES = ['North Yard', 'River Port', 'Glass Works', 'Old Mill', 'Timber Terminal'] as const
const STATUSES = [
  'В работе',
  'В работе',
  'В работе',
  'Норма',
  'Нет связи',
  'На поверке',
  'Авария',
  'Выведен из эксплуатации',
  null,
] as const

/** Numbers are given in blocks of so many, within them not in the order of the keys. */
const BLOCK = 20

function stationName(seed: number, device: Device): string {
  const h = hash(seed, SALT.station, device.index)
  const nth = Math.floor(device.index / DEVICE_TYPES.length)
  const number = 1 + ((nth * 13) % BLOCK) + nth - (nth % BLOCK)
  if (device.type.language === 'en') {
    const place = pick(ENGLISH_PLACES, h >>> 6)
    return pick([`Boiler house ${number}`, `Gate station ${number}, ${place}`, `Meter run ${number} ${place}`], h)
  }
  const place = pick(PLACES, h >>> 6)
  if (device.type.family === 'monitor') return `ГРП-${number} ${place}`
  if (device.type.varname === 'iskra_g4') return pick([`Счётчик кв. ${number}, ${place}`, `ТСЖ, дом ${number}`], h)
  return pick(
    [`ГРП-${number}`, `ШРП-${number} (${place})`, `УУГ ${place} №${number}`, `ПРГ-${number}`, `Котельная №${number} «${place}»`],
    h,
  )
}

/** Which consumer owns the n-th station: most have several, a few none. */
export function ownerOf(index: number): number {
  return consumerId((index * 7 + Math.floor(index / 53)) % (CONSUMERS - 4))
}

/** Exchange code: found back by `indexOfUid`, and by nothing that looks alike. */
const uidOf = (index: number): string => `UG-${String(index + 1).padStart(6, '0')}-${(index * 7 + 3) % 10}`

export function indexOfUid(uid: string): number | undefined {
  const index = Number(/^UG-(\d{6})-\d$/.exec(uid)?.[1]) - 1
  return Number.isNaN(index) || index < 0 || uidOf(index) !== uid ? undefined : index
}

/** 'Metering unit (stations list item)' as it is at `nowMs`: shown values are those of the last session. */
export function stationAt(seed: number, index: number, startDay: number, nowMs: number, peculiar?: Peculiar): WireStation {
  const device = deviceAt(seed, index, peculiar)
  const { type } = device
  const lastMs = lastSessionMs(seed, device, startDay, nowMs)
  const shown = device.equipmentId === null || lastMs === undefined ? undefined : shownValues(seed, device, lastMs)
  const absent = device.equipmentId === null
  return {
    id: stationId(index),
    name: stationName(seed, device),
    equipment_type_id: absent ? null : type.id,
    equipment_type_varname: absent ? null : type.varname,
    equipment_brand_name: absent ? '' : device.brand,
    phone: device.telemetryId === null || index % 12 === 7 ? '' : phone(seed, index),
    equipment_id: device.equipmentId,
    telemetry_id: device.telemetryId,
    customer_id: ownerOf(index),
    equipment_serial_number: absent ? '' : serialNumber(seed, device, nowMs),
    status_name_value: pick(STATUSES, hash(seed, SALT.station, index, 1)),
    volume_value: shown?.volume ?? null,
    volume_unit: type.language === 'en' ? 'm³' : 'м³',
    pressure_value: shown?.pressure ?? null,
    pressure_unit: type.pressureUnit,
    temperature_value: shown?.temperature ?? null,
    temperature_unit: type.language === 'en' ? '°C' : '°С',
    last_seance_event_time: lastMs === undefined ? '' : String(lastMs / 1000),
    uid: uidOf(index),
  }
}

function shownValues(seed: number, device: Device, ms: number) {
  const flow = new Flow(seed, device)
  const celsius = flow.temperatureAt(ms)
  const steps = device.type.volumeSteps
  const counted = flow.shownAt(ms, flow.countedAt(ms)).standard / steps
  return {
    volume: device.type.family === 'monitor' ? null : counted.toFixed(Math.log10(steps)),
    pressure: device.type.family === 'household' ? null : (flow.pressureAt(ms, celsius) * device.type.pressurePerMPa).toFixed(3),
    temperature: celsius.toFixed(2),
  }
}

/** 'Metering unit characteristics'. Only homes know residents and area. */
export function characteristicsAt(seed: number, index: number): WireCharacteristics {
  const { type } = deviceAt(seed, index)
  const h = hash(seed, SALT.characteristics, index)
  const home = type.varname === 'iskra_g4'
  const yes = (of: number): 'true' | 'false' => (of ? 'true' : 'false')
  return {
    id: stationId(index),
    gas_boiler: yes(home ? h & 1 : 1),
    gas_stove: yes(home ? 1 : 0),
    gas_water_heater: yes(h & 4),
    resident_count: home && h % 6 !== 0 ? String(1 + ((h >>> 8) % 6)) : null,
    heated_area: home ? (30 + 90 * fraction(seed, SALT.characteristics, index, 1)).toFixed(1) : null,
  }
}

/** 'Last session time', the same moment as in the list. */
export function lastSessionTimeAt(seed: number, index: number, startDay: number, nowMs: number, peculiar?: Peculiar): WireLastSessionTime {
  const device = deviceAt(seed, index, peculiar)
  const ms = lastSessionMs(seed, device, startDay, nowMs)
  return { station_name: stationName(seed, device), last_seance_event_time: ms === undefined ? null : ms / 1000 }
}

/** Day on which the n-th station's device was put into use, for its settings. */
export const installedMs = (index: number): number => (EPOCH_DAY - 30 - (index % 300)) * DAY_MS
