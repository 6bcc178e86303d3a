import type { Command } from 'commander'
import { SHARED_ARCHIVES, type SharedArchive } from '../contract/merge-words.ts'
import { shareBook } from '../exports/sharing/share.ts'
import { knownStations, usualGas, withBook } from './analysis-book.ts'
import type { CommandContext } from './context.ts'
import { bytes, plural } from './numbers.ts'
import * as read from './options.ts'
import { counter } from './counter.ts'

interface Options {
  book: string
  stations: 'all' | number[]
  from?: string
  to?: string
  archives?: SharedArchive[]
  withoutPersonal?: boolean
  out: string
  json?: boolean
}

const ROUNDED = '\nThe gas days were rounded out to whole UTC days: some hours before and after them went along.'

/** `meterbook share`: a part of a book as a book, to be given away. */
export function shareCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('share')
    .description('a book with chosen stations and days, to be given away; whoever gets it needs no account')
    .requiredOption('--book <FILE>', 'the book')
    .requiredOption('--stations <all|ID,…>', 'which stations', read.stations)
    .option('--from <D>', 'first gas day, yyyy-mm-dd; all there is when absent; days are rounded out to whole UTC days', read.day)
    .option('--to <D>', 'last gas day', read.day)
    .option('--archives <CODE,…>', `${SHARED_ARCHIVES.join(', ')}; all when absent`, read.someOf(SHARED_ARCHIVES))
    .option(
      '--without-personal',
      'without the name of the account, phones, contacts, tax numbers and contract numbers, and without notes and photographs',
    )
    .requiredOption('--out <FILE>', 'the new book; an older one of that name is replaced when the new one is whole')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook share --book trip.meterbook --stations 12,15 --from 2026-10-01 --to 2026-10-31 --out october.meterbook',
    )
    .action(async ({ book: file, stations, out, json, ...choice }: Options) => {
      if (choice.from !== undefined && choice.to !== undefined) read.span(choice.from, choice.to)
      await withBook(file, async (book) => {
        const stationIds = knownStations(book, stations) ?? book.stations.ids()
        const progress = counter(terminal, 'records')
        const done = await shareBook(book, { ...choice, stationIds, usual: usualGas() }, out, {
          signal: terminal.signal,
          tell: progress.tell,
        }).finally(progress.end)
        terminal.print(
          json
            ? JSON.stringify({ file: out, ...done, exit: 0 }, null, 2)
            : `${out}: ${plural(done.stations, 'station')}, ${bytes(done.bytes)}, from ${file}${(choice.from ?? choice.to) ? ROUNDED : ''}`,
        )
      })
    })
}
