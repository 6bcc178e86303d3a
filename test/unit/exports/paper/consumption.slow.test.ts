import { expect, test } from 'vitest'
import type { Book } from '../../../../electron/book/index.ts'
import type { Language } from '../../../../electron/words/index.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { reportPdf } from '../../../../electron/exports/forms/report.ts'
import { allText, pdfText, type PdfText } from '../../../support/pdf-text.ts'
import { tempFolder } from '../../book/fixtures.ts'
import { FROM, gasBook, moscow } from './gas-book.ts'

/** The text of reports of consumption, read by another library, against SQL over the same book. */

const NOW = Date.parse('2026-11-22T09:00:00Z')
const INSIDE = [60, 61, 62, 63]
/** Over the end of a gas day. */
const OVER = Array.from({ length: 20 }, (_, at) => 300 + at)

async function paper(book: Book, form: string, language: Language, span: { from: string; to: string }, ids = [1]) {
  const request = { form, stationIds: ids, ...span, language, ...moscow }
  const made = await reportPdf(book, request, { dataFolder: tempFolder(), version: '9.9.9', nowMs: NOW })
  return { ...made, text: await pdfText(made.pdf) }
}

/** Sums, means and ends of a channel over a span of hours, by the public view. */
function sql(book: Book, channel: string, fromMs: number, toMs: number) {
  return book.db
    .prepare<[string, number, number], { sum: number | null; min: number; mean: number; max: number; records: number }>(
      `SELECT sum(value) AS sum, min(value) AS min, avg(value) AS mean, max(value) AS max, count(*) AS records FROM v_reading
       WHERE equipment_id = 1001 AND archive_type = 'hourly' AND channel = ? AND event_time > ? AND event_time <= ?`,
    )
    .get(channel, fromMs / 1000, toMs / 1000) as {
    sum: number
    min: number
    mean: number
    max: number
    records: number
  }
}
const counterAt = (book: Book, atMs: number) =>
  book.db
    .prepare<[number], number>("SELECT value FROM v_reading WHERE equipment_id = 1001 AND channel = 'VNakpriv' AND event_time = ?")
    .pluck()
    .get(atMs / 1000) ?? null

const numberIn = (text: string | undefined) => Number((text ?? '').replaceAll(/\s/g, '').replace('−', '-').replace(',', '.'))
const rowOf = (text: PdfText, name: string) => text.flat(1).find(([first, ...more]) => first === name && more.length > 1) ?? []
/** Rounded for display: half of the last decimal, and the noise of adding. */
const near = (shown: string | undefined, is: number, decimals: number) =>
  expect(Math.abs(numberIn(shown) - is), `${shown} for ${is}`).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-6)

const DAY = 24 * HOUR_MS
const LANGUAGES = [
  ['en', (day: number) => `2026-10-${String(day).padStart(2, '0')}`, 'Total', 'Mean'],
  ['ru', (day: number) => `${String(day).padStart(2, '0')}.10.2026`, 'Итого', 'Среднее'],
] as const

test.each(LANGUAGES)('%s: each day, the total, the mean and abnormal time are those of SQL', async (language, dayName, total, mean) => {
  const book = gasBook()
  const { text, pages, hash } = await paper(book, 'consumption-daily', language, {
    from: '2026-10-01',
    to: '2026-10-31',
  })
  expect(text).toHaveLength(pages)
  for (let day = 1; day <= 31; day++) {
    const [fromMs, toMs] = [FROM + (day - 1) * DAY, FROM + day * DAY]
    const cells = rowOf(text, dayName(day))
    near(cells[1], sql(book, 'Vpriv', fromMs, toMs).sum, 2)
    near(cells[2], sql(book, 'Vwork', fromMs, toMs).sum, 2)
    near(cells[3], counterAt(book, fromMs) ?? NaN, 1)
    near(cells[4], counterAt(book, toMs) ?? NaN, 1)
    for (const [at, channel, decimals] of [
      [5, 'P', 3],
      [8, 'T', 1],
    ] as const) {
      const { min, mean: middle, max } = sql(book, channel, fromMs, toMs)
      near(cells[at], min, decimals)
      near(cells[at + 1], middle, decimals)
      near(cells[at + 2], max, decimals)
    }
    expect(cells[11]).toBe('24/24')
  }
  const [fromMs, toMs] = [FROM, FROM + 31 * DAY]
  const cells = rowOf(text, total)
  near(cells[1], sql(book, 'Vpriv', fromMs, toMs).sum, 2)
  near(cells[2], sql(book, 'Vwork', fromMs, toMs).sum, 2)
  near(cells[3], counterAt(book, fromMs) ?? NaN, 1)
  near(cells[4], counterAt(book, toMs) ?? NaN, 1)
  near(cells[6], sql(book, 'P', fromMs, toMs).mean, 3)
  expect(cells[11]).toBe('744/744')
  near(rowOf(text, mean)[1], sql(book, 'Vpriv', fromMs, toMs).sum / 31, 2)
  // Abnormal time, from 50:30 to 52:15 after the beginning: half of one hour, one, and a quarter of the next.
  const abnormal = rowOf(text, dayName(3))
  expect(abnormal[12]).toBe('1:45')
  const hour = (nth: number) => sql(book, 'Vpriv', FROM + nth * HOUR_MS, FROM + (nth + 1) * HOUR_MS).sum
  near(abnormal[13], hour(50) / 2 + hour(51) + hour(52) / 4, 2)
  expect(rowOf(text, dayName(4))[12]).toBe('0:00')
  // Every page says by what it was made and what it rests on.
  for (const page of text) {
    const said = page.map((line) => line.join(' ')).join('\n')
    expect(said).toContain('9.9.9')
    expect(said).toContain(hash)
    expect(said).toMatch(language === 'ru' ? /Страница \d из \d/ : /Page \d of \d/)
  }
})

test('a hole inside a day is what the counter tells, one over the end of a day is a row of its own, and both are said', async () => {
  const book = gasBook({ missing: [...INSIDE, ...OVER] })
  const { text } = await paper(book, 'consumption-daily', 'en', { from: '2026-10-01', to: '2026-10-31' })
  const inside = rowOf(text, '2026-10-03')
  near(inside[1], (counterAt(book, FROM + 3 * DAY) ?? NaN) - (counterAt(book, FROM + 2 * DAY) ?? NaN), 2)
  // What the counter tells of an hour does not make its record present.
  expect(inside.join(' ')).toContain(`${24 - INSIDE.length}/24`)
  // The working volume has no counter, which is said before.
  expect(allText(text)).toContain('4 hours by the counter')
  const lacking = rowOf(text, '2026-10-13')
  near(lacking[1], sql(book, 'Vpriv', FROM + 12 * DAY, FROM + 13 * DAY).sum, 2)
  expect(lacking.join(' ')).toMatch(/11\/24.*13 hours missing/)
  // The counter fell into the hole at the end of that day.
  expect(counterAt(book, FROM + 13 * DAY)).toBeNull()
  const difference = (counterAt(book, FROM + 31 * DAY) ?? NaN) - (counterAt(book, FROM) ?? NaN)
  near(rowOf(text, 'Total')[1], difference, 2)
  const said = allText(text)
  const between =
    (counterAt(book, FROM + 320 * HOUR_MS) ?? NaN) -
    (counterAt(book, FROM + 299 * HOUR_MS) ?? NaN) -
    sql(book, 'Vpriv', FROM + 319 * HOUR_MS, FROM + 320 * HOUR_MS).sum
  near(rowOf(text, 'hole')[1], between, 2)
  const holes = INSIDE.length + OVER.length
  expect(said).toContain(`${744 - holes} of 744 hours`)
  expect(said).toContain(`${holes} hours without a record of their own; the total holds what passed.`)
  expect(said).not.toContain('Complete: each')
  expect(said).toContain('rule')
})

test('what nobody fetched is said to lack, never estimated', async () => {
  const book = gasBook()
  const { text } = await paper(book, 'consumption-daily', 'ru', { from: '2026-11-01', to: '2026-11-15' })
  const said = allText(text)
  // 40 days of records end on 10 November.
  expect(said).toMatch(/216 из 360 часов \(60,0 %\)/)
  expect(said).toContain('Неизвестно: 144 из 360 часов.')
  expect(said).toMatch(/Нет ни одного значения: 10\.11\.2026, 11\.11\.2026/)
  near(rowOf(text, 'Итого')[1], sql(book, 'Vpriv', FROM + 31 * DAY, FROM + 46 * DAY).sum, 2)
  expect(said).toContain('Показаний на начало или на конец периода в книге нет')
})

test('months: the sums of their gas days, the head of the station, and its consumer', async () => {
  const book = gasBook()
  book.reporting.setContract({ consumerId: 5, number: '12-345/Г', contractDay: '2025-01-01' })
  book.reporting.setLetterhead({
    ...book.reporting.letterhead(),
    organisation: 'АО «Газсервис»',
    supplier: 'ООО «Поставка»',
    responsible: { name: 'Иванова А. Б.', post: 'инженер' },
  })
  const { text } = await paper(book, 'consumption-monthly', 'ru', { from: '2026-10-01', to: '2026-11-30' })
  near(rowOf(text, '10.2026')[1], sql(book, 'Vpriv', FROM, FROM + 31 * DAY).sum, 2)
  near(rowOf(text, '11.2026')[1], sql(book, 'Vpriv', FROM + 31 * DAY, FROM + 61 * DAY).sum, 2)
  const said = allText(text)
  for (const part of [
    'АО «Газсервис»',
    'ООО «Поставка»',
    'ООО «Пекарня “Заря”»',
    '7701234567',
    '12-345/Г от 01.01.2025',
    'Флоугаз',
    '10001',
    '10:00',
    'Europe/Moscow',
    'Иванова А. Б.',
    'инженер',
    'Ответственный за учёт',
    'Представитель обслуживающей организации',
  ])
    expect(said).toContain(part)
})

test('a station without numbers says why, and an unknown one is refused', async () => {
  const book = gasBook({ ids: [1] })
  book.stations.put([{ ...(book.stations.get(1) ?? { id: 9 }), id: 9, equipmentId: null, name: 'Пустой' } as never], FROM)
  const { text } = await paper(book, 'consumption-daily', 'ru', { from: '2026-10-01', to: '2026-10-02' }, [9])
  expect(allText(text)).toContain('сервис не называет прибора')
  await expect(paper(book, 'consumption-daily', 'ru', { from: '2026-10-01', to: '2026-10-02' }, [77])).rejects.toMatchObject({
    code: 'NO_SUCH_STATION',
  })
})
