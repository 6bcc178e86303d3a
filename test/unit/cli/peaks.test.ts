import { createRouterClient } from '@orpc/server'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackend } from '../../../electron/backend/start.ts'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { run } from '../../../electron/cli/main.ts'
import type { ConsumptionPeaks } from '../../../electron/contract/consumption.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { hostIn } from '../../support/backend.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { testFolder } from '../../support/pull.ts'
import { linesOf, openedBook } from '../../support/xlsx.ts'
import { station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/**
 * The greatest hour and the greatest gas day of one October: `consumption`, the window and the forms, on paper and as
 * workbooks, in both languages, say what the test reckons from the records that it wrote. Clocks go back on the 25th.
 */

const ZONE = 'Europe/Berlin'
const FROM = '2026-10-01'
const TO = '2026-10-31'
const FIRST_MS = Date.parse('2026-10-01T06:00:00+02:00')
const NOW = Date.parse('2026-11-20T09:00:00Z')
const HOURS = 31 * 24 + 1

const [WHOLE, DAYS_ALONE, NO_DAY_WHOLE, MONTH_ALONE, LACKING, IDLE] = [1, 2, 3, 4, 5, 6] as const

/** The greatest hour is none of the greatest day. */
const HOUR_AT = Date.parse('2026-10-27T18:00:00+01:00')
const DAY_AT = Date.parse('2026-10-25T06:00:00+01:00')
const m3Of = (fromMs: number): number => {
  const usual = 10 + ((fromMs / HOUR_MS) % 7) / 8
  if (fromMs === HOUR_AT) return 61.375
  return fromMs >= DAY_AT && fromMs < DAY_AT + 24 * HOUR_MS ? usual + 30 : usual
}
const hours = Array.from({ length: HOURS }, (_, hour) => FIRST_MS + hour * HOUR_MS)
/** The gas day of an hour, reckoned by another way than the program's. */
const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })
const dayOf = (fromMs: number): string => {
  const [day = '', time = ''] = wall.format(fromMs).split(' ')
  // Half a day before a morning is the day before, whatever the clocks do.
  return time < '06:00' ? (wall.format(fromMs - 12 * HOUR_MS).split(' ')[0] ?? '') : day
}
const dayM3 = (day: string, isThere: (fromMs: number) => boolean = () => true): number =>
  hours.filter((fromMs) => dayOf(fromMs) === day && isThere(fromMs)).reduce((sum, fromMs) => sum + m3Of(fromMs), 0)
/** Hours that this one lacks lie in its greatest day. */
const isLacking = (fromMs: number) => fromMs >= DAY_AT + 5 * HOUR_MS && fromMs < DAY_AT + 8 * HOUR_MS

function write(book: Book): void {
  const ids = [WHOLE, DAYS_ALONE, NO_DAY_WHOLE, MONTH_ALONE, LACKING, IDLE]
  book.page(() => {
    book.stations.put(
      ids.map((id) => station({ id })),
      NOW,
    )
    book.channels.put(
      ['hourly', 'daily', 'monthly'].map((archiveTypeVarname) => ({
        equipmentTypeId: 1,
        archiveTypeName: null,
        archiveTypeVarname,
        telemetryTypeName: null,
        channelName: null,
        channelVarname: 'gas_consume',
        unitName: 'м3',
      })),
    )
    const put = (id: number, archiveType: string, records: readonly (readonly [atMs: number, m3: number])[]) => {
      const key = { equipmentId: id + 1000, archiveType, view: 'unified' } as const
      book.readings.put(
        key,
        records.map(([atMs, m3]) => ({ atMs, values: { gas_consume: m3 } })),
      )
      book.coverage.mark(key, { from: '2026-10-01', to: '2026-11-02' }, { state: 'fetched', fetchedAtMs: NOW })
    }
    const hourly = (id: number, isThere: (fromMs: number, hour: number) => boolean, m3 = m3Of) =>
      put(
        id,
        'hourly',
        hours.filter(isThere).map((fromMs) => [fromMs + HOUR_MS, m3(fromMs)] as const),
      )
    hourly(WHOLE, () => true)
    hourly(NO_DAY_WHOLE, (_, hour) => hour % 12 !== 3)
    hourly(LACKING, (fromMs) => !isLacking(fromMs))
    hourly(
      IDLE,
      () => true,
      () => 0,
    )
    const days = [...new Set(hours.map(dayOf))]
    const endOf = (day: string) => Math.max(...hours.filter((fromMs) => dayOf(fromMs) === day)) + HOUR_MS
    put(
      DAYS_ALONE,
      'daily',
      days.map((day) => [endOf(day), dayM3(day)] as const),
    )
    put(MONTH_ALONE, 'monthly', [[FIRST_MS + HOURS * HOUR_MS, 9000]])
    book.clocks.setOfStations(ids, { timeZone: ZONE, contractHour: 6 })
  })
}

const folder = testFolder()
const file = folder.file('peaks.meterbook')
let window: Awaited<ReturnType<typeof opened>>
const opened = async () => {
  const backend = await startBackend(hostIn(folder.file('window'), { kind: 'desktop' }), { book: file, mode: 'write' })
  return { client: createRouterClient(backend.router), close: () => backend.close() }
}
beforeAll(async () => {
  const book = openBook(file, { mode: 'write', now: () => NOW })
  write(book)
  book.close()
  window = await opened()
})
afterAll(async () => {
  await window?.close()
  folder.remove()
})

async function meterbook(...args: string[]): Promise<string> {
  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
  expect([0, 1], seen.noted.join('\n')).toContain(await run(args, seen))
  return seen.printed.join('\n')
}
const asked = (id: number) => ['--book', file, '--stations', String(id), '--from', FROM, '--to', TO]

/** The numbers of the command and of the window, which are the same. */
async function peaksOf(id: number): Promise<ConsumptionPeaks> {
  const { peaks } = JSON.parse(await meterbook('consumption', ...asked(id), '--json')) as { peaks: ConsumptionPeaks }
  const clock = { timeZone: ZONE, contractHour: 6 }
  expect(await window.client.consumption.peaks({ stationIds: [id], from: FROM, to: TO, ...clock })).toEqual(peaks)
  return peaks
}

type Form = 'consumption-daily' | 'consumption-monthly'
/** All that a form says of a station: the text of a PDF, or of all sheets of a workbook. */
async function said(id: number, form: Form, language: 'en' | 'ru', ext: 'pdf' | 'xlsx'): Promise<string> {
  const out = folder.file(`${id} ${form} ${language}.${ext}`)
  await meterbook('report', form, ...asked(id), '--language', language, '--out', out)
  const lines = ext === 'pdf' ? (await pdfText(readFileSync(out))).flat() : (await openedBook(out)).sheets.flatMap(linesOf)
  return lines
    .map((line) => line.join(' '))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}
const paper = (m3: number, decimal: string) => m3.toFixed(2).replace('.', decimal)
/** As the command prints it: no more digits than there are. */
const plain = (m3: number) => String(Math.round(m3 * 100) / 100)

test('the command, the window and both forms in both languages say the same hour and the same gas day', async () => {
  const day = dayM3('2026-10-25')
  expect(hours.filter((fromMs) => dayOf(fromMs) === '2026-10-25')).toHaveLength(24)
  const { hour: peakHour, day: peakDay } = await peaksOf(WHOLE)
  expect(peakHour).toEqual({ fromMs: HOUR_AT, m3: 61.375 })
  expect(peakDay).toEqual({ day: '2026-10-25', fromMs: DAY_AT, toMs: DAY_AT + 24 * HOUR_MS, m3: day, unknown: 0 })
  const printed = await meterbook('consumption', ...asked(WHOLE))
  expect(printed).toContain(`Peak hour: 61.38 m³, 2026-10-27 18:00:00\nPeak gas day: ${plain(day)} m³, 2026-10-25\n`)

  const sentences = {
    en: `Peak hour: 61.38 m³, 2026-10-27 18:00–19:00; peak gas day: ${paper(day, '.')} m³, 2026-10-25.`,
    ru: `Наибольший час: 61,38 м³, 27.10.2026 18:00–19:00; наибольшие газовые сутки: ${paper(day, ',')} м³, 25.10.2026.`,
  }
  for (const form of ['consumption-daily', 'consumption-monthly'] as const)
    for (const language of ['en', 'ru'] as const)
      for (const ext of ['pdf', 'xlsx'] as const)
        expect(await said(WHOLE, form, language, ext), `${form} ${language} ${ext}`).toContain(sentences[language])
})

test('where only gas days are known the form says so; where no gas day is known whole, too', async () => {
  const day = dayM3('2026-10-25')
  expect(await peaksOf(DAYS_ALONE)).toMatchObject({ hour: null, day: { day: '2026-10-25', m3: day } })
  expect(await said(DAYS_ALONE, 'consumption-daily', 'en', 'xlsx')).toContain(
    `Peak gas day: ${paper(day, '.')} m³, 2026-10-25; no hour is known by itself, so no peak hour is stated.`,
  )
  expect(await said(DAYS_ALONE, 'consumption-monthly', 'ru', 'xlsx')).toContain(
    `Наибольшие газовые сутки: ${paper(day, ',')} м³, 25.10.2026; ни один час сам по себе не известен, поэтому наибольший час не указан.`,
  )
  expect(await peaksOf(NO_DAY_WHOLE)).toMatchObject({ hour: { fromMs: HOUR_AT, m3: 61.375 }, day: null })
  expect(await said(NO_DAY_WHOLE, 'consumption-daily', 'en', 'xlsx')).toContain(
    'Peak hour: 61.38 m³, 2026-10-27 18:00–19:00; no gas day is known whole.',
  )
})

test('a greatest day that lacks hours says how many', async () => {
  const day = dayM3('2026-10-25', (fromMs) => !isLacking(fromMs))
  expect(await peaksOf(LACKING)).toMatchObject({ day: { day: '2026-10-25', m3: day, unknown: 3 } })
  expect(await meterbook('consumption', ...asked(LACKING))).toContain(`Peak gas day: ${plain(day)} m³, 2026-10-25 (3 hours of it unknown)`)
  expect(await said(LACKING, 'consumption-daily', 'en', 'xlsx')).toContain(
    `peak gas day: ${paper(day, '.')} m³, 2026-10-25 (3 hours of it unknown).`,
  )
})

test.each([
  ['neither an hour nor a gas day is known', MONTH_ALONE, '9000'],
  ['nothing was used', IDLE, '0'],
])('where %s nothing is said', async (_, id, total) => {
  expect(await peaksOf(id)).toMatchObject({ hour: null, day: null })
  expect(await meterbook('consumption', ...asked(id))).not.toContain('Peak')
  const text = await said(id, 'consumption-daily', 'en', 'xlsx')
  expect(text).toContain(`Total ${total} `)
  expect(text.toLowerCase()).not.toContain('peak')
})
