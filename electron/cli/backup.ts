import type { Command } from 'commander'
import { openBook } from '../book/file/open.ts'
import type { CommandContext } from './context.ts'
import { bytes } from './numbers.ts'

/** `meterbook backup`: a whole copy of a book, also while another program writes it. */
export function backupCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('backup')
    .description('a whole copy of a book, also while another program writes it')
    .requiredOption('--book <FILE>', 'the book')
    .requiredOption('--out <FILE>', 'the copy; an older one of that name is replaced when the new one is whole')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  meterbook backup --book trip.meterbook --out "trip 2026-11-20.meterbook"')
    .action(async ({ book: file, out, json }: { book: string; out: string; json?: boolean }) => {
      const book = openBook(file, { mode: 'read', now: Date.now })
      try {
        const { bytes: size } = await book.backup(out)
        terminal.print(json ? JSON.stringify({ file: out, bytes: size, exit: 0 }, null, 2) : `${out}: ${bytes(size)}, from ${file}`)
      } finally {
        book.close()
      }
    })
}
