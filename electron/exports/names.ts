import type { Book } from '../book/book.ts'
import { UNIFIED_CHANNELS, unifiedUnit } from '../contract/channels.ts'
import type { Language } from '../words/index.ts'
import type { ChannelInfo, RefutedWhy } from '../contract/readings.ts'
import type { ReadingView, Verbatim } from '../contract/records.ts'
import { unitForPeople } from '../contract/unit-spellings.ts'
import { wordsOf } from '../words/program.ts'

/** The names that files use. Where both we and the service's directory have a name: ours for archives and unified channels, the directory's for other channels. */
export interface Names {
  archive: (code: string, directoryName?: Verbatim) => string
  view: (code: string) => string
  /** `Pressure (P), kPa`: the code beside the name, so that two channels of one name are told apart. */
  channel: (channel: ChannelInfo) => string
  /** Why a value does not count. */
  refuted: (why: RefutedWhy) => string
  /** The unit of converted values, with the units that they were sent in: `MPa (converted from kPa)`. */
  converted: (unit: string, sent: Iterable<string>) => string
}

export function namesOf(language: Language): Names {
  const { names, file } = wordsOf(language)
  const find = (known: Readonly<Record<string, string>>, code: string): string | null =>
    Object.hasOwn(known, code) ? (known[code] ?? null) : null
  return {
    archive: (code, directoryName) => find(names.archive, code) ?? (textOf(directoryName) || code),
    view: (code) => find(names.view, code) ?? code,
    refuted: (why) => names.refuted[why],
    converted: (unit, sent) => `${unit} (${file.converted_from} ${[...sent].join(', ')})`,
    channel: ({ channelVarname: code, channelName, unitName }) => {
      const name = channelName ?? find(names.channel, code) ?? code
      return [name === code ? code : `${name} (${code})`, unitName && unitForPeople(unitName, language)].filter(Boolean).join(', ')
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
  const found = own ?? (typeId === null ? [] : book.channels.byType(typeId)).find(({ channelVarname }) => channelVarname === code)
  const isUnified = view === 'unified' && UNIFIED_CHANNELS.some((unified) => unified === code)
  const unitName = textOf(found?.unitName) || null
  return {
    channelVarname: code,
    channelName: isUnified ? null : textOf(found?.channelName) || null,
    unitName: isUnified ? unifiedUnit(code, unitName) : unitName,
  }
}

const textOf = (value: Verbatim | undefined): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
