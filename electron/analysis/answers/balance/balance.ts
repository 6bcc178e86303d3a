import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../../book/index.ts'
import type { Branch } from '../../../book/branches/branches.ts'
import { MeterbookError } from '../../../contract/errors.ts'
import type { BalanceStep } from '../../../contract/balance-words.ts'
import type { BalanceAnswer, BalanceRow } from '../../../contract/balance.ts'
import type { Day, Span } from '../../../contract/records.ts'
import { addDays } from '../../../contract/time/day.ts'
import { gasDayAt, gasDaySpan, type GasClock } from '../../../contract/time/gas-day.ts'
import { bookUntil } from '../past.ts'
import { balanceBy, greatestOf, hoursOfMember, isBeyond, memberSums } from '../../kernel/balance/balance.ts'
import { hourSteps, stepsOf } from '../../kernel/amounts/steps.ts'
import { sharedGround } from '../../station/load/ground.ts'
import { clockOfBranch, loadingBranch, type LoadedBranch } from '../../station/balance/load.ts'

export interface BalanceQuestion {
  branchId: string
  by: BalanceStep
  /** Gas days of the branch, both included; all that its members tell where absent. Of hours at most 400 days. */
  from?: Day | undefined
  to?: Day | undefined
  /** The clock of the preferences. */
  usual: GasClock
  nowMs: number
}

/** Hours of more days than this are too many to look at. */
const MOST_HOUR_DAYS = 400
/** Cells of greatest share that are told. */
const MOST_GREATEST = 24

/**
 * The balance of a branch by period; other work has its turn between the members.
 * @throws MeterbookError NO_SUCH_BRANCH
 */
export async function balanceOfBranch(book: Book, { branchId, by, from, to, usual, nowMs }: BalanceQuestion): Promise<BalanceAnswer> {
  const branch = book.branches.get(branchId)
  const untilMs = to === undefined ? null : gasDaySpan(to, to, clockOfBranch(book, branch, usual)).toMs
  const then = bookUntil(
    book,
    branch.members.map(({ stationId }) => stationId),
    untilMs,
  )
  const ground = sharedGround(then, usual)
  const loading = loadingBranch(then, branch, { ground, usual, nowMs, span: { ...(from && { from }), ...(to && { to }) } })
  for (;;) {
    const step = loading.next()
    if (step.done) return answerOf(step.value, { by, nowMs })
    await breath()
  }
}

function answerOf(loaded: LoadedBranch, { by, nowMs }: { by: BalanceStep; nowMs: number }): BalanceAnswer {
  const { branch, gas, members, cell, table } = loaded
  const said = {
    branch: branchSaid(branch),
    timeZone: gas.zone,
    contractHour: gas.contractHour,
    zoneFrom: gas.zoneFrom,
    hourFrom: gas.hourFrom,
    cell,
  }
  const span = loaded.span && by === 'hour' ? shortened(loaded.span) : loaded.span
  if (!span) {
    const none = members.map((member) => ({ ...member, m3: null, hours: 0 }))
    return { ...said, from: null, to: null, members: none, rows: [], total: null, greatest: [] }
  }
  const whole = { day: span.from, ...span, ...gasDaySpan(span.from, span.to, gas), part: false }
  whole.part = whole.toMs > nowMs
  const steps = by === 'hour' ? hourSteps(span, gas, (atMs) => gasDayAt(atMs, gas), nowMs) : stepsOf(by, span, gas, nowMs)
  const rowsOf = (list: typeof steps): BalanceRow[] =>
    balanceBy(table, list).map((sum, at) => {
      const { day, fromMs, toMs, part } = list[at] as (typeof list)[number]
      return { day, fromMs, toMs, part, ...sum, isBeyond: isBeyond(sum) }
    })
  const sums = memberSums(table, whole)
  return {
    ...said,
    ...span,
    members: members.map((member, at) => ({
      ...member,
      m3: sums.hoursCompared === 0 ? null : (sums.m3[at] as number),
      hours: hoursOfMember(table, at, whole),
    })),
    rows: rowsOf(steps),
    total: rowsOf([whole])[0] ?? null,
    greatest: greatestOf(table, whole, MOST_GREATEST),
  }
}

/** The last days of a span whose hours can be listed. */
function shortened({ from, to }: Span): Span {
  const least = addDays(to, 1 - MOST_HOUR_DAYS)
  return { from: from < least ? least : from, to }
}

/** A branch as the contract says it. */
export const branchSaid = ({ members, ...branch }: Branch) => ({ ...branch, members: [...members] })

/**
 * A branch by its id, else by its name, whatever the case.
 * @throws MeterbookError NO_SUCH_BRANCH; of several with one name too, for nobody can say which is meant
 */
export function branchCalled(book: Book, called: string): Branch {
  const all = book.branches.all()
  const named = all.filter(({ name }) => name.toLocaleLowerCase() === called.trim().toLocaleLowerCase())
  const found = all.find(({ id }) => id === called) ?? (named.length === 1 ? named[0] : undefined)
  if (!found) throw new MeterbookError('NO_SUCH_BRANCH', { id: called })
  return found
}
