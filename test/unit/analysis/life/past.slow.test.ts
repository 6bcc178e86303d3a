import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cameLines } from '../../../../electron/analysis/answers/digest/digest.ts'
import { balanceOfBranch } from '../../../../electron/analysis/answers/balance/balance.ts'
import { amountsOf } from '../../../../electron/analysis/answers/consumption/amounts.ts'
import { peaksOf } from '../../../../electron/analysis/answers/consumption/peaks.ts'
import { sumsOf } from '../../../../electron/analysis/answers/readings/readings.ts'
import { judgeBook } from '../../../../electron/analysis/judge/book.ts'
import { openBook, type Book } from '../../../../electron/book/index.ts'
import { FORMS, type FormCode } from '../../../../electron/contract/form-words.ts'
import { gasDaySpan } from '../../../../electron/contract/time/gas-day.ts'
import { DAY_MS } from '../../../../electron/contract/time/units.ts'
import { BUILT_IN } from '../../../../electron/exports/forms/built-in/index.ts'
import { fillForm, formSource } from '../../../../electron/exports/forms/fill.ts'
import { readForm } from '../../../../electron/exports/forms/read-form.ts'
import { numRuns, tempFolder } from '../../book/fixtures.ts'
import { PAST_BRANCH, PAST_NOW, PAST_STATION, pastOf, PERIOD, type Past } from '../../../support/life/past.ts'

/**
 * The past is left alone: whatever is told of a period that is over (forms, sums, findings, what came to be known in it) is the same
 * after an exchange that came later, whether the new device was listed alone, fetched, or is of another type.
 */

const SEEDS = numRuns(20, 200)
/** Whom to visit is asked of now alone; a new form is among these by itself. */
const PAST_FORMS = FORMS.filter((code) => code !== 'visits')

async function formOf(book: Book, code: FormCode, { gas }: Past) {
  const { form, problem } = readForm(code, BUILT_IN[code])
  if (!form) throw new Error(problem.reason.en)
  const request = {
    ...{ form: code, stationIds: [PAST_STATION], ...PERIOD, language: 'en' as const },
    ...{ timeZone: gas.zone, contractHour: gas.contractHour },
  }
  const parts: { rows: unknown[] }[] = []
  for await (const content of fillForm(formSource(book, request, { form, nowMs: PAST_NOW, usual: gas })))
    parts.push({ ...content, rows: [...content.rows].map(({ cells, group, tone }) => ({ cells, group, tone })) })
  // What says nothing would say the same whatever came.
  expect(parts.flatMap(({ rows }) => rows).length, code).toBeGreaterThan(0)
  // The drawing library counts the pictures that it has made.
  return JSON.parse(JSON.stringify(parts).replaceAll(/zr\d+-c(?:ls-)?\d+/g, 'class')) as unknown
}

/** Everything that is told of the period. */
async function toldOf(book: Book, past: Past): Promise<Record<string, unknown>> {
  const { gas } = past
  const span = gasDaySpan(PERIOD.from, PERIOD.to, gas)
  await judgeBook(book, { usual: gas, nowMs: PAST_NOW })
  const told: Record<string, unknown> = {}
  for (const code of PAST_FORMS) told[code] = await formOf(book, code, past)
  const asked = { stationIds: [PAST_STATION], ...PERIOD, gas, usual: gas, nowMs: PAST_NOW }
  for (const by of ['hour', 'day', 'month'] as const) {
    const { amounts, total, between, without } = await amountsOf(book, { ...asked, by, earlierYears: 0 })
    told[`sums by ${by}`] = { amounts, total, between, without }
  }
  const channel = { stationId: PAST_STATION, archiveType: 'hourly', view: past.views[0] ?? 'general', by: 'day' as const }
  const clock = { timeZone: gas.zone, contractHour: gas.contractHour, ...span }
  for (const channelVarname of ['Vwork', 'VNakwork'])
    told[`channel ${channelVarname}`] = sumsOf(book, { ...channel, ...clock, channelVarname }, { usual: gas, nowMs: PAST_NOW })
  told['peaks'] = await peaksOf(book, asked)
  // What is soon overwritten, and who is silent now, are told of now.
  const isOfNow = (rule: string) => rule === 'archive_at_risk' || rule === 'silent'
  for (const by of ['hour', 'month'] as const)
    told[`balance by ${by}`] = await balanceOfBranch(book, { branchId: PAST_BRANCH, by, ...PERIOD, usual: gas, nowMs: PAST_NOW })
  told['findings'] = book.findings
    .ofStation(PAST_STATION)
    .filter(({ rule, fromMs, toMs }) => !isOfNow(rule) && fromMs < span.toMs && (toMs ?? Infinity) > span.fromMs)
    .map(({ rule, equipmentId, fromMs, toMs, m3, measure, detail }) => {
      const own = { rule, equipmentId, fromMs, detail }
      // How long one goes on after the period is not the period's.
      return toMs !== null && toMs <= span.toMs ? { ...own, toMs, m3, measure } : own
    })
  return told
}

test.each(Array.from({ length: SEEDS }, (_, at) => at + 1))(
  'an exchange after a period changes nothing in any form, sum, finding or digest of it (world %i)',
  async (seed) => {
    const folder = tempFolder()
    const past = pastOf(seed)
    // Both are called alike: a form prints the name of its book.
    const [first, second] = ['before', 'after'].map((name) => {
      mkdirSync(join(folder, name))
      return join(folder, name, 'book.meterbook')
    }) as [string, string]
    let nowMs = PAST_NOW - 30 * DAY_MS
    const open = (file: string) => openBook(file, { mode: 'write', now: () => nowMs })
    const made = open(first)
    made.db.pragma('synchronous = OFF')
    made.page(() => past.before(made))
    const untilMs = nowMs
    const came = async (book: Book) =>
      (await cameLines(book, { afterMs: -1, toMs: untilMs }, { usual: past.gas, nowMs: PAST_NOW, goesOn: () => true })).filter(
        ({ kind }) => !kind.startsWith('finding') && kind !== 'silent',
      )
    made.close()
    copyFileSync(first, second)
    nowMs = PAST_NOW
    const [before, after] = [open(first), open(second)]
    after.db.pragma('synchronous = OFF')
    const digest = await came(before)
    const told = await toldOf(before, past)
    after.page(() => past.after(after))
    const toldAfter = await toldOf(after, past)
    for (const [what, said] of Object.entries(told))
      expect({ [what]: toldAfter[what] }, `${what}, ${past.exchange}`).toEqual({ [what]: said })
    expect(await came(after)).toEqual(digest)
    before.close()
    after.close()
  },
)
