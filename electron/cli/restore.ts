import type { Command } from 'commander'
import { openProgramLog } from '../backend/program-log.ts'
import { previewRestore, type Preview } from '../book/backups/preview.ts'
import { restoreBook } from '../book/file/restore.ts'
import { PREVIEW_COUNTS, type PreviewCount, type WrittenChange, type WrittenKind } from '../contract/backup-words.ts'
import type { CommandContext } from './context.ts'
import { bytes, columns, count, plural, shown, utcMinute } from './numbers.ts'
import { backupsOf } from './open-book.ts'

/** `meterbook restore`: a backup takes the place of a book, safely. */
export function restoreCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('restore')
    .description('put a backup in the place of a book; the book that was there is kept under another name')
    .argument('<BACKUP>', 'the backup: checked first, and left as it is')
    .requiredOption('--book <FILE>', 'the book to replace, or to make')
    .option('--preview', 'say what the backup has against the book as it is now, and change nothing')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook restore --book trip.meterbook "trip 2026-11-20.meterbook" --preview\nClose every program that has the book open. Copying a backup over a book by hand can ruin it.',
    )
    .action(async (backup: string, { book, preview, json }: { book: string; preview?: boolean; json?: boolean }) => {
      if (preview) {
        const found = previewRestore(book, backup, Date.now)
        if (json) return terminal.print(JSON.stringify({ ...found, exit: 0 }, null, 2))
        for (const line of linesOf(found)) terminal.print(line)
        return
      }
      const done = await restoreBook(book, backup, { now: Date.now, owner: 'meterbook restore' })
      openProgramLog({ dataFolder: backupsOf(terminal.env).dataFolder, who: 'cli' }).write('info', 'backup-restored', {
        kept: done.kept !== null,
      })
      if (json) return terminal.print(JSON.stringify({ ...done, exit: 0 }, null, 2))
      terminal.print(`${done.file}: ${bytes(done.bytes)}, from ${backup}`)
      if (done.kept !== null) terminal.print(`The book that was there is kept as ${done.kept}`)
    })
}

const COUNTED: Record<PreviewCount, string> = {
  stations: 'stations',
  readings: 'readings',
  events: 'events',
  settingSnapshots: 'settings',
  sessions: 'sessions',
  notes: 'notes',
}
const CHANGES: Record<WrittenChange, string> = { lost: 'would be lost', back: 'would come back', other: 'would be as it was' }
const KINDS: Record<WrittenKind, string> = {
  note: 'note',
  reading: 'reading at the meter',
  photo: 'photograph',
  mark: 'mark of a finding',
  limit: 'limit',
  typed: 'fact typed in',
  branch: 'branch',
  meaning: 'meaning',
  threshold: 'threshold',
  report: 'saved report',
  question: 'question',
  contract: 'number of a contract',
  letterhead: 'letterhead',
  map: 'map of a file by cable',
  file: 'file by cable',
  stop: 'stop of the trip',
  trip: 'named trip',
  clock: 'clock of a station',
}

function linesOf({ backup, book, isSameAccount, changed, work, daysToFetch }: Preview): string[] {
  const when = (atMs: number | null | undefined) => (atMs === null || atMs === undefined ? '-' : utcMinute(atMs))
  const rows = [
    ...PREVIEW_COUNTS.map((name) => [COUNTED[name], count(backup.counts[name]), book ? count(book.counts[name]) : '-']),
    ['last record (UTC)', when(backup.lastRecordMs), when(book?.lastRecordMs)],
    ['last fetched (UTC)', when(backup.freshAtMs), when(book?.freshAtMs)],
    ['size', bytes(backup.bytes), book ? bytes(book.bytes) : '-'],
  ]
  const table = columns(rows, ['', 'backup', 'book now'])
  if (book === null) return [table, 'There is no book at this place, or one that cannot be read: nothing is compared.', NOTHING_DONE]
  if (!isSameAccount)
    return [table, `The backup is of another account (${shown(backup.account?.email ?? '')}): it would be refused.`, NOTHING_DONE]
  const all = changed.lost + changed.back + changed.other
  return [
    table,
    all === 0
      ? 'Nothing that people wrote would change.'
      : `What people wrote: ${changed.lost} would be lost, ${changed.back} would come back, ${changed.other} would be as it was.`,
    ...work.map(
      ({ change, kind, atMs, stationName, author, text }) =>
        `  ${when(atMs)}  ${KINDS[kind]} ${CHANGES[change]}: ${[stationName, author, text]
          .filter(Boolean)
          .map((part) => shown(String(part)))
          .join(' · ')}`,
    ),
    ...(all > work.length ? [`  and ${count(all - work.length)} more`] : []),
    daysToFetch === 0
      ? 'Nothing would have to be fetched again.'
      : `${plural(daysToFetch, 'day')} of archives would have to be fetched again.`,
    NOTHING_DONE,
  ]
}
const NOTHING_DONE = 'Nothing was changed: this is what a restore would do.'
