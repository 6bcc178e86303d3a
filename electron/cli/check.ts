import { resolve } from 'node:path'
import type { Command } from 'commander'
import { calledBy } from '../contract/called.ts'
import type { ShareTotal } from '../book/completeness/shares.ts'
import { HOLE_STATES, type Hole } from '../book/coverage/holes.ts'
import type { FindingCounts } from '../book/findings/finding-pages.ts'
import { asBookError, BookError } from '../book/file/errors.ts'
import { whereInThread } from '../book/sharing/sharing.ts'
import { RECOVERABLE, type DamagedPlaces } from '../contract/recovery-words.ts'
import type { Book } from '../book/book.ts'
import { openBook } from './open-book.ts'
import { visible } from '../contract/visible.ts'
import { wordsOf } from '../words/program.ts'
import { usualGas } from './analysis-book.ts'
import { completenessText } from './completeness.ts'
import type { CommandContext } from './context.ts'
import { EXIT, type ExitCode } from './exit.ts'
import { farStampsText } from './far-stamps.ts'
import { byRule, foundIn, foundText, judge, STANDING } from './judged.ts'
import { columns, count, plural } from './numbers.ts'
import { checkRecords, recordsText, type CheckedRecords } from './record-check.ts'
import type { Terminal } from './terminal.ts'

interface CheckFlags {
  book: string
  json?: boolean
}

interface CheckReport {
  file: string
  integrity: { ok: boolean; problems: string[] }
  /** Where the file is damaged; null where SQLite finds nothing wrong with it. */
  damage: DamagedPlaces | null
  /** Null where the file itself is damaged. */
  records: CheckedRecords | null
  /** Records whose stamps are not believed; null where the file is damaged. */
  farStamps: number | null
  /** Null where the file is damaged. */
  coverage: ReturnType<Book['coverage']['totals']> | null
  /** Stations for which the service names no device: there is nothing to ask archives by. */
  withoutDevice: { id: number; name: string | null }[]
  holes: Hole[]
  /** Records that are there of those that are due, by archive; empty where the file is damaged. */
  completeness: ShareTotal[]
  /** The findings that nobody has explained; null where the file is damaged. */
  findings: FindingCounts | null
  exit: ExitCode
}

/** `meterbook check`: is the file sound, and what is missing in it. */
export function checkCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('check')
    .requiredOption('--book <FILE>', 'the book')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook check --book trip.meterbook\nExit 1: days are missing: some can be fetched, some the device has not transmitted yet. Exit 6: the file is damaged, records in it cannot be read, or contradict what the book says of them.\nFindings are counted and change no exit code: `meterbook findings` names them, and ends with 1 where one fails.',
    )
    .action(async ({ book: file, json }: CheckFlags) => {
      const found = await checked(file, terminal).catch(async (error: unknown) => {
        const reason = damageIn(error)
        const damage = reason === null ? null : await whereInThread(resolve(file), { signal: terminal.signal })
        if (reason === null || damage === null) throw error
        return { report: { ...nothingOf(resolve(file)), integrity: { ok: false, problems: [reason] }, damage }, said: [] }
      })
      terminal.print(json ? JSON.stringify(found.report, null, 2) : checkText(found.report, found.said))
      finish(found.report.exit)
    })
}

/** What SQLite says against a file whose pages may still be read; null: it is another failure. */
function damageIn(error: unknown): string | null {
  const failure = asBookError(error)
  if (!(failure instanceof BookError) || !RECOVERABLE.some((code) => code === failure.code)) return null
  return failure.code === 'NOT_A_BOOK' ? 'the beginning of the file is not that of a book' : `SQLite gives up: ${failure.data.reason ?? ''}`
}

/** What is said of a book in which nothing can be looked up. */
const nothingOf = (file: string) => ({
  file,
  records: null,
  farStamps: null,
  coverage: null,
  withoutDevice: [],
  holes: [],
  completeness: [],
  findings: null,
  exit: EXIT.damaged,
})

async function checked(file: string, terminal: Terminal): Promise<{ report: CheckReport; said: string[] }> {
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    const integrity = book.integrity()
    if (!integrity.ok) {
      const damage = await whereInThread(book.file, { signal: terminal.signal })
      return { report: { ...nothingOf(book.file), integrity, damage }, said: [] }
    }
    const records = checkRecords(book, terminal)
    const holes = book.holes.list({ states: HOLE_STATES }, Date.now())
    const missing = holes.some(({ state }) => state !== 'empty')
    await judge(book, terminal)
    const findings = book.findings.counts({ states: [...STANDING] })
    const summary = book.summary()
    const report = {
      file: book.file,
      integrity,
      damage: null,
      records,
      farStamps: summary.counts.farStamps,
      coverage: book.coverage.totals(),
      completeness: book.completeness.shareTotals(usualGas(), Date.now()),
      withoutDevice: book.stations.withoutDevice(),
      holes,
      findings,
      exit: records.unreadable > 0 ? EXIT.damaged : missing ? EXIT.incomplete : EXIT.done,
    }
    const said = [
      ...farStampsText(summary, 'Integrity  '.length),
      `Findings   ${foundText(foundIn(book))}`,
      ...byRule(findings).map(ruleLine),
    ]
    return { report, said }
  } finally {
    book.close()
  }
}

const STATES = wordsOf('en').file
const SHOWN_HOLES = 30
const SHOWN_STATIONS = 5

const ruleLine = ([name, findings, stations]: [string, number, number]) =>
  `           ${name}: ${count(findings)} in ${plural(stations, 'station')}`

/** What is missing though the service has answered for every day: counted once, by the lines of completeness. */
const lackingText = (totals: CheckReport['completeness']): string =>
  totals.some(({ incomplete }) => incomplete > 0) ? 'the records that are counted above: the service does not have them' : 'nothing'

/** By table what of it cannot be read: of an index nothing is lost that its table has. */
function whereText(damage: DamagedPlaces | null): string[] {
  if (damage === null) return []
  const { pages, places } = damage
  if (places.length === 0) return [`Where      in no table or index that a recovery reads, of ${plural(pages, 'page')}`]
  return places.map(({ name, unreadable, unsound }, at) => {
    const said = [
      unreadable > 0 ? `${plural(unreadable, 'place')} cannot be read` : '',
      unsound > 0 ? `${plural(unsound, 'page')} contradict themselves` : '',
    ]
    return `${at === 0 ? 'Where      ' : '           '}${name}: ${said.filter(Boolean).join(', ')}`
  })
}

const TO_DO = [
  'To do      The book was left as it is. `meterbook backup --list --book FILE` names its backups, `meterbook restore --book FILE BACKUP`',
  '           puts one in its place, `meterbook recover --book FILE --out NEW` makes a new book of what can be read.',
]

/** @param found the lines of findings */
function checkText(
  { file, integrity, damage, records, withoutDevice, holes, completeness }: CheckReport,
  found: readonly string[],
): string {
  const lines = [`Book       ${visible(file)}`]
  if (!integrity.ok) {
    lines.push('Integrity  DAMAGED', ...integrity.problems.slice(0, SHOWN_HOLES).map((problem) => `           ${visible(problem)}`))
    return [...lines, ...whereText(damage), ...TO_DO].join('\n')
  }
  lines.push('Integrity  sound')
  if (records) lines.push(...recordsText(records), ...(records.unreadable > 0 ? TO_DO : []))
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
