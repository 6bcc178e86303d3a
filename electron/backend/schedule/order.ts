import { createHash } from 'node:crypto'
import { MeterbookError } from '../../contract/errors.ts'
import type { ScheduleTimes } from '../../contract/schedule-words.ts'
import type { CommandLine } from '../command-line.ts'

/** What is to be done by itself, and when. */
export interface Order {
  id: string
  book: string
  times: ScheduleTimes
  commandLine: CommandLine
  /** The data folder, where it is not the usual one; null: the run finds it by itself. */
  dataFolder: string | null
  /** Where the run's output goes on systems that do not keep it. */
  log: string
}

/** Where the entries of a system lie, and whose they are. */
export interface Places {
  home: string
  /** `XDG_CONFIG_HOME`, or what stands for it. */
  config: string
  /** Our own folder of schedules in the data folder. */
  own: string
  /** The number of the user; null on Windows. */
  uid: number | null
  /** `DOMAIN\name` on Windows; null elsewhere, and where it is not known. */
  account: string | null
}

/** A command, and what is written to its standard input. */
export interface Step {
  command: readonly string[]
  /** It may find nothing to do: its failure is none of ours. */
  mayFail?: true
}

/** What is written for an order, word for word, and what is run then. */
export interface Entry {
  /** Files by their paths. `crontab`: not a file, but lines in the user's crontab. */
  texts: readonly { file: string; text: string }[]
  /** Once the files are there. */
  on: readonly Step[]
  /** Before the files are removed. */
  off: readonly Step[]
  /** Once the files are removed. */
  after?: readonly Step[]
  /** Starts the run now. */
  run: Step
}

/** The name of a book's entry: the same for the same book of the same user, in a name that every scheduler takes. */
export const idOf = (book: string, user: string): string => createHash('sha256').update(`${user}\0${book}`).digest('hex').slice(0, 10)

/** The program and its arguments. */
export const commandOf = ({ commandLine: { program, args }, book }: Pick<Order, 'commandLine' | 'book'>): string[] => [
  program,
  ...args,
  'sync',
  '--book',
  book,
  '--scheduled',
]

/** Characters that end a line or a text in a unit, a script or an XML. */
const UNHOLDABLE = /[\u0000-\u001f\u007f\u0085\u2028\u2029\ufffe\uffff]/u
const LONE_SURROGATE = /\p{Surrogate}/u

/** @throws MeterbookError UNSCHEDULABLE_NAME for a name that no entry holds safely. */
export function refuseUnholdable({ commandLine, book, dataFolder, log }: Order): void {
  for (const name of [commandLine.program, ...commandLine.args, book, dataFolder ?? '', log]) {
    if (UNHOLDABLE.test(name) || LONE_SURROGATE.test(name)) throw new MeterbookError('UNSCHEDULABLE_NAME', { file: name })
  }
}
