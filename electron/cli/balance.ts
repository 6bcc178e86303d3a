import type { Command } from 'commander'
import { balanceOfBranch, branchCalled } from '../analysis/answers/balance/balance.ts'
import type { Book } from '../book/book.ts'
import { BALANCE_STEPS, COVERAGE_FACTOR, type BalanceStep } from '../contract/balance-words.ts'
import type { BalanceAnswer, BalanceRow } from '../contract/balance.ts'
import { calledBy } from '../contract/called.ts'
import { statedClock } from '../contract/time/gas-clock.ts'
import { zoneClock } from '../contract/time/zone.ts'
import { csvLines } from '../exports/formats/csv.ts'
import { balance as balanceKind, periodName } from '../exports/kinds/balance.ts'
import { sourceOf } from '../exports/kinds/source.ts'
import { wordsOf } from '../words/program.ts'
import { usualGas, withBook } from './analysis-book.ts'
import { clockText } from './clocks.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { columns, count, plural, shown } from './numbers.ts'
import * as read from './options.ts'

const FORMATS = ['text', 'json', 'csv'] as const

interface BalanceFlags {
  book: string
  branch?: string
  by: BalanceStep
  from?: string
  to?: string
  format: (typeof FORMATS)[number]
}

/** `meterbook balance`: what goes into a branch less what goes out, and what the devices' limits of error explain of it. */
export function balanceCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('balance')
    .requiredOption('--book <FILE>', 'the book')
    .option('--branch <NAME>', 'the name or the id of a branch; without it all branches are listed')
    .option('--by <P>', BALANCE_STEPS.join(', '), read.oneOf(BALANCE_STEPS), 'day')
    .option('--from <D>', 'first gas day of the branch, yyyy-mm-dd', read.day)
    .option('--to <D>', 'last gas day of the branch, yyyy-mm-dd', read.day)
    .option('--format <F>', FORMATS.join(', '), read.oneOf(FORMATS), 'text')
    .addHelpText(
      'after',
      '\nExample:\n  meterbook balance --book trip.meterbook --branch North --by month\nCompared are the hours of which every station has a number; the uncertainty is 2·√Σ(uᵢVᵢ)², with the limits of error that were typed in at the stations, else 1 %. Branches are drawn in the program. Exit 1: the difference of the whole span is beyond the uncertainty, or nothing could be compared.',
    )
    .action((flags: BalanceFlags) =>
      withBook(flags.book, async (book) => {
        const { branch, by, from, to, format } = flags
        if (from !== undefined && to !== undefined) read.span(from, to)
        if (branch === undefined) {
          terminal.print(listText(book, format))
          finish(EXIT.done)
          return
        }
        const asked = { branchId: branchCalled(book, branch).id, by, from, to }
        const answer = await balanceOfBranch(book, { ...asked, usual: usualGas(), nowMs: Date.now() })
        const { total } = answer
        const exit = total === null || total.differenceM3 === null || total.isBeyond ? EXIT.incomplete : EXIT.done
        if (format === 'json') terminal.print(JSON.stringify({ file: book.file, by, ...answer, exit }, null, 2))
        else terminal.print(format === 'csv' ? csvOf(book, answer, by) : textOf(answer, by))
        finish(exit)
      }),
    )
}

function listText(book: Book, format: BalanceFlags['format']): string {
  const all = book.branches.all()
  const rows = all.map(({ id, name, members, author }) => {
    const inputs = members.filter(({ side }) => side === 'in').length
    return { branch_id: id, branch_name: name, goes_in: inputs, goes_out: members.length - inputs, author }
  })
  if (format === 'json') return JSON.stringify({ file: book.file, branches: rows }, null, 2)
  if (rows.length === 0) return 'No branch is drawn in this book.'
  return columns(
    rows.map(({ branch_name: name, ...row }) => [name, row.goes_in, row.goes_out, row.branch_id]),
    ['branch', 'in', 'out', 'id'],
  )
}

/** The same file as the window's, for programs. */
function csvOf(book: Book, balance: BalanceAnswer, by: BalanceStep): string {
  const how = { format: 'csv', reader: 'programs', language: 'en', timeZone: balance.timeZone } as const
  const source = sourceOf(book, how)
  const table = balanceKind.rows(source, { ...how, kind: 'balance', by, balance })
  return [...csvLines(table, source.clock, how)].join('').trimEnd()
}

function textOf(answer: BalanceAnswer, by: BalanceStep): string {
  const { branch, members, rows, total, greatest, cell, timeZone } = answer
  const lines = [shown(branch.name), '']
  const one = (m3: number | null) => (m3 === null ? '—' : count(round(m3)))
  lines.push(
    columns(
      members.map((member) => [
        member.side === 'in' ? 'in' : 'out',
        calledBy(member.stationName, member.stationId),
        one(member.m3),
        `${member.limit} %${member.isUsualLimit ? ' (usual)' : ''}`,
        member.hours,
        member.why === null ? '' : wordsOf('en').notBalanced[member.why],
      ]),
      ['', 'station', 'm³', 'limit of error', 'hours', ''],
    ),
    '',
  )
  const named = (row: BalanceRow, name: string) => [
    name,
    one(row.inputM3),
    one(row.outputM3),
    one(row.differenceM3),
    row.differencePercent === null ? '—' : `${round(row.differencePercent)} %`,
    one(row.uncertaintyM3),
    `${count(row.hoursCompared)} of ${count(row.hours)} h`,
    row.isBeyond ? 'beyond' : row.part ? 'part' : '',
  ]
  const table = rows.map((row) => named(row, periodName(by, row, timeZone)))
  if (total) table.push(named(total, 'total'))
  if (table.length > 0) lines.push(columns(table, [by, 'in, m³', 'out, m³', 'difference', '%', '± m³', 'compared', '']))
  if (!total || total.hoursCompared === 0) lines.push('Nothing can be compared: no hour has a number of every station.')
  else
    lines.push(
      `${total.hoursCompared === total.hours ? 'All' : `${count(total.hoursCompared)} of ${count(total.hours)}`} hours are compared. ± is ${COVERAGE_FACTOR}·√Σ(uᵢVᵢ)².`,
    )
  if (greatest.length > 0) {
    const clock = zoneClock(timeZone)
    const parts = greatest.slice(0, 5).map(({ fromMs, differenceM3, share }) => {
      return `${clock.wall(fromMs)} ${one(differenceM3)} m³ (${round(share * 100)} %)`
    })
    lines.push(`Greatest ${plural(parts.length, cell)}: ${parts.join('; ')}`)
  }
  lines.push(`Gas days: ${clockText(statedClock({ ...answer, zone: timeZone }))}`)
  return lines.join('\n')
}

const round = (value: number): number => Math.round(value * 100) / 100
