import { fromArray, type Listing } from './listing.ts'
import type { WireChannel, WireEquipmentType } from './wire.ts'

/** Which of the world's quantities a device measures. */
export type Family = 'corrector' | 'orifice' | 'household' | 'monitor'
export type ReadingArchive = 'hourly' | 'daily' | 'monthly' | 'session' | 'instant'
type Language = 'ru' | 'en'

/** One kind of device. Pressure is computed in MPa absolute and shown as MPa × `pressurePerMPa`. */
export interface DeviceType {
  id: number
  varname: string
  name: string
  brands: readonly string[]
  kind: string
  telemetry: string
  /** Whether the channel directory repeats the telemetry type, which the document leaves open. */
  telemetryInChannels: boolean
  description: string
  language: Language
  family: Family
  pressureUnit: string
  pressurePerMPa: number
  /** Counter steps per m³: 100 shows hundredths. */
  volumeSteps: number
  archives: readonly ReadingArchive[]
  hasValve: boolean
}

const base = { language: 'ru', telemetryInChannels: true, hasValve: false, volumeSteps: 100 } as const

export const DEVICE_TYPES: readonly DeviceType[] = [
  {
    ...base,
    id: 11,
    varname: 'korund_270',
    name: 'Корунд-270',
    brands: ['Корунд-270', 'Корунд-270М'],
    kind: 'Корректор объёма газа',
    telemetry: 'GSM/GPRS модем',
    description: 'Электронный корректор с датчиками давления и температуры',
    family: 'corrector',
    pressureUnit: 'МПа',
    pressurePerMPa: 1,
    archives: ['hourly', 'daily', 'monthly'],
  },
  {
    ...base,
    id: 12,
    varname: 'gradient_220',
    name: 'Градиент-220',
    brands: ['Градиент-220'],
    kind: 'Корректор объёма газа',
    telemetry: 'GSM/GPRS модем',
    description: 'Корректор с автономным питанием, температура и подстановочное давление',
    family: 'corrector',
    pressureUnit: 'кПа',
    pressurePerMPa: 1000,
    archives: ['hourly', 'daily'],
  },
  {
    ...base,
    id: 13,
    varname: 'potok_d',
    name: 'Поток-Д',
    brands: ['Поток-Д', 'Поток-Д2'],
    kind: 'Вычислитель расхода',
    telemetry: 'Радиомодем',
    description: 'Вычислитель расхода по перепаду давления на диафрагме',
    family: 'orifice',
    pressureUnit: 'кгс/см²',
    pressurePerMPa: 10.197162,
    archives: ['hourly', 'daily', 'monthly', 'instant'],
  },
  {
    ...base,
    id: 14,
    varname: 'iskra_g4',
    name: 'Искра G4 Смарт',
    brands: ['Искра G4', 'Искра G6', 'Искра G10'],
    kind: 'Бытовой счётчик',
    telemetry: 'NB-IoT',
    telemetryInChannels: false,
    description: 'Бытовой счётчик с термокоррекцией и запорным клапаном',
    family: 'household',
    pressureUnit: '',
    pressurePerMPa: 1,
    volumeSteps: 1000,
    hasValve: true,
    archives: ['hourly', 'daily', 'session'],
  },
  {
    ...base,
    id: 15,
    varname: 'dozor_grp',
    name: 'Дозор-ГРП',
    brands: ['Дозор-ГРП'],
    kind: 'Контроллер телеметрии',
    telemetry: 'GSM/GPRS модем',
    description: 'Давление до и после регулятора, температура, охрана; объёма не измеряет',
    family: 'monitor',
    pressureUnit: 'МПа',
    pressurePerMPa: 1,
    hasValve: true,
    archives: ['hourly', 'daily', 'instant'],
  },
  {
    ...base,
    id: 16,
    varname: 'ultra_flow',
    name: 'UltraFlow U3',
    brands: ['UltraFlow U3', 'UltraFlow U3x'],
    kind: 'Ultrasonic flow meter',
    telemetry: 'LTE router',
    description: 'Ultrasonic meter with built-in conversion',
    language: 'en',
    family: 'corrector',
    pressureUnit: 'kPa',
    pressurePerMPa: 1000,
    archives: ['hourly', 'daily', 'monthly', 'instant'],
  },
  {
    ...base,
    id: 17,
    varname: 'turbina_t1',
    name: 'Турбина-Т1',
    brands: ['Турбина-Т1'],
    kind: 'Счётчик с термокорректором',
    telemetry: 'GSM/GPRS модем',
    telemetryInChannels: false,
    description: 'Турбинный счётчик, низкое давление',
    family: 'household',
    pressureUnit: '',
    pressurePerMPa: 1,
    archives: ['hourly', 'daily', 'monthly', 'session'],
  },
]

export const ARCHIVE_TYPE_IDS: Readonly<Record<string, number>> = {
  hourly: 1,
  daily: 2,
  monthly: 3,
  session: 4,
  instant: 5,
  settings: 10,
  nesht: 21,
  nesht_svod: 22,
  changes: 23,
  event: 24,
  alarm: 25,
  valve: 26,
  seance: 27,
}

const ARCHIVE_NAMES: Record<ReadingArchive, Record<Language, string>> = {
  hourly: { ru: 'Часовой архив', en: 'Hourly archive' },
  daily: { ru: 'Суточный архив', en: 'Daily archive' },
  monthly: { ru: 'Месячный архив', en: 'Monthly archive' },
  session: { ru: 'Показания на момент сеанса', en: 'Readings at the session' },
  instant: { ru: 'Мгновенные значения', en: 'Instantaneous values' },
}

/** Every general channel code there is. */
export type ChannelCode = 'VNakpriv' | 'Vpriv' | 'VNakwork' | 'Vwork' | 'P' | 'T' | 'dP' | 'Q' | 'Kkor' | 'Ubat' | 'Pin' | 'Pout' | 'Tair'

const CHANNELS: Record<ChannelCode, { ru: string; en: string; unit: { ru: string; en: string } | 'pressure' }> = {
  VNakpriv: { ru: 'Накопленный стандартный объём', en: 'Standard volume index', unit: { ru: 'м³', en: 'm³' } },
  Vpriv: { ru: 'Стандартный объём за период', en: 'Standard volume of the period', unit: { ru: 'м³', en: 'm³' } },
  VNakwork: { ru: 'Накопленный рабочий объём', en: 'Working volume index', unit: { ru: 'м³', en: 'm³' } },
  Vwork: { ru: 'Рабочий объём за период', en: 'Working volume of the period', unit: { ru: 'м³', en: 'm³' } },
  P: { ru: 'Абсолютное давление', en: 'Absolute pressure', unit: 'pressure' },
  T: { ru: 'Температура газа', en: 'Gas temperature', unit: { ru: '°С', en: '°C' } },
  dP: { ru: 'Перепад давления', en: 'Differential pressure', unit: { ru: 'кПа', en: 'kPa' } },
  Q: { ru: 'Расход стандартный', en: 'Standard flow', unit: { ru: 'м³/ч', en: 'm³/h' } },
  Kkor: { ru: 'Коэффициент коррекции', en: 'Conversion factor', unit: { ru: '', en: '' } },
  Ubat: { ru: 'Напряжение батареи', en: 'Battery voltage', unit: { ru: 'В', en: 'V' } },
  Pin: { ru: 'Давление на входе', en: 'Inlet pressure', unit: 'pressure' },
  Pout: { ru: 'Давление на выходе', en: 'Outlet pressure', unit: { ru: 'кПа', en: 'kPa' } },
  Tair: { ru: 'Температура в помещении', en: 'Room temperature', unit: { ru: '°С', en: '°C' } },
}

const FAMILY_CHANNELS: Record<Family, readonly ChannelCode[]> = {
  corrector: ['VNakpriv', 'Vpriv', 'VNakwork', 'Vwork', 'P', 'T', 'Kkor'],
  orifice: ['VNakpriv', 'Vpriv', 'dP', 'P', 'T', 'Q'],
  household: ['VNakpriv', 'Vpriv', 'T', 'Ubat'],
  monitor: ['Pin', 'Pout', 'Tair', 'Ubat'],
}

/** Archives of moments know no volume of a period; instantaneous values know no counters either. */
const LEFT_OUT: Partial<Record<ReadingArchive, readonly ChannelCode[]>> = {
  session: ['Vpriv', 'Vwork'],
  instant: ['VNakpriv', 'Vpriv', 'VNakwork', 'Vwork', 'Kkor'],
}

/** General code → unified code ('Readings record', unified view). What has none is not in the unified view. */
export const UNIFIED: Partial<Record<ChannelCode, string>> = {
  Vpriv: 'gas_consume',
  VNakpriv: 'reading_value',
  VNakwork: 'VNakwork',
  Vwork: 'Vwork',
  P: 'P',
  T: 'T',
}

export function channelCodes(type: DeviceType, archive: ReadingArchive): readonly ChannelCode[] {
  const without = LEFT_OUT[archive]
  const codes = FAMILY_CHANNELS[type.family]
  return without ? codes.filter((code) => !without.includes(code)) : codes
}

/** Key of a channel of a type, as messages name it. */
export const channelId = (type: DeviceType, code: ChannelCode): number => type.id * 100 + Object.keys(CHANNELS).indexOf(code)

export const channelsOfFamily = (family: Family): readonly ChannelCode[] => FAMILY_CHANNELS[family]

export function channelUnit(type: DeviceType, code: ChannelCode): string {
  const { unit } = CHANNELS[code]
  return unit === 'pressure' ? type.pressureUnit : unit[type.language]
}

/** 'equipment_types'. */
export function equipmentTypes(): Listing<WireEquipmentType> {
  return fromArray(
    DEVICE_TYPES.map((type) => ({
      id: type.id,
      name: type.name,
      equipment_kind_name: type.kind,
      telemetry_type_name: type.telemetry,
      resource_name: type.language === 'ru' ? 'Газ' : 'Gas',
      description: type.description,
    })),
  )
}

/** 'channel_archive_types', of one type or of all. */
export function channelDirectory(equipmentTypeId?: number): Listing<WireChannel> {
  const types = DEVICE_TYPES.filter((type) => equipmentTypeId === undefined || type.id === equipmentTypeId)
  return fromArray(types.flatMap(channelsOf))
}

function channelsOf(type: DeviceType): WireChannel[] {
  return type.archives.flatMap((archive) =>
    channelCodes(type, archive).map((code) => ({
      equipment_type_id: type.id,
      archive_type_name: ARCHIVE_NAMES[archive][type.language],
      archive_type_varname: archive,
      ...(type.telemetryInChannels ? { telemetry_type_name: type.telemetry } : {}),
      channel_name: CHANNELS[code][type.language],
      channel_varname: code,
      unit_name: channelUnit(type, code),
    })),
  )
}
