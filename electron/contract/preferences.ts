import { LANGUAGE_CHOICES } from '../words/index.ts'
import { BACKUP_TIMES } from './backup-words.ts'
import { UNIT_CHOICES } from './shown-units.ts'

/**
 * Every preference and its value before anybody chose: the one list that the schema, the window's first values and its
 * rows of choices are made from. Free of zod, which the window does not load. The words of `choices` are named
 * `preferences.choice.NAME.WORD` in the window's texts, the preference itself `preferences.NAME`.
 */
export const PREFERENCES = {
  language: { choices: LANGUAGE_CHOICES, usual: 'system' },
  theme: { choices: ['system', 'light', 'dark'], usual: 'system' },
  numberFormat: { choices: ['locale', 'plain'], usual: 'locale' },
  /** 'system' or an IANA zone; of books and stations that have none of their own. */
  timeZone: { isZone: true, usual: 'system' },
  /** Hour at which a gas day begins; of books and stations that have none of their own. */
  contractHour: { least: 0, most: 23, usual: 10 },
  /** The units that values are shown in; their words stand in units.ts. */
  pressureUnit: { units: UNIT_CHOICES.pressureUnit, usual: 'asSent' },
  differentialPressureUnit: { units: UNIT_CHOICES.differentialPressureUnit, usual: 'asSent' },
  volumeUnit: { units: UNIT_CHOICES.volumeUnit, usual: 'asSent' },
  counterUnit: { units: UNIT_CHOICES.counterUnit, usual: 'asSent' },
  flowUnit: { units: UNIT_CHOICES.flowUnit, usual: 'asSent' },
  temperatureUnit: { units: UNIT_CHOICES.temperatureUnit, usual: 'asSent' },
  /** Connections at a time. */
  lanes: { least: 1, most: 8, usual: 4 },
  /** '' means: from the environment. A name and password in it go into the vault and are not given back. */
  proxy: { usual: '' },
  /** A file of certificates that are trusted besides the computer's; '' means: none. */
  authority: { usual: '' },
  notifications: { usual: true },
  /** Whether this computer runs the trips that books want kept fresh. */
  keepFresh: { usual: true },
  /** Somebody says that each byte of this connection costs. */
  meteredLine: { usual: false },
  /** The desktop writes a minidump beside the log when a process of it crashes; it takes effect with the next start. */
  crashDumps: { usual: false },
  /** The folder of Parquet files that each download is followed into; '' means: none. */
  lakeFolder: { usual: '' },
  /** Whether the place of releases is asked for new versions, once a day at most. */
  updates: { usual: true },
  /** Also versions that are tried out before everybody has them. */
  earlyVersions: { usual: false },
  /** Backups by themselves: losing notes is worse than a full disk, which is said. */
  backups: { usual: true },
  /** The folder that they go to; '' means: the program's own. */
  backupsFolder: { usual: '' },
  backupsEvery: { often: BACKUP_TIMES, usual: 'day' },
  /** The newest so many are kept, and the newest of each of so many weeks; together at most so many GB. */
  backupsKept: { least: 1, most: 30, usual: 3 },
  backupsWeeks: { least: 0, most: 52, usual: 4 },
  backupsMostGb: { least: 1, most: 1000, usual: 20 },
  /** Who writes notes here: the name that was given last. */
  noteAuthor: { usual: '' },
} as const
type List = typeof PREFERENCES

type Value<P> = P extends { choices: readonly (infer Choice)[] }
  ? Choice
  : P extends { units: readonly (infer Unit)[] }
    ? Unit
    : P extends { often: readonly (infer Time)[] }
      ? Time
      : P extends { usual: boolean }
        ? boolean
        : P extends { usual: number }
          ? number
          : string
export type Preferences = { -readonly [Name in keyof List]: Value<List[Name]> }

type Choices = { [Name in keyof List as List[Name] extends { choices: unknown } ? Name : never]: List[Name] }
/** The preferences that are one word of a few. */
export const CHOICES = Object.entries(PREFERENCES).flatMap(([name, preference]) =>
  'choices' in preference ? [{ name: name as keyof Choices, words: preference.choices }] : [],
)

export const USUAL_PREFERENCES = Object.fromEntries(Object.entries(PREFERENCES).map(([name, { usual }]) => [name, usual])) as Preferences
