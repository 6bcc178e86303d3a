import { MeterbookError } from '../contract/errors.ts'
import { ARCHIVE_WORDS, EVENT_ARCHIVES, SESSIONS_ARCHIVE, SETTINGS_ARCHIVE, type EventArchive } from '../contract/records.ts'

/** Which archives a plan's words stand for. */
export interface ArchiveChoice {
  /** The directories: stations, providers, consumers, device types, channels, messages. */
  lists: boolean
  /** The directories, and of each station its passport and last session time. */
  reference: boolean
  settings: boolean
  sessions: boolean
  events: EventArchive[]
  /** Every reading archive the channel directory names for the device's type. */
  allReadings: boolean
  /** Reading archives asked for by code, whether the directory names them or not. */
  readings: string[]
}

const isEventArchive = (word: string): word is EventArchive => EVENT_ARCHIVES.some((archive) => archive === word)

/**
 * Reads the words of ARCHIVE_WORDS and archive codes.
 * Any other word is taken as the code of a reading archive, because the service does not publish a list of archive
 * types. Throws UNKNOWN_ARCHIVE for what cannot be a code.
 */
export function chooseArchives(words: readonly string[]): ArchiveChoice {
  const chosen = new Set(words)
  const all = chosen.has('all')
  for (const word of chosen) {
    if (!/^[\p{L}\p{N}_.-]{1,64}$/u.test(word)) throw new MeterbookError('UNKNOWN_ARCHIVE', { archive: word.slice(0, 64) })
  }
  const groups = new Set<string>(ARCHIVE_WORDS)
  return {
    lists: all || chosen.has('lists') || chosen.has('reference'),
    reference: all || chosen.has('reference'),
    settings: all || chosen.has(SETTINGS_ARCHIVE),
    sessions: all || chosen.has(SESSIONS_ARCHIVE),
    events: EVENT_ARCHIVES.filter((archive) => all || chosen.has('events') || chosen.has(archive)),
    allReadings: all || chosen.has('readings'),
    readings: [...chosen].filter((word) => !groups.has(word) && !isEventArchive(word)),
  }
}
