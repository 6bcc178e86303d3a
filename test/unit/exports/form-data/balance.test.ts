import path from 'node:path'
import { expect, test } from 'vitest'
import { balanceOfBranch } from '../../../../electron/analysis/answers/balance/balance.ts'
import type { Book } from '../../../../electron/book/index.ts'
import { DAY_MS } from '../../../../electron/contract/time/units.ts'
import { BRANCH_CLOCK as usual, bookOfBranches, FIRST_MS, putHours, trueBranch } from '../../../support/branch-worlds.ts'
import { openedBook, openSheet, tableOf } from '../../../support/xlsx.ts'
import { tempBook, tempFolder } from '../../book/fixtures.ts'
import { writeReport } from '../../../../electron/exports/forms/report.ts'
import { BUILT_IN } from '../../../../electron/exports/forms/built-in/index.ts'
import { fillForm, formSource } from '../../../../electron/exports/forms/fill.ts'
import { readForm } from '../../../../electron/exports/forms/read-form.ts'
import type { Language } from '../../../../electron/words/index.ts'

/** The balance of branches on paper: a part for each, with the numbers of the screen. */
const DAYS = 10
const nowMs = FIRST_MS + DAYS * DAY_MS
const [north, south] = [3, 5].map((seed, at) => trueBranch({ seed, days: DAYS, firstId: 1 + at * 20, limits: [0.3, 1], missing: 0.1 })) as [
  ReturnType<typeof trueBranch>,
  ReturnType<typeof trueBranch>,
]
const idsOf = ({ members }: typeof north) => members.map(({ stationId }) => stationId)

async function parts(book: Book, stationIds: readonly number[], language: Language = 'en') {
  const { form } = readForm('balance', BUILT_IN.balance)
  if (!form) throw new Error('The form is broken')
  const request = { form: 'balance', language, stationIds, timeZone: usual.zone, contractHour: usual.contractHour }
  const found = []
  for await (const content of fillForm(formSource(book, request, { form, nowMs, usual })))
    found.push({ ...content, rows: [...content.rows] })
  return found
}

test('a part for each branch that is meant, with the numbers of the answer, its members and what was not compared', async () => {
  const book = bookOfBranches(tempBook(), [north, south], nowMs)
  const both = await parts(book, [...idsOf(north), ...idsOf(south)])
  expect(both.map(({ title }) => title)).toEqual([north.name, south.name])
  const [only, ...more] = await parts(book, idsOf(south))
  expect([only?.title, more]).toEqual([south.name, []])
  // Where no branch is chosen whole, those with any of the stations are meant.
  expect((await parts(book, idsOf(north).slice(0, 1))).map(({ title }) => title)).toEqual([north.name])

  const [first] = both
  const id = book.branches.all().find(({ name }) => name === north.name)?.id ?? ''
  const answer = await balanceOfBranch(book, { branchId: id, by: 'day', usual, nowMs })
  expect(first?.rows.map(({ cells }) => cells.slice(1, 6))).toEqual(
    answer.rows.map((row) => [row.inputM3, row.outputM3, row.differenceM3, row.differencePercent, row.uncertaintyM3]),
  )
  expect(first?.totals[0]?.cells[3]).toBe(answer.total?.differenceM3)
  expect(first?.heads.find(({ key }) => key === 'completeness')?.value).toMatch(
    new RegExp(`^${answer.total?.hoursCompared} of ${answer.total?.hours} hours compared \\(\\d+ %\\)$`),
  )
  const said = first?.statements.join('\n') ?? ''
  for (const { stationId, limit } of north.members) expect(said).toMatch(new RegExp(`ГРП-${stationId} .*limit of error ${limit} %`))
  expect(said).toContain('within the')
  expect(first?.pictures.map(({ key }) => key)).toEqual(['chart'])
})

test('in Russian; a member without a number is named with the reason, and stations of no branch are told so', async () => {
  const book = bookOfBranches(tempBook(), [north], nowMs)
  const [branch] = book.branches.all()
  if (!branch) throw new Error('No branch is drawn')
  book.branches.say(branch.id, { ...branch, members: [...branch.members, { stationId: 99, side: 'out' }] }, nowMs)
  book.page(() => putHours(book, 1, new Float64Array(24).fill(1), nowMs))
  const [content] = await parts(book, idsOf(north), 'ru')
  expect(content?.statements.join('\n')).toMatch(/99\S*: нет в этой книге\.$/m)
  expect(content?.statements.join(' ')).toContain('Сравнить нечего')
  expect(content?.totals[0]?.cells.slice(1, 6)).toEqual([null, null, null, null, null])
  book.branches.remove(branch.id, '', nowMs)
  const [none] = await parts(book, idsOf(north), 'ru')
  expect(none?.rows).toEqual([])
  expect(none?.statements[0]).toContain('Ни одна из выбранных станций не входит в ветку')
})

test('in a spreadsheet the hours that were compared, and all of them, are numbers', async () => {
  const book = bookOfBranches(tempBook(), [north], nowMs)
  const folder = tempFolder()
  const file = path.join(folder, 'balance.xlsx')
  const request = {
    form: 'balance',
    language: 'en',
    stationIds: idsOf(north),
    timeZone: usual.zone,
    contractHour: usual.contractHour,
  } as const
  await writeReport(book, request, { file, format: 'xlsx' }, { dataFolder: folder, version: '0', nowMs, usual })
  const [headings = [], ...rows] = tableOf(openSheet(await openedBook(file)))
  const [compared, all] = ['Hours compared: compared', 'Hours compared: of all'].map((name) => headings.indexOf(name))
  const id = book.branches.all()[0]?.id ?? ''
  const answer = await balanceOfBranch(book, { branchId: id, by: 'day', usual, nowMs })
  expect(rows.slice(0, answer.rows.length).map((row) => [row[compared ?? -1], row[all ?? -1]])).toEqual(
    answer.rows.map(({ hoursCompared, hours }) => [hoursCompared, hours]),
  )
})
