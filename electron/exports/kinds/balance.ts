import { hourName } from '../../contract/clock-text.ts'
import type { BalanceAnswer, BalanceRow } from '../../contract/balance.ts'
import type { BalanceStep, BranchSide } from '../../contract/balance-words.ts'
import { calledBy } from '../../contract/called.ts'
import { stampOf } from '../../contract/time/zone.ts'
import { withoutNoise } from '../../contract/units.ts'
import type { ExportKind } from '../kind.ts'
import type { BalanceRequest, ExportHow } from '../request.ts'
import { plainText, type Table } from '../table.ts'
import { aboutSpan, filled, type Source, type Word } from './source.ts'

const STEP_WORDS: Readonly<Record<BalanceStep, Word>> = { hour: 'hour', day: 'gas_day', month: 'month' }
const NAMED = 20

export const balance: ExportKind<'balance'> = {
  rows: balanceTable,
  title: 'balance',
  stations: ({ balance: { members } }) => members.map(({ stationId }) => stationId),
  span: ({ balance: { from, to } }) => [from ?? undefined, to ?? undefined],
}

/** What a period is called in a column of text. */
export const periodName = (by: BalanceStep, { day, fromMs }: Pick<BalanceRow, 'day' | 'fromMs'>, zone: string): string =>
  by === 'hour' ? stampOf(fromMs, zone) : by === 'day' ? day : day.slice(0, 7)

/** The balance of a branch by period: what went in and out, what is left, and what the devices explain. */
function balanceTable(source: Source, { by, balance: answer }: BalanceRequest & ExportHow): Table {
  const { words } = source
  const { branch, rows, total, contractHour, timeZone } = answer
  return {
    title: words('balance'),
    expected: rows.length,
    about: [
      [words('branch'), branch.name],
      [words('goes_in'), membersCalled(answer, 'in')],
      [words('goes_out'), membersCalled(answer, 'out')],
      aboutSpan(source, answer.from ?? undefined, answer.to ?? undefined),
      [words('gas_day_begins'), hourName(contractHour)],
      ...(total ? [[words('total'), totalSaid(source, total)] as const] : []),
    ],
    ...filled<BalanceRow>(source, rows, [
      [STEP_WORDS[by], by === 'day' ? 'day' : 'text', (row) => periodName(by, row, timeZone), { key: 'period' }],
      ['input_m3', 'value', ({ inputM3 }) => inputM3],
      ['output_m3', 'value', ({ outputM3 }) => outputM3],
      ['difference_m3', 'value', ({ differenceM3 }) => differenceM3],
      ['difference_percent', 'value', ({ differencePercent }) => roundedPercent(differencePercent)],
      ['uncertainty_m3', 'value', ({ uncertaintyM3 }) => uncertaintyM3],
      ['beyond', 'code', ({ isBeyond }) => isBeyond, { show: (isBeyond) => words(isBeyond === true ? 'yes' : 'no') }],
      ['hours_compared', 'value', ({ hoursCompared }) => hoursCompared],
      ['hours_expected', 'value', ({ hours }) => hours],
      ['part', 'code', ({ part }) => part, { show: (part) => words(part === true ? 'yes' : 'no') }],
      ['from', 'time', ({ fromMs }) => fromMs],
      ['to', 'time', ({ toMs }) => toMs],
    ]),
  }
}

/** Without the noise of dividing. */
const roundedPercent = (percent: number | null): number | null => (percent === null ? null : withoutNoise(percent))

function membersCalled({ members }: BalanceAnswer, side: BranchSide): string {
  const own = members.filter((member) => member.side === side)
  const names = own.slice(0, NAMED).map(({ stationName, stationId }) => calledBy(stationName, stationId))
  return names.join(', ') + (own.length > NAMED ? ` … +${own.length - NAMED}` : '')
}

function totalSaid({ words }: Source, { differenceM3, uncertaintyM3, hoursCompared, hours }: BalanceRow): string {
  const said = (m3: number | null) => (m3 === null ? words('no_number') : plainText(m3))
  return [
    `${words('difference_m3')}: ${said(differenceM3)}`,
    `${words('uncertainty_m3')}: ${said(uncertaintyM3)}`,
    `${words('hours_compared')}: ${hoursCompared} / ${hours}`,
  ].join('; ')
}
