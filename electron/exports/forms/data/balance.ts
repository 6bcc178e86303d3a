import { balanceOfBranch } from '../../../analysis/answers/balance/balance.ts'
import { COVERAGE_FACTOR, type BranchSide } from '../../../contract/balance-words.ts'
import type { BalanceAnswer, BalanceRow } from '../../../contract/balance.ts'
import { calledBy } from '../../../contract/called.ts'
import { hourSaid, zoneSaid } from '../../../contract/clock-text.ts'
import { wordsOf } from '../../../words/program.ts'
import { branchesMeant } from '../branches.ts'
import type { Cell } from '../../table.ts'
import type { ContentOf, FormColumn, FormPicture, FormRow, FormSource, Head } from '../content.ts'
import { bookOf } from '../heads.ts'
import { chartSvg } from '../pictures/echart.ts'
import { printedIn, type Printed } from '../printed.ts'

/** The balance of the branch that begins the chosen stations: of several, each is a part of its own (fill.ts). */
export const contentOf: ContentOf = async (source, stationIds, branchId) => {
  const { book, request, form, usual, nowMs, language } = source
  const { balance: words } = wordsOf(language).formData
  const branch = branchId ?? branchesMeant(book, stationIds)[0]?.id
  if (branch === undefined) return { ...NOTHING, title: words.none, heads: [], statements: [words.noBranch], columns: columnsOf(source) }
  const answer = await balanceOfBranch(book, { branchId: branch, by: form.step, from: request.from, to: request.to, usual, nowMs })
  const printed = printedIn(language, answer.timeZone)
  return {
    stationId: null,
    timeZone: answer.timeZone,
    title: answer.branch.name,
    heads: headsOfBranch(source, answer, printed),
    columns: columnsOf(source),
    rows: answer.rows.map((row) => ({ cells: cellsOf(source, row, periodOf(source, row, printed)) })),
    expected: answer.rows.length,
    totals: answer.total ? [{ cells: cellsOf(source, answer.total, wordsOf(language).forms.total), tone: 'strong' }] : [],
    pictures: answer.rows.length > 0 && form.pictures.includes('chart') ? [chartOf(source, answer, printed)] : [],
    statements: statementsOf(source, answer, printed),
  }
}

const NOTHING = { stationId: null, rows: [], expected: 0, totals: [], pictures: [] }

const periodOf = ({ form }: FormSource, { day }: BalanceRow, printed: Printed): string =>
  form.step === 'month' ? printed.month(day) : printed.day(day)

function columnsOf({ language }: FormSource): FormColumn[] {
  const { column } = wordsOf(language).formData.balance
  const number = (key: 'input' | 'output' | 'difference' | 'percent' | 'uncertainty'): FormColumn => ({
    key,
    header: column[key],
    kind: 'value',
    weight: 1,
    align: 'right',
    decimals: 2,
  })
  return [
    { key: 'period', header: column.period, kind: 'text', weight: 1.2 },
    ...(['input', 'output', 'difference', 'percent', 'uncertainty'] as const).map(number),
    { key: 'beyond', header: column.beyond, kind: 'text', weight: 0.8, align: 'center' },
    {
      key: 'hours',
      header: column.hours,
      kind: 'text',
      weight: 0.9,
      align: 'right',
      show: (cell) => (isHours(cell) ? `${cell.compared}/${cell.all}` : ''),
      inSheets: [
        { key: 'hours_compared', header: column.hours_compared, of: (cell) => (isHours(cell) ? cell.compared : null) },
        { key: 'hours_all', header: column.hours_all, of: (cell) => (isHours(cell) ? cell.all : null) },
      ],
    },
  ]
}

const isHours = (cell: Cell): cell is { compared: number; all: number } => typeof cell === 'object' && cell !== null && 'compared' in cell

function cellsOf({ language }: FormSource, row: BalanceRow, period: string): FormRow['cells'] {
  const { yes } = wordsOf(language).file
  return [
    period,
    row.inputM3,
    row.outputM3,
    row.differenceM3,
    row.differencePercent,
    row.uncertaintyM3,
    row.isBeyond ? yes : null,
    { compared: row.hoursCompared, all: row.hours },
  ]
}

function headsOfBranch(source: FormSource, { branch, total, from, to, ...clock }: BalanceAnswer, printed: Printed): Head[] {
  const { form, letterhead, language } = source
  const { forms, formData } = wordsOf(language)
  const values: Partial<Record<Head['key'], string>> = {
    supplier: letterhead.supplier || letterhead.organisation || forms.none,
    unit: branch.name,
    contract_hour: hourSaid(language, clock.contractHour, clock.hourFrom),
    zone: zoneSaid(language, clock.timeZone, clock.zoneFrom),
    ...(from !== null && to !== null ? { period: forms.span(printed.day(from), printed.day(to)) } : {}),
    completeness: formData.balance.compared(total?.hoursCompared ?? 0, total?.hours ?? 0),
    book: bookOf(source),
  }
  return form.heads.flatMap((key) => {
    const value = values[key]
    return value === undefined ? [] : [{ key, name: key === 'unit' ? formData.balance.branch : forms.heads[key], value }]
  })
}

/** Hours of greatest share that are named. */
const NAMED = 5

function statementsOf({ language }: FormSource, answer: BalanceAnswer, printed: Printed): string[] {
  const { balance: words } = wordsOf(language).formData
  const { members, total, greatest, cell } = answer
  const side = (of: BranchSide) => members.filter((member) => member.side === of)
  const named = (of: BranchSide) =>
    side(of)
      .map(({ stationName, stationId, limit, isUsualLimit, m3 }) =>
        words.member(calledBy(stationName, stationId), m3 === null ? null : printed.number(m3, 2), printed.number(limit), isUsualLimit),
      )
      .join('; ')
  const without = members.filter(({ why }) => why !== null)
  return [
    words.goesIn(named('in')),
    words.goesOut(named('out')),
    words.method(COVERAGE_FACTOR, cell),
    ...(total === null || total.differenceM3 === null || total.uncertaintyM3 === null
      ? [words.nothing]
      : [words.verdict(total.isBeyond, printed.number(Math.abs(total.differenceM3), 2), printed.number(total.uncertaintyM3, 2))]),
    ...without.map(({ stationName, stationId, why }) =>
      words.without(calledBy(stationName, stationId), wordsOf(language).notBalanced[why ?? 'no_records']),
    ),
    ...(greatest.length === 0
      ? []
      : [
          words.greatest(
            greatest
              .slice(0, NAMED)
              .map(({ fromMs, differenceM3, share }) =>
                words.hour(printed.time(fromMs), printed.number(differenceM3, 2), printed.number(share * 100, 1)),
              )
              .join('; '),
          ),
        ]),
  ]
}

const SIZE = { width: 1000, height: 150 }
const COLOURS = { within: '#a9c6e6', beyond: '#c0392b', line: '#5f6872', rule: '#e3e6ea' }
const FONT = 11

/** The difference of each row as a bar, between the lines of what the devices explain. */
function chartOf({ language }: FormSource, { rows }: BalanceAnswer, printed: Printed): FormPicture {
  const line = (sign: 1 | -1) => ({
    type: 'line' as const,
    step: 'middle' as const,
    symbol: 'none',
    lineStyle: { color: COLOURS.line, width: 1, type: 'dashed' as const },
    data: rows.map(({ uncertaintyM3 }) => (uncertaintyM3 === null ? '-' : sign * uncertaintyM3)),
  })
  const svg = chartSvg(
    {
      grid: { left: 58, right: 6, top: 8, bottom: 22 },
      xAxis: {
        type: 'category',
        data: rows.map(({ day }) => printed.day(day).replace(/\D?\d{4}\D?/, '')),
        axisLabel: { fontSize: FONT, color: COLOURS.line, hideOverlap: true },
        axisLine: { lineStyle: { color: COLOURS.line, width: 0.8 } },
        axisTick: { show: false },
      },
      yAxis: {
        type: 'value',
        splitNumber: 3,
        axisLabel: { fontSize: FONT, color: COLOURS.line, formatter: (value: number) => printed.number(value) },
        splitLine: { lineStyle: { color: COLOURS.rule, width: 0.7 } },
      },
      series: [
        {
          type: 'bar',
          barCategoryGap: '25%',
          data: rows.map(({ differenceM3, isBeyond }) => ({
            value: differenceM3 ?? '-',
            itemStyle: { color: isBeyond ? COLOURS.beyond : COLOURS.within },
          })),
        },
        line(1),
        line(-1),
      ],
    },
    SIZE,
  )
  return { key: 'chart', svg, ratio: SIZE.width / SIZE.height, caption: wordsOf(language).formData.balance.caption }
}
