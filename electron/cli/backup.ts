import type { Command } from 'commander'
import { keepingOf } from '../backend/backup-places.ts'
import { openProgramLog } from '../backend/program-log.ts'
import { bookAt, makeBackup } from '../book/backups/make.ts'
import { backupsIn, type Listed } from '../book/backups/shelf.ts'
import type { BackupReason } from '../contract/backup-words.ts'
import type { CommandContext } from './context.ts'
import { counter } from './counter.ts'
import { bytes, columns, count, plural, shown, utcMinute } from './numbers.ts'
import { backupsOf, openBook } from './open-book.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

interface BackupFlags {
  book: string
  out?: string
  now?: true
  list?: true
  json?: boolean
}

/** `meterbook backup`: a whole copy of a book, also while another program writes it. */
export function backupCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('backup')
    .description('a whole copy of a book, also while another program writes it')
    .requiredOption('--book <FILE>', 'the book')
    .option('--out <FILE>', 'the copy; an older one of that name is replaced when the new one is whole')
    .option('--now', "a verified backup beside those that are made by themselves; older ones go as the window's preferences say")
    .option('--list', 'the verified backups of the book')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  meterbook backup --book trip.meterbook --out "trip 2026-11-20.meterbook"\n  meterbook backup --book trip.meterbook --now',
    )
    .action(async (flags: BackupFlags) => {
      if ([flags.out, flags.now, flags.list].filter((flag) => flag !== undefined).length !== 1)
        throw new UsageError('Name one of --out FILE, --now and --list.')
      if (flags.out !== undefined) await copyTo(flags.out, flags, terminal)
      else if (flags.now) await makeNow(flags, terminal)
      else list(flags, terminal)
    })
}

async function copyTo(out: string, { book: file, json }: BackupFlags, terminal: Terminal): Promise<void> {
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    const { bytes: size } = await book.backup(out)
    terminal.print(json ? JSON.stringify({ file: out, bytes: size, exit: 0 }, null, 2) : `${out}: ${bytes(size)}, from ${file}`)
  } finally {
    book.close()
  }
}

async function makeNow({ book: file, json }: BackupFlags, terminal: Terminal): Promise<void> {
  const { dataFolder, places, preferences } = backupsOf(terminal.env)
  const asked = {
    file,
    place: places[0],
    why: 'asked',
    keeping: keepingOf(preferences),
    onlyChanged: false,
    owner: 'meterbook backup',
  } as const
  const progress = counter(terminal, 'pages')
  const made = await makeBackup(
    { ...asked, nowMs: Date.now() },
    { tell: progress.tell, isCancelled: () => terminal.signal.aborted },
  ).finally(progress.end)
  const { backup, gone } = made
  openProgramLog({ dataFolder, who: 'cli' }).write('info', 'backup-made', { why: asked.why, bytes: backup?.bytes ?? 0, gone: gone.length })
  if (json) return terminal.print(JSON.stringify({ backup, gone: gone.map(({ name }) => name), exit: 0 }, null, 2))
  if (!backup) return
  terminal.print(`${backup.file}: ${bytes(backup.bytes)}, verified${unreadableOf(backup)}, from ${file}`)
  if (gone.length > 0) terminal.print(`${plural(gone.length, 'older backup was', 'older backups were')} let go.`)
}

const unreadableOf = ({ unreadable }: { unreadable: number }): string =>
  unreadable === 0 ? '' : `; ${plural(unreadable, 'record')} of the book cannot be read, so no older backup was let go`

const REASONS: Record<BackupReason, string> = { schedule: 'by itself', asked: 'when asked', migration: 'before a migration' }

function list({ book: file, json }: BackupFlags, terminal: Terminal): void {
  const book = bookAt(file)
  const { places } = backupsOf(terminal.env)
  const backups = places.flatMap(({ folder }) => backupsIn(folder, book))
  if (json) return terminal.print(JSON.stringify({ book: book.file, backups, exit: 0 }, null, 2))
  if (backups.length === 0)
    return terminal.print(`There is no backup of ${shown(file)} in ${places.map(({ folder }) => shown(folder)).join(' or ')}.`)
  const row = (backup: Listed) => [
    utcMinute(backup.madeAtMs),
    bytes(backup.bytes),
    `${count(backup.stations)} stations`,
    `${count(backup.records)} records`,
    REASONS[backup.why],
    backup.isOwn ? '' : 'of a copy elsewhere',
    backup.file,
  ]
  terminal.print(columns(backups.map(row), ['made (UTC)', 'size', '', '', 'made', '', 'file']))
}
