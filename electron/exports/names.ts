import type { Book } from '../book/book.ts'
import type { ChannelInfo } from '../contract/readings.ts'
import type { ReadingView, Verbatim } from '../contract/records.ts'

/** What people call archives, views and channels: the window's words, which test/unit/exports/names.test.ts holds together. */
const ARCHIVES = {
  hourly: ['Hourly', 'Часовой'],
  daily: ['Daily', 'Суточный'],
  monthly: ['Monthly', 'Месячный'],
  decade: ['Ten-day', 'Декадный'],
  settings: ['Settings', 'Настройки'],
  sessions: ['Sessions', 'Сеансы связи'],
  nesht: ['Abnormal situations', 'Нештатные ситуации'],
  nesht_svod: ['Abnormal situations, summary', 'Нештатные ситуации, сводный'],
  changes: ['Changes', 'Изменения'],
  event: ['Events', 'События'],
  alarm: ['Alarms', 'Аварии'],
  valve: ['Valve', 'Клапан'],
  seance: ['Session events', 'События сеансов'],
} as const

const VIEWS = {
  general: ['General', 'Общий'],
  unified: ['Unified', 'Унифицированный'],
} as const

/** metering-data-api.md, 'Channel codes of the unified view': they mean the same for every device, whatever its directory says. */
const UNIFIED = {
  gas_consume: ['Standard volume of the period', 'Стандартный объём за период'],
  reading_value: ['Accumulated standard volume', 'Накопленный стандартный объём'],
  VNakwork: ['Accumulated working volume', 'Накопленный рабочий объём'],
  Vwork: ['Working volume', 'Рабочий объём'],
  P: ['Pressure', 'Давление'],
  T: ['Temperature', 'Температура'],
} as const

const CHANNELS = {
  ...UNIFIED,
  VNakpriv: ['Accumulated standard volume', 'Накопленный стандартный объём'],
  Vpriv: ['Standard volume of the period', 'Стандартный объём за период'],
  Q: ['Standard flow', 'Стандартный расход'],
  Qwork: ['Working flow', 'Рабочий расход'],
  dP: ['Differential pressure', 'Перепад давления'],
  Kkor: ['Conversion factor', 'Коэффициент коррекции'],
  Ksj: ['Compressibility factor', 'Коэффициент сжимаемости'],
  Pabs: ['Absolute pressure', 'Абсолютное давление'],
  Pizb: ['Gauge pressure', 'Избыточное давление'],
  Pbar: ['Barometric pressure', 'Барометрическое давление'],
  Pin: ['Inlet pressure', 'Давление на входе'],
  Pout: ['Outlet pressure', 'Давление на выходе'],
  Tair: ['Room temperature', 'Температура в помещении'],
  Ubat: ['Battery voltage', 'Напряжение батареи'],
} as const

/** Where the service gives a name and we have one of our own: ours for archives and unified channels, the directory's for other channels. */
export interface Names {
  archive: (code: string, directoryName?: Verbatim) => string
  view: (code: string) => string
  /** `Pressure (P), kPa`: the code beside the name, so that two channels of one name are told apart. */
  channel: (channel: ChannelInfo) => string
}

export function namesOf(language: 'en' | 'ru'): Names {
  const at = language === 'en' ? 0 : 1
  const find = (names: Readonly<Record<string, readonly [string, string]>>, code: string): string | null =>
    Object.hasOwn(names, code) ? (names[code]?.[at] ?? null) : null
  return {
    archive: (code, directoryName) => find(ARCHIVES, code) ?? (textOf(directoryName) || code),
    view: (code) => find(VIEWS, code) ?? code,
    channel: ({ channelVarname: code, channelName, unitName }) => {
      const name = channelName ?? find(CHANNELS, code) ?? code
      return [name === code ? code : `${name} (${code})`, unitName].filter(Boolean).join(', ')
    },
  }
}

/**
 * What the directory says of a channel: in the archive's own entry, else of the same code in another archive of the
 * type. It names the channels of the general view: the unified ones are named by us, all in one language.
 */
export function channelIn(
  book: Book,
  { typeId, archiveType, view }: { typeId: number | null; archiveType: string; view: ReadingView },
  code: string,
): ChannelInfo {
  const own = typeId === null ? undefined : book.channels.get(typeId, archiveType, code)
  const found =
    own ?? (typeId === null ? [] : book.channels.byType(typeId)).find(({ channelVarname }) => channelVarname === code)
  return {
    channelVarname: code,
    channelName: view === 'unified' && Object.hasOwn(UNIFIED, code) ? null : textOf(found?.channelName) || null,
    unitName: textOf(found?.unitName) || null,
  }
}

const textOf = (value: Verbatim | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
