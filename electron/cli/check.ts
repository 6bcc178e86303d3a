import type { Command } from 'commander'
import { calledBy } from '../contract/called.ts'
import type { ShareTotal } from '../book/completeness/shares.ts'
import { HOLE_STATES, type Hole } from '../book/coverage/holes.ts'
import type { FindingCounts } from '../book/findings/finding-pages.ts'
import { openBook } from './open-book.ts'
import { visible } from '../contract/visible.ts'
import { wordsOf } from '../words/program.ts'
import { usualGas } from './analysis-book.ts'
import { completenessText } from './completeness.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { farStampsText } from './far-stamps.ts'
import { byRule, foundIn, foundText, judge, STANDING } from './judged.ts'
import { columns, count, plural } from './numbers.ts'
import { checkRecords, recordsText, type CheckedRecords } from './record-check.ts'

interface CheckFlags {
  book: string
  json?: boolean
}

interface CheckReport {
  file: string
  integrity: { ok: boolean; problems: string[] }
  /** Null where the file itself is damaged. */
  records: CheckedRecords | null
  /** Records whose stamps are not believed; null where the file is damaged. */
  farStamps: number | null
  /** Stations for which the service names no device: there is nothing to ask archives by. */
  withoutDevice: { id: number; name: string | null }[]
  holes: Hole[]
  /** Records that are there of those that are due, by archive; empty where the file is damaged. */
  completeness: ShareTotal[]
  /** The findings that nobody has explained; null where the file is damaged. */
  findings: FindingCounts | null
}

/** `meterbook check`: is the file sound, and what is missing in it. */
export function checkCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('check')
    .requiredOption('--book <FILE>', 'the book')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook check --book trip.meterbook\nExit 1: days are missing: some can be fetched, some the device has not transmitted yet. Exit 5: the file is damaged, or records in it cannot be read.\nFindings are counted and change no exit code: `meterbook findings` names them, and ends with 1 where one fails.',
    )
    .action(async ({ book: file, json }: CheckFlags) => {
      const book = openBook(file, { mode: 'read', now: Date.now })
      try {
        const { ok, problems } = book.integrity()
        const records = ok ? checkRecords(book, terminal) : null
        const holes = ok ? book.holes.list({ states: HOLE_STATES }, Date.now()) : []
        const withoutDevice = ok ? book.stations.withoutDevice() : []
        const missing = holes.filter(({ state }) => state !== 'empty')
        const exit = !ok || (records?.unreadable ?? 0) > 0 ? EXIT.bookUnusable : missing.length > 0 ? EXIT.incomplete : EXIT.done
        const coverage = book.coverage.totals()
        const completeness = ok ? book.completeness.shareTotals(usualGas(), Date.now()) : []
        if (ok) await judge(book, terminal)
        const findings = ok ? book.findings.counts({ states: [...STANDING] }) : null
        const said = findings ? [`Findings   ${foundText(foundIn(book))}`, ...byRule(findings).map(ruleLine)] : []
        const summary = ok ? book.summary() : null
        if (summary) said.unshift(...farStampsText(summary, 'Integrity  '.length))
        const farStamps = summary?.counts.farStamps ?? null
        const found = { records, farStamps, coverage, completeness, withoutDevice, holes, findings, exit }
        const report = { file: book.file, integrity: { ok, problems }, ...found }
        terminal.print(json ? JSON.stringify(report, null, 2) : checkText(report, said))
        finish(exit)
      } finally {
        book.close()
      }
    })
}

const STATES = wordsOf('en').file
const SHOWN_HOLES = 30
const SHOWN_STATIONS = 5

const ruleLine = ([name, findings, stations]: [string, number, number]) =>
  `           ${name}: ${count(findings)} in ${plural(stations, 'station')}`

/** What is missing though the service has answered for every day: counted once, by the lines of completeness. */
const lackingText = (totals: CheckReport['completeness']): string =>
  totals.some(({ incomplete }) => incomplete > 0) ? 'the records that are counted above: the service does not have them' : 'nothing'

/** @param found the lines of findings */
function checkText({ file, integrity, records, withoutDevice, holes, completeness }: CheckReport, found: readonly string[]): string {
  const lines = [`Book       ${visible(file)}`]
  if (!integrity.ok) return [...lines, 'Integrity  DAMAGED', ...integrity.problems.slice(0, SHOWN_HOLES).map(visible)].join('\n')
  lines.push('Integrity  sound')
  if (records) lines.push(...recordsText(records))
  lines.push(...completenessText(completeness, 'Integrity  '.length))
  lines.push(...found)
  const missing = holes.filter(({ state }) => state !== 'empty')
  const emptyDays = holes.reduce((sum, { state, days }) => sum + (state === 'empty' ? days : 0), 0)
  lines.push(`Empty      ${plural(emptyDays, 'day')} at the service (nothing to fetch there)`)
  if (withoutDevice.length > 0) {
    const names = withoutDevice.slice(0, SHOWN_STATIONS).map(({ id, name }) => visible(calledBy(name, id)))
    const more = withoutDevice.length > names.length ? ', …' : ''
    lines.push(`No device  ${plural(withoutDevice.length, 'station')} (nothing to ask archives by): ${names.join(', ')}${more}`)
  }
  if (missing.length === 0) return [...lines, `Missing    ${lackingText(completeness)}`].join('\n')
  const sums = (['never', 'failed', 'partial', 'not_transmitted'] as const).map((state) => {
    const days = missing.reduce((sum, hole) => sum + (hole.state === state ? hole.days : 0), 0)
    return days > 0 ? `${count(days)} ${STATES[state]}` : null
  })
  lines.push(`Missing    days: ${sums.filter(Boolean).join(', ')}`, '')
  const rows = missing
    .slice(0, SHOWN_HOLES)
    .map((hole) => [
      calledBy(hole.stationName, hole.stationId),
      hole.archiveType,
      hole.view,
      hole.from,
      hole.to,
      hole.days,
      STATES[hole.state],
    ])
  lines.push(columns(rows, ['station', 'archive', 'view', 'from', 'to', 'days', 'why']))
  const more = missing.length - SHOWN_HOLES
  if (more > 0) lines.push(`… and ${plural(more, 'more hole')} (--json names them all)`)
  return lines.join('\n')
}
