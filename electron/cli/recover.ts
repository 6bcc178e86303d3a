import type { Command } from 'commander'
import { openProgramLog } from '../backend/program-log.ts'
import { recoveryFacts } from '../backend/recovery.ts'
import { recoverInThread } from '../book/sharing/sharing.ts'
import { isWholeRecovery, type JournalUse, type Recovery } from '../contract/recovery-words.ts'
import { REFUSAL_WORDS } from '../terminal/refusals.ts'
import type { CommandContext } from './context.ts'
import { counter } from './counter.ts'
import { EXIT } from './exit.ts'
import { bytes, columns, count, plural, shown, utcMinute } from './numbers.ts'
import { backupsOf } from './open-book.ts'

interface Options {
  book: string
  out: string
  backup: string
  json?: boolean
}

/** `meterbook recover`: a damaged book is read page by page. */
export function recoverCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('recover')
    .description('read a damaged book page by page into a new one, and say what was lost; the damaged one stays as it is')
    .requiredOption('--book <DAMAGED>', 'the damaged book; close every program that has it open')
    .requiredOption('--out <NEW>', 'the new book; an older one of that name is replaced when the new one is whole')
    .option(
      '--backup <FILE|auto|none>',
      'what fills what was lost: a backup, the newest one of this book that is found, or none; what a backup has otherwise is kept twice',
      'auto',
    )
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `\nExample:\n  meterbook recover --book trip.meterbook --out "trip recovered.meterbook"
Days whose records were lost count as not fetched: the next sync asks for them again.
A digit that the damage changed within a value is a value like any other: only a backup shows it.
Exit 1: something is missing, or may be; also where a backup filled it, for nobody can tell whether the backup had all.`,
    )
    .action(async ({ book: file, out, backup, json }: Options) => {
      const { dataFolder, places } = backupsOf(terminal.env)
      const from = { auto: { folders: places.map(({ folder }) => folder) }, none: null }[backup]
      const progress = counter(terminal, 'pages and records')
      const done = await recoverInThread(
        { file, to: out, backup: from === undefined ? { file: backup } : from, nowMs: Date.now() },
        { signal: terminal.signal, tell: progress.tell },
      ).finally(progress.end)
      openProgramLog({ dataFolder, who: 'cli' }).write('warn', 'book-recovered', recoveryFacts(done))
      const exit = isWholeRecovery(done) ? EXIT.done : EXIT.incomplete
      if (json) terminal.print(JSON.stringify({ ...done, missing: missingIn(done), exit }, null, 2))
      else for (const line of linesOf(done)) terminal.print(line)
      finish(exit)
    })
}

/** What is missing in numbers: rows that are known to be lost, tables of which nobody knows how many, rows not taken, … */
const missingIn = ({ losses, refused, stoodIn, doubtful, again }: Recovery) => {
  const sum = (rows: readonly number[]) => rows.reduce((all, one) => all + one, 0)
  return {
    lost: sum(losses.map(({ lost }) => lost ?? 0)),
    unknownIn: losses.flatMap(({ table, lost }) => (lost === null ? [table] : [])),
    refused: sum(refused.map(({ rows }) => rows)) + sum(losses.map((one) => one.refused)),
    stoodIn: sum(stoodIn.map(({ rows }) => rows)),
    doubtful: doubtful.length,
    days: again.days,
  }
}

const JOURNALS: Record<JournalUse, string> = {
  none: 'There was no journal beside it.',
  log: 'The log beside it was read as a part of it.',
  log_left_aside: 'The log beside it was left aside: it is of another book or of another time, and the book is sounder without.',
  rollback: 'A write that was cut off was taken back.',
}

function linesOf(done: Recovery): string[] {
  const { file, out, bytes: size, journal, pages, kinds, refused, losses, stoodIn, again, account, doubtful, backup } = done
  const { all, unreadable, unsound, orphans, left } = pages
  const lost = losses.map((one) => [
    one.table,
    count(one.rows),
    one.lost === null ? '?' : count(one.lost),
    count(one.refused),
    count(one.gaps),
  ])
  return [
    `${file}: ${plural(all, 'page')}, ${count(unreadable)} cannot be read, ${count(unsound)} contradict themselves`,
    ...(orphans + left > 0
      ? [`${plural(orphans, 'page')} that nothing leads to any more ${orphans === 1 ? 'was' : 'were'} read, ${count(left)} left out`]
      : []),
    JOURNALS[journal],
    ...kinds.filter(({ added }) => added > 0).map(({ kind, added }) => `  ${kind.padEnd(WIDTH)} ${count(added)}`),
    ...(isWholeRecovery(done) ? ['Nothing is missing that anything tells of.'] : []),
    ...(lost.length > 0 ? ['What is missing, what people wrote first (?: nobody knows how much):', columns(lost, LOSSES)] : []),
    ...refused.map(
      ({ table, reason, rows, first }) => `  ${table}: ${plural(rows, 'row')} not taken: ${REFUSAL_WORDS[reason]} (first: ${shown(first)})`,
    ),
    ...stoodIn.map(
      ({ table, rows }) => `  ${table}: ${plural(rows, 'row')} in the place of lost ones, so that what belongs to them is kept`,
    ),
    ...doubtful.map(({ noteId, stationId }) => `  note ${noteId} of station ${stationId}: a letter of it may be wrong`),
    ...(backup
      ? [
          `From the backup${backup.madeAtMs === null ? '' : ` of ${utcMinute(backup.madeAtMs)} (UTC)`}, ${backup.file}: ${count(backup.added)} added` +
            (backup.twice > 0 ? `, ${count(backup.twice)} differ: both are kept, see 'meterbook findings'` : ''),
        ]
      : ['No backup filled what is missing, and none shows a digit that was changed within a value.']),
    again.days === 0
      ? 'Nothing has to be fetched again.'
      : `${plural(again.days, 'day')} of archives of ${plural(again.devices, 'device')} have to be fetched again: the next sync does.`,
    ...(account ? [] : ['The book does not say any more whose it is: it becomes the account’s that opens it first.']),
    `The new book is ${out} (${bytes(size)}). The damaged one was not changed: keep it until you have looked at the new one.`,
  ]
}
const WIDTH = 12
const LOSSES = ['table', 'read', 'lost', 'no rows', 'torn places']
