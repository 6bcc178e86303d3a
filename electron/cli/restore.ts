import type { Command } from 'commander'
import { restoreBook } from '../book/file/restore.ts'
import type { CommandContext } from './context.ts'
import { bytes } from './numbers.ts'

/** `meterbook restore`: a backup takes the place of a book, safely. */
export function restoreCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('restore')
    .description('put a backup in the place of a book; the book that was there is kept under another name')
    .argument('<BACKUP>', 'the backup: checked first, and left as it is')
    .requiredOption('--book <FILE>', 'the book to replace, or to make')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook restore --book trip.meterbook "trip 2026-11-20.meterbook"\nClose every program that has the book open. Copying a backup over a book by hand can ruin it.',
    )
    .action(async (backup: string, { book, json }: { book: string; json?: boolean }) => {
      const done = await restoreBook(book, backup, { now: Date.now, owner: 'meterbook restore' })
      if (json) return terminal.print(JSON.stringify({ ...done, exit: 0 }, null, 2))
      terminal.print(`${done.file}: ${bytes(done.bytes)}, from ${backup}`)
      if (done.kept !== null) terminal.print(`The book that was there is kept as ${done.kept}`)
    })
}
