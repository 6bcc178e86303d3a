import type { Command } from 'commander'
import { openBook } from './open-book.ts'
import type { Merged } from '../contract/merge-words.ts'
import type { CommandContext } from './context.ts'
import { counter } from './counter.ts'
import { EXIT } from './exit.ts'
import { concluded } from './judged.ts'
import { visible } from '../contract/visible.ts'
import { REFUSAL_WORDS } from '../terminal/refusals.ts'
import { count, plural } from './numbers.ts'

/** `meterbook merge`: a colleague's book is brought in. */
export function mergeCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('merge')
    .description("bring another book's records, coverage and notes into a book; the other one stays as it is")
    .argument('<OTHER>', 'the other book: checked first, and not changed')
    .requiredOption('--book <FILE>', 'the book to merge into')
    .option('--dry-run', 'only count what would come')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook merge --book trip.meterbook --dry-run "from Ivanov.meterbook"\nWhat is merged twice comes once. A record that both have with other content is kept twice, and is a finding.',
    )
    .action(async (other: string, { book: file, dryRun = false, json }: { book: string; dryRun?: boolean; json?: boolean }) => {
      const book = openBook(file, { mode: 'write', now: Date.now, owner: 'meterbook merge' })
      const progress = counter(terminal, 'records')
      try {
        const merged = await book.sharing
          .merge(other, { isDryRun: dryRun, signal: terminal.signal, tell: progress.tell })
          .finally(progress.end)
        const stationIds = merged.stations.map(({ id }) => id)
        const exit = dryRun || (await concluded(book, terminal, stationIds)) ? EXIT.done : EXIT.incomplete
        if (json) terminal.print(JSON.stringify({ ...merged, exit }, null, 2))
        else for (const line of linesOf(merged, file)) terminal.print(line)
        finish(exit)
      } finally {
        book.close()
      }
    })
}

const WIDTH = 12
const KIND_WIDTH = 16

/** Lines about the rows that were not taken, by table, and why. */
function refusedLines({ refused, isDryRun }: Merged): string[] {
  const rows = refused.reduce((sum, one) => sum + one.rows, 0)
  if (rows === 0) return []
  return [
    `${plural(rows, 'row')} of the other book ${isDryRun ? 'would not be' : 'were not'} taken; the rest does not need them:`,
    ...refused.map(
      ({ table, reason, rows: some, first }) =>
        `  ${table.padEnd(KIND_WIDTH)} ${count(some)}: ${REFUSAL_WORDS[reason]} (first: ${visible(first)})`,
    ),
    ...(isDryRun ? [] : [`The first of each are kept word for word in v_rejected.`]),
  ]
}

function linesOf(merged: Merged, file: string): string[] {
  const { kinds, stations, other, isDryRun } = merged
  const changed = stations.filter(({ added, newer, twice }) => added + newer + twice > 0)
  const twice = kinds.reduce((sum, kind) => sum + kind.twice, 0)
  const from = other.account ? ` of ${other.account.email} at ${other.account.url}` : ''
  return [
    `${other.file}${from}: ${plural(stations.length, 'station')}, ${stations.filter(({ isNew }) => isNew).length} of them new`,
    ...kinds.map(({ kind, added, newer, same, twice: both }) => {
      const parts = [
        `${count(added)} new`,
        `${count(same)} the same`,
        ...(newer > 0 ? [`${count(newer)} newer`] : []),
        ...(both > 0 ? [`${count(both)} kept twice`] : []),
      ]
      return `  ${kind.padEnd(WIDTH)} ${parts.join(', ')}`
    }),
    ...changed
      .slice(0, MOST_STATIONS)
      .map(
        ({ id, name, added, twice: both }) =>
          `  station ${id} ${visible(name ?? '')}: ${count(added)} new${both > 0 ? `, ${count(both)} kept twice` : ''}`,
      ),
    ...(changed.length > MOST_STATIONS ? [`  and ${count(changed.length - MOST_STATIONS)} more stations`] : []),
    ...(twice > 0
      ? [`${plural(twice, 'record has', 'records have')} other content in the two books: both are kept, see 'meterbook findings'.`]
      : []),
    ...refusedLines(merged),
    isDryRun ? `Nothing was written: this is what merging into ${file} would bring.` : `Merged into ${file}.`,
  ]
}
const MOST_STATIONS = 20
