import { wordsOf } from '../words/program.ts'
import type { Command } from 'commander'
import { clockOf } from '../analysis/station/clock.ts'
import type { Book } from '../book/book.ts'
import { openBook } from './open-book.ts'
import { zoneSaid } from '../contract/clock-text.ts'
import { calledBy } from '../contract/called.ts'
import { rulesBeside } from '../contract/finding-parts.ts'
import type { FindingRow } from '../contract/findings.ts'
import { RULE_CODES, type RuleCode, type RuleUnit } from '../contract/rules.ts'
import { timeRange, zoneClock } from '../contract/time/zone.ts'
import { visible } from '../contract/visible.ts'
import { ruleFacts } from '../terminal/rule-facts.ts'
import { usualGas } from './analysis-book.ts'
import { askedClock, zoneOption, type ClockFlags } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { FAILING, FLAG_WORDS, foundIn, foundText, judge, STANDING } from './judged.ts'
import { columns, plural } from './numbers.ts'
import * as read from './options.ts'
import { UsageError } from './usage-error.ts'

interface FindingsFlags extends Pick<ClockFlags, 'timeZone'> {
  book?: string
  stations: 'all' | number[]
  rules?: RuleCode[]
  from?: string
  to?: string
  explain?: RuleCode
  json?: boolean
}

/** `meterbook findings`: what the rules find in a book; judged first where that is older than the data. */
export function findingsCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('findings')
    .option('--book <FILE>', 'the book')
    .option('--stations <LIST>', 'all, or station numbers with commas', read.stations, 'all')
    .option('--rules <LIST>', `codes with commas, those that a finding is with, too: ${RULE_CODES.join(', ')}`, read.someOf(RULE_CODES))
    .option('--from <D>', 'findings that last on this day of the time zone or later, yyyy-mm-dd', read.day)
    .option('--to <D>', 'findings that begin on this day of the time zone or before, yyyy-mm-dd', read.day)
    .addOption(zoneOption('times and days'))
    .option('--explain <RULE>', 'what a rule finds, by which thresholds, and where they come from', read.oneOf(RULE_CODES))
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ book: file, explain, ...flags }: FindingsFlags) => {
      if (explain !== undefined) {
        terminal.print(flags.json ? JSON.stringify(ruleFacts(explain), null, 2) : ruleText(explain))
        return
      }
      if (file === undefined) throw new UsageError('Name the book with --book FILE.')
      const book = openBook(file, { mode: 'read', now: Date.now })
      try {
        const unreadable = await judge(book, terminal, flags.stations === 'all' ? undefined : flags.stations)
        const exit = tell(book, flags, terminal.print)
        finish(unreadable.length > 0 ? EXIT.damaged : exit)
      } finally {
        book.close()
      }
    })
}

const HELP = `
Examples:
  meterbook findings --book trip.meterbook
  meterbook findings --book trip.meterbook --stations 12,17 --rules silent,frozen --from 2026-01-01
  meterbook findings --explain frozen
Exit 1: a finding that fails or is missing stands; 'suspect' alone, and what was marked explained or wrong, does not count.
Exit 6: records cannot be read, so a station could not be judged.`

const SHOWN = 200

/** Prints them; returns how the command ends. */
function tell(book: Book, { stations, rules, from, to, timeZone, json }: FindingsFlags, print: (text: string) => void): number {
  const { zone, zoneFrom } = clockOf(book, stations === 'all' ? [] : stations, usualGas(), askedClock({ timeZone }))
  const filter = {
    ...(stations === 'all' ? {} : { stationIds: stations }),
    ...(rules ? { rules } : {}),
    ...timeRange(zoneClock(zone), from, to),
  }
  const standing = { ...filter, states: [...STANDING] }
  const exit = book.findings.counts({ ...standing, flags: [...FAILING] }).total > 0 ? EXIT.incomplete : EXIT.done
  if (json) {
    const { total, rows } = book.findings.page(filter, { limit: -1 })
    const { rules: counts, flags, states } = book.findings.counts(filter)
    print(
      JSON.stringify({ file: book.file, timeZone: zone, total, counts: { rules: counts, flags, states }, findings: rows, exit }, null, 2),
    )
    return exit
  }
  const { total, rows } = book.findings.page(standing, { limit: SHOWN })
  const lines = [`Book      ${visible(book.file)}`, `Findings  ${foundText(foundIn(book, filter))}`]
  const minute = (atMs: number) => zoneClock(zone).wall(atMs).slice(0, MINUTE)
  if (rows.length > 0)
    lines.push(
      '',
      columns(
        rows.map((row) => cellsOf(row, minute)),
        HEADER,
      ),
      `Times: ${zoneSaid('en', zone, zoneFrom)}`,
    )
  if (total > SHOWN) lines.push(`… and ${plural(total - SHOWN, 'more finding')} (--json names them all)`)
  print(lines.join('\n'))
  return exit
}

const MINUTE = 'yyyy-mm-dd hh:mm'.length
const HEADER = ['station', 'finding', 'flag', 'archive', 'channel', 'from', 'to', 'measure', 'threshold', 'm³', 'state']

function cellsOf(row: FindingRow, minute: (atMs: number) => string): string[] {
  const { stationName, stationId, rule, flag, archiveType, channelVarname, fromMs, toMs, measure, threshold, unit, m3 } = row
  return [
    calledBy(stationName, stationId),
    [wordsOf('en').rules[rule].name, ...withOthers(row)].join(' '),
    FLAG_WORDS[flag],
    archiveType ?? '',
    channelVarname ?? '',
    minute(fromMs),
    toMs === null ? 'lasts' : minute(toMs),
    measured(measure, unit),
    measured(threshold, unit),
    m3 === null ? '' : number(m3),
    row.state,
  ]
}

/** '(with: spike, unusual hour)': rules that tell of the same. */
function withOthers(row: FindingRow): string[] {
  const others = rulesBeside(row).map((rule) => wordsOf('en').rules[rule].name.toLowerCase())
  return others.length === 0 ? [] : [`(with: ${others.join(', ')})`]
}

const number = (value: number) => String(Number(value.toPrecision(6)))
const measured = (value: number | null, unit: RuleUnit | null) =>
  value === null ? '' : isCounted(unit) ? plural(value, COUNTED[unit]) : [number(value), unit ? UNIT_WORDS[unit] : ''].join(' ').trim()

/** Units that are nouns. */
const COUNTED = { steps: 'step', digits: 'digit', records: 'record' } as const
type CountedUnit = keyof typeof COUNTED
const isCounted = (unit: RuleUnit | null): unit is CountedUnit => unit !== null && unit in COUNTED

const UNIT_WORDS: Readonly<Record<Exclude<RuleUnit, CountedUnit>, string>> = {
  m3: 'm³',
  m3h: 'm³/h',
  kPa: 'kPa',
  celsius: '°C',
  percent: '%',
  hours: 'h',
  days: 'd',
  minutes: 'min',
  seconds: 's',
  times: '×',
  z: 'z',
  iqr: 'IQR',
  hour: "o'clock",
}

function ruleText(code: RuleCode): string {
  const { name, definition, needs, kind, thresholds, sources } = ruleFacts(code)
  const values = thresholds.map(({ key, usual, unit }) => `${key} ${usual === null ? 'as set, else unknown' : measured(usual, unit)}`)
  return [
    `Rule        ${name} (${code}, ${kind})`,
    `Finds       ${definition}`,
    `Needs       ${needs}`,
    `Thresholds  ${values.length > 0 ? values.join(', ') : 'none'}`,
    `Sources     ${sources.join('; ')}`,
  ].join('\n')
}
