import { expect, test } from 'vitest'
import { balanceOfBranch, branchCalled } from '../../../../electron/analysis/answers/balance/balance.ts'
import { keepBalances } from '../../../../electron/analysis/station/balance/keep.ts'
import { amountsOf } from '../../../../electron/analysis/answers/consumption/amounts.ts'
import { judgeBook } from '../../../../electron/analysis/judge/book.ts'
import { staleStations } from '../../../../electron/analysis/judge/stale.ts'
import { groundOf } from '../../../../electron/analysis/station/load/ground.ts'
import type { Branch } from '../../../../electron/book/branches/branches.ts'
import type { Book } from '../../../../electron/book/index.ts'
import type { BranchMember } from '../../../../electron/contract/balance-words.ts'
import { DAY_MS, HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { tempBook } from '../../book/fixtures.ts'
import { BRANCH_CLOCK as usual, bookOfBranches, FIRST_MS, putHours, trueBranch } from '../../../support/branch-worlds.ts'

/** A branch of a book: its answer, the view, and what makes both anew. */
const DAYS = 12
const nowMs = FIRST_MS + DAYS * DAY_MS
const asked = { usual, nowMs }
const ask = (book: Book, by: 'hour' | 'day' | 'month', span: { from?: string; to?: string } = {}) =>
  balanceOfBranch(book, { branchId: branchOf(book).id, by, ...span, ...asked })
function branchOf({ branches }: Book): Branch {
  const [branch] = branches.all()
  if (!branch) throw new Error('No branch is drawn')
  return branch
}
const kept = (book: Book) => book.db.prepare<[], Record<string, unknown>>('SELECT * FROM v_balance_day ORDER BY branch_id, day').all()
const drawn = trueBranch({ seed: 3, days: DAYS, firstId: 1, limits: [0.3, 1], missing: 0.1 })
const flat = (m3: number, days = DAYS) => new Float64Array(days * 24).fill(m3)
/** A book of constant flows; `of` m³ an hour by station. */
function steady(of: Readonly<Record<number, number>>, members: readonly BranchMember[]) {
  const list = members.map((member) => ({ ...member, limit: 1, shown: flat(of[member.stationId] ?? 0) }))
  return bookOfBranches(tempBook(), [{ name: 'Steady', members: list, leaksFrom: null }], nowMs)
}

test('hours, days and months are the same balance, and each member has what its consumption says', async () => {
  const book = bookOfBranches(tempBook(), [drawn], nowMs)
  const [hours, days, months] = [await ask(book, 'hour'), await ask(book, 'day'), await ask(book, 'month')]
  for (const { total } of [hours, months]) expect(total).toEqual(days.total)
  const sum = (answer: typeof hours) => answer.rows.reduce((all, { differenceM3 }) => all + (differenceM3 ?? 0), 0)
  for (const answer of [hours, days, months]) {
    expect(sum(answer)).toBeCloseTo(days.total?.differenceM3 ?? Number.NaN, 6)
    expect(answer.rows.reduce((all, { hoursCompared }) => all + hoursCompared, 0)).toBe(days.total?.hoursCompared)
  }
  expect(days.total?.hoursCompared).toBeLessThan(days.total?.hours ?? 0)
  // Of a member alone every hour counts that it has; where all have all, both ask the one owner.
  const whole = bookOfBranches(tempBook(), [{ ...drawn, members: drawn.members.map((one) => ({ ...one, shown: flat(5.5) })) }], nowMs)
  const answer = await ask(whole, 'day')
  for (const { stationId, m3 } of answer.members) {
    const { total } = await amountsOf(whole, { stationIds: [stationId], by: 'day', earlierYears: 0, gas: usual, ...asked })
    expect(m3).toBe(total?.m3)
  }
})

test('the view has the days of the answer, and is made anew for a record, a limit and a statement, else left alone', async () => {
  const book = bookOfBranches(tempBook(), [drawn], nowMs)
  await keepBalances(book, asked)
  const shown = async () =>
    (await ask(book, 'day')).rows.map((row) => ({
      day: row.day,
      input_m3: row.inputM3,
      output_m3: row.outputM3,
      difference_m3: row.differenceM3,
      difference_percent: row.differencePercent,
      hours_compared: row.hoursCompared,
      hours: row.hours,
      uncertainty_m3: row.uncertaintyM3,
    }))
  expect(kept(book)).toMatchObject(await shown())
  const source = () => book.balances.source(branchOf(book).id)
  const [first, id] = [source(), drawn.members[1]?.stationId ?? 0]
  await keepBalances(book, asked)
  expect(source()).toBe(first)

  book.page(() => putHours(book, id, flat(1, 1), nowMs))
  book.typed.write(id, [{ fact: 'limit_of_error', value: '5' }], 'Ольга', nowMs)
  await keepBalances(book, asked)
  expect(source()).not.toBe(first)
  expect(kept(book)).toMatchObject(await shown())
  expect((await ask(book, 'day')).members.find(({ stationId }) => stationId === id)).toMatchObject({ limit: 5, isUsualLimit: false })

  const branch = branchOf(book)
  book.branches.say(branch.id, { ...branch, name: 'North' }, nowMs)
  await keepBalances(book, asked)
  expect(kept(book)[0]).toMatchObject({ branch_name: 'North' })
  book.branches.remove(branch.id, 'Ольга', nowMs)
  expect(kept(book)).toEqual([])
  await keepBalances(book, asked)
  expect(book.db.prepare('SELECT count(*) FROM balance_day').pluck().get()).toBe(0)
})

test('the first station that goes in is judged again when a member changes or the branch does, no other station for it', async () => {
  const book = bookOfBranches(tempBook(), [drawn], nowMs)
  await judgeBook(book, asked)
  const stale = () => staleStations(book, groundOf(book, usual), nowMs).map(({ stationId }) => stationId)
  expect(stale()).toEqual([])
  const [anchor, last] = [drawn.members[0]?.stationId ?? 0, drawn.members.at(-1)?.stationId ?? 0]
  book.typed.write(last, [{ fact: 'limit_of_error', value: '7' }], 'Ольга', nowMs)
  expect(stale()).toEqual([anchor])
  await judgeBook(book, asked)
  book.page(() => putHours(book, last, flat(1, 1), nowMs))
  expect(stale()).toEqual([anchor, last])
  await judgeBook(book, asked)
  expect(stale()).toEqual([])
  book.branches.remove(branchOf(book).id, '', nowMs)
  expect(stale()).toEqual([anchor])
})

test('gas days and zone are those of the branch, else of the book; the same hours make other days', async () => {
  const book = steady({ 1: 10, 2: 9 }, [
    { stationId: 1, side: 'in' },
    { stationId: 2, side: 'out' },
  ])
  const branch = branchOf(book)
  const own = { ...branch, contractHour: 6, timeZone: 'Asia/Yekaterinburg' }
  book.branches.say(own.id, own, nowMs)
  const answer = await ask(book, 'day')
  expect(answer).toMatchObject({ timeZone: 'Asia/Yekaterinburg', contractHour: 6, hourFrom: 'branch', zoneFrom: 'branch' })
  // The first gas day of that clock began nine hours before the first record: 06:00 there is 01:00 UTC.
  expect(answer.rows[0]).toMatchObject({ hours: 15, hoursCompared: 15, inputM3: 150, outputM3: 135, differencePercent: 10 })
  expect(answer.rows[1]).toMatchObject({ hours: 24, hoursCompared: 24, inputM3: 240 })
})

test('a member with another contract hour of its own is compared by hours', async () => {
  const book = steady({ 1: 10, 2: 10 }, [
    { stationId: 1, side: 'in' },
    { stationId: 2, side: 'out' },
  ])
  book.clocks.setOfStations([2], { timeZone: 'Asia/Tokyo', contractHour: 0 })
  expect((await ask(book, 'day')).total).toMatchObject({ differenceM3: 0, hoursCompared: DAYS * 24, hours: DAYS * 24 })
})

test('where a member tells days alone, days are compared; one of another closing hour is left out, and it is said', async () => {
  const members: BranchMember[] = [
    { stationId: 1, side: 'in' },
    { stationId: 2, side: 'out' },
  ]
  const daily = (closesAt: number) => {
    const book = bookOfBranches(
      tempBook(),
      [
        {
          name: 'Days',
          members: members.map((one) => ({ ...one, limit: 1, shown: one.side === 'in' ? flat(10) : new Float64Array(0) })),
          leaksFrom: null,
        },
      ],
      nowMs,
    )
    book.channels.put([
      {
        equipmentTypeId: 1,
        archiveTypeName: 'Суточный',
        archiveTypeVarname: 'daily',
        telemetryTypeName: null,
        channelName: null,
        channelVarname: 'Vpriv',
        unitName: 'м3',
      },
    ])
    const shift = (closesAt - 10) * HOUR_MS
    book.page(() =>
      book.readings.put(
        { equipmentId: 1002, archiveType: 'daily', view: 'general' },
        Array.from({ length: DAYS }, (_, day) => ({ atMs: FIRST_MS + (day + 1) * DAY_MS + shift, values: { Vpriv: 230 } })),
      ),
    )
    return ask(book, 'day')
  }
  const same = await daily(10)
  expect(same.cell).toBe('day')
  expect(same.total).toMatchObject({ inputM3: 240 * DAYS, outputM3: 230 * DAYS, hoursCompared: 24 * DAYS })
  const other = await daily(6)
  expect(other.members.map(({ why }) => why)).toEqual([null, 'other_hour'])
  expect(other.total).toMatchObject({ inputM3: null, hoursCompared: 0 })
})

test('a station that is not in the book, and one without a device, are said and nothing is compared', async () => {
  const book = steady({ 1: 10 }, [
    { stationId: 1, side: 'in' },
    { stationId: 2, side: 'out' },
  ])
  const branch = branchOf(book)
  book.branches.say(branch.id, { ...branch, members: [...branch.members, { stationId: 77, side: 'out' }] }, nowMs)
  const { members, total } = await ask(book, 'day')
  expect(members.map(({ why }) => why)).toEqual([null, null, 'not_in_book'])
  expect(total).toMatchObject({ differenceM3: null, hoursCompared: 0, isBeyond: false })
})

test('the hours of greatest share are those in which it leaked, and a branch is called by its name or its id', async () => {
  const book = steady({ 1: 10, 2: 10 }, [
    { stationId: 1, side: 'in' },
    { stationId: 2, side: 'out' },
  ])
  book.page(() => putHours(book, 2, flat(10).fill(4, 30, 31), nowMs))
  const { greatest } = await ask(book, 'day')
  expect(greatest).toEqual([{ fromMs: FIRST_MS + 30 * HOUR_MS, toMs: FIRST_MS + 31 * HOUR_MS, differenceM3: 6, share: 1 }])
  const branch = branchOf(book)
  expect(branchCalled(book, ' steady ').id).toBe(branch.id)
  expect(branchCalled(book, branch.id).name).toBe('Steady')
  book.branches.say(null, branch, nowMs)
  expect(() => branchCalled(book, 'Steady')).toThrow(expect.objectContaining({ code: 'NO_SUCH_BRANCH' }))
})
