import type { Book } from '../book/book.ts'
import type { ChannelInfo } from '../contract/readings.ts'
import type { Verbatim } from '../contract/records.ts'

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

const CHANNELS = {
  gas_consume: ['Standard volume of the period', 'Стандартный объём за период'],
  reading_value: ['Accumulated standard volume', 'Накопленный стандартный объём'],
  VNakwork: ['Accumulated working volume', 'Накопленный рабочий объём'],
  Vwork: ['Working volume', 'Рабочий объём'],
  P: ['Pressure', 'Давление'],
  T: ['Temperature', 'Температура'],
} as const

/** Where the service gives a name and we have one of our own: ours for archives, the directory's for channels, as in the window. */
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

/** What the directory says of a channel: in the archive's own entry, else of the same code in another archive of the type. */
export function channelIn(book: Book, typeId: number | null, archiveType: string, code: string): ChannelInfo {
  const own = typeId === null ? undefined : book.channels.get(typeId, archiveType, code)
  const found =
    own ?? (typeId === null ? [] : book.channels.byType(typeId)).find(({ channelVarname }) => channelVarname === code)
  return {
    channelVarname: code,
    channelName: textOf(found?.channelName) || null,
    unitName: textOf(found?.unitName) || null,
  }
}

const textOf = (value: Verbatim | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
