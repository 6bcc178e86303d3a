import type { Command } from 'commander'
import { limitsOf } from '../analysis/answers/limits/limits.ts'
import { readLimits } from '../analysis/answers/limits/read-pasted.ts'
import type { Book } from '../book/book.ts'
import { openBook } from './open-book.ts'
import { calledBy } from '../contract/called.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { LimitOwner, LimitRefusal } from '../contract/limit-words.ts'
import type { LimitRow, PastedLimit } from '../contract/limits.ts'
import { dayAt } from '../contract/time/day.ts'
import { readRegular } from '../files/regular-file.ts'
import { usualGas, withBook } from './analysis-book.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { allInput } from './input.ts'
import { columns, count, plural } from './numbers.ts'
import * as read from './options.ts'
import type { Terminal } from './terminal.ts'

interface LimitsFlags {
  book: string
  station?: number
  consumer?: number
  import?: string
  author: string
  dryRun?: boolean
  format: 'text' | 'json'
}

const MOST_ID = Number.MAX_SAFE_INTEGER

/** `meterbook limits`: what contracts allow, what is used of it and what will be; and limits from a file. */
export function limitsCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('limits')
    .requiredOption('--book <FILE>', 'the book')
    .option('--station <ID>', 'of one station, and of its consumer', read.whole(0, MOST_ID))
    .option('--consumer <ID>', 'of one consumer, and of its stations', read.whole(0, MOST_ID))
    .option(
      '--import <FILE>',
      "a file of limits, '-' for what comes by the pipe: whose, period, m³, from, to; parted by tabs or semicolons",
    )
    .option('--author <NAME>', 'who says so, for --import', '')
    .option('--dry-run', 'with --import: says what would be kept, and keeps nothing')
    .option('--format <F>', 'text, json', read.oneOf(['text', 'json'] as const), 'text')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook limits --book trip.meterbook --consumer 5\nUsed, and projected to the end of the running period: what is known to be used, and for the days that remain what is usual of such days, and was in their season a year before. Where the book begins within the period nothing is made up of what was before. Beside it the numbers between which four of five such projections came true. Exit 1: a limit is exceeded or will be; with --import: lines were refused, and the others are kept.',
    )
    .action(async (flags: LimitsFlags) => {
      if (flags.import !== undefined) return importLimits(flags, flags.import)
      await withBook(flags.book, async (book) => {
        const { station, consumer } = flags
        if (station !== undefined && !book.stations.get(station)) throw new MeterbookError('NO_SUCH_STATION', { id: station })
        if (consumer !== undefined && !book.consumers.get(consumer)) throw new MeterbookError('NO_SUCH_CONSUMER', { id: consumer })
        const rows = await limitsOf(book, { stationId: station, consumerId: consumer }, { usual: usualGas(), nowMs: Date.now() })
        const exit = rows.some(({ state }) => state === 'exceeded' || state === 'projected') ? EXIT.incomplete : EXIT.done
        terminal.print(flags.format === 'json' ? JSON.stringify({ file: book.file, limits: rows, exit }, null, 2) : limitsText(rows))
        finish(exit)
      })
    })

  async function importLimits({ book: file, station, consumer, author, dryRun = false, format }: LimitsFlags, path: string): Promise<void> {
    const text = await textOf(path, terminal)
    const book = openBook(file, { mode: dryRun ? 'read' : 'write', now: Date.now })
    try {
      const whose = ownerOf(book, station, consumer)
      const { lines, left } = readLimits(book, { text, ...(whose && { owner: whose }) })
      const kept = lines.flatMap(({ limit }) => limit ?? [])
      if (!dryRun && kept.length > 0) book.page(() => book.limits.say(kept, author))
      const exit = kept.length < lines.length || left > 0 || lines.length === 0 ? EXIT.incomplete : EXIT.done
      terminal.print(
        format === 'json' ? JSON.stringify({ file: book.file, lines, left, dryRun, exit }, null, 2) : importText(lines, left, dryRun),
      )
      finish(exit)
    } finally {
      book.close()
    }
  }
}

/** Throws NO_SUCH_STATION, NO_SUCH_CONSUMER. */
function ownerOf(book: Book, station?: number, consumer?: number): { owner: LimitOwner; ownerId: number } | null {
  if (station !== undefined) {
    if (!book.stations.get(station)) throw new MeterbookError('NO_SUCH_STATION', { id: station })
    return { owner: 'station', ownerId: station }
  }
  if (consumer === undefined) return null
  if (!book.consumers.get(consumer)) throw new MeterbookError('NO_SUCH_CONSUMER', { id: consumer })
  return { owner: 'consumer', ownerId: consumer }
}

/** Of the 5,000 lines that are read each may have 1,000 letters. */
const MOST_TEXT = 8 * 1024 * 1024

async function textOf(path: string, terminal: Terminal): Promise<string> {
  const text =
    path === '-' ? await allInput(terminal, MOST_TEXT) : (await readRegular(path, { most: MOST_TEXT }, terminal.signal)).toString('utf8')
  return text.replace(/^\ufeff/u, '')
}

const round = (value: number | null): string => (value === null ? '—' : count(Math.round(value * 100) / 100))

function limitsText(rows: readonly LimitRow[]): string {
  if (rows.length === 0) return 'No limit was typed in.'
  const lines = rows.map(
    ({ owner, ownerId, ownerName, period, m3, fromDay, toDay, running, usedM3, usedSince, projection, noProjection, state, exceeded }) => [
      owner,
      calledBy(ownerName, ownerId),
      period,
      round(m3),
      `${fromDay ?? '…'} – ${toDay ?? '…'}`,
      running ? `${running.from} – ${running.to}` : '—',
      usedSince === null ? round(usedM3) : `${round(usedM3)} since ${usedSince}`,
      projection ? round(projection.m3) : noProjection === 'short_history' ? 'no projection: history is short' : '—',
      projection && projection.low !== null
        ? `${round(projection.low)} – ${round(projection.high)}`
        : noProjection === 'no_season'
          ? 'not known: heating begins or ends'
          : '—',
      STATES[state],
      exceeded === 0 ? '' : plural(exceeded, period),
    ],
  )
  return columns(lines, [
    'of',
    'name',
    'period',
    'limit m³',
    'holds',
    'running',
    'used m³',
    'projected m³',
    'four of five',
    'state',
    'exceeded',
  ])
}

const STATES: Readonly<Record<LimitRow['state'], string>> = {
  exceeded: 'EXCEEDED',
  projected: 'will be exceeded',
  close: 'may be exceeded',
  kept: 'kept',
  unknown: 'not known',
  coming: 'not yet',
  ended: 'ended',
}

const REFUSED: Readonly<Record<LimitRefusal, string>> = {
  no_owner: 'it names neither a station nor a consumer',
  unknown_owner: 'no station and no consumer is called so',
  several_owners: 'several stations or consumers are called so',
  no_period: 'it names no period: hour, day, month, quarter, year',
  no_number: 'it has no m³',
  bad_number: 'its m³ are no number above 0',
  bad_day: 'it names a day that there is not',
  reversed: 'it ends before it begins',
  twice: 'a line above it says the same limit',
  too_many_cells: 'it has more cells than whose, period, m³, from, to',
}

function importText(lines: readonly PastedLimit[], left: number, dryRun: boolean): string {
  const kept = lines.filter(({ limit }) => limit !== null).length
  const said = lines.map(({ line, limit, ownerName, insteadM3, refusal, text }) =>
    limit
      ? [
          `line ${line}`,
          'kept',
          `${calledBy(ownerName, limit.ownerId)}: ${round(limit.m3)} m³ a${limit.period === 'hour' ? 'n' : ''} ${limit.period}${insteadM3 === null ? '' : `, instead of ${round(insteadM3)}`}`,
        ]
      : [`line ${line}`, 'refused', `${refusal ? REFUSED[refusal] : ''}: ${text.trim()}`],
  )
  const total = `${plural(kept, 'limit')} ${dryRun ? 'would be kept' : 'kept'} on ${dayAt(Date.now())}, ${plural(lines.length - kept, 'line')} refused${left > 0 ? `, ${plural(left, 'line')} not read` : ''}.`
  return [...(said.length > 0 ? [columns(said)] : []), total].join('\n')
}
