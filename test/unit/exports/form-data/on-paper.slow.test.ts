import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBook, type Book } from '../../../../electron/book/index.ts'
import type { FormCode } from '../../../../electron/contract/form-words.ts'
import { LANGUAGES, type Language } from '../../../../electron/words/index.ts'
import { at, BARE_STATION, fillFormBook } from '../../../support/form-book.ts'
import { pdfText } from '../../../support/pdf-text.ts'
import { popplerText } from '../../../support/pdf-to-text.ts'
import { testFolder } from '../../../support/pull.ts'
import { judged, onPaper } from './made.ts'
import { asked } from './sql.ts'

/** The text of each form's PDF against SQL over the book's public views, in both languages. */

const [FROM, TO] = [at(0), at(120)]
/** The event log is of days of the calendar, which begin at midnight in Moscow. */
const CALENDAR = [at(-10), at(110)] as const

const folder = testFolder()
let book: Book
beforeAll(async () => {
  book = openBook(folder.file('a.meterbook'), { mode: 'write', now: () => FROM })
  fillFormBook(book)
  await judged(book)
})
afterAll(() => {
  book.close()
  folder.remove()
})

const LOGS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ru: { nesht: 'Нештатные ситуации', nesht_svod: 'Нештатные ситуации, сводный', changes: 'Изменения', event: 'События', alarm: 'Аварии' },
  en: { nesht: 'Abnormal situations', nesht_svod: 'Abnormal situations, summary', changes: 'Changes', event: 'Events', alarm: 'Alarms' },
}

/** As a clock in Moscow shows it. */
function moscow(seconds: number, language: Language): string {
  const [date = '', time = ''] = new Date((seconds + 3 * 3600) * 1000).toISOString().slice(0, 19).split('T')
  return `${language === 'ru' ? date.split('-').toReversed().join('.') : date} ${time}`
}
const hms = (seconds: number) =>
  [Math.floor(seconds / 3600), ...[60, 1].map((unit) => String(Math.floor(seconds / unit) % 60).padStart(2, '0'))].join(':')

/** Lines of all pages, each as its texts from left to right; poppler has to find the same words. */
async function linesOf(
  code: FormCode,
  language: Language,
  more: Parameters<typeof onPaper>[3] = {},
  [from, to]: readonly [number, number] = [FROM, TO],
) {
  const pdf = await onPaper(book, code, language, more)
  const lines = (await pdfText(pdf)).flat().map((line) => line.map((text) => text.replaceAll('\u00a0', ' ')))
  expect(lines.flat().join(' ')).toMatch(language === 'ru' ? /Страница 1 из \d/ : /Page 1 of \d/)
  return { pdf, sql: asked(book, from, to), lines }
}

function popplerFinds(pdf: Uint8Array, words: readonly string[]): void {
  const text = popplerText(pdf)
  if (text !== null) for (const word of words) expect(text).toContain(word)
}

/** A cell that is wrapped shows its beginning on the line of its row. */
const begins = (whole: string, shown: string | undefined) => expect(whole.startsWith(shown ?? '\0')).toBe(true)

describe.each(LANGUAGES)('in %s', (language) => {
  test('event log: a line for each event with its time, log, code, words and value; counts by log', async () => {
    const { sql, lines, pdf } = await linesOf('events', language, {}, CALENDAR)
    const rows = lines.filter(([number, time]) => /^\d+$/.test(number ?? '') && /\d\d:\d\d:\d\d$/.test(time ?? ''))
    expect(rows).toHaveLength(sql.events.length)
    for (const [nth, event] of sql.events.entries()) {
      const [number, time, log, code, message, value] = rows[nth] ?? []
      expect([number, time, code]).toEqual([String(nth + 1), moscow(event.event_time, language), event.code])
      begins(LOGS[language][event.archive_type] ?? '', log)
      begins(event.code_description, message)
      expect(value).toBe([event.val_code, event.izm].filter(Boolean).join(' '))
    }
    for (const { archive_type: archive, events } of sql.counts) {
      const name = LOGS[language][archive] ?? ''
      expect(lines.some(([count, log]) => count === String(events) && log !== undefined && name.startsWith(log))).toBe(true)
    }
    expect(lines).toContainEqual([String(sql.events.length), language === 'ru' ? 'Итого' : 'Total'])
    popplerFinds(
      pdf,
      sql.events.map(({ event_time: time }) => moscow(time, language)),
    )
  })

  test('changes log: each event of the log and each step of the settings that no event tells, old and new', async () => {
    const { sql, lines, pdf } = await linesOf('changes', language)
    // What is wrapped goes on in lines of its own.
    const rows = lines.filter(([time, ...others]) => /^\d.*\d\d:\d\d:\d\d$/.test(time ?? '') && others.length > 1)
    const logged = sql.events.filter(({ archive_type: archive }) => archive === 'changes')
    // The step that an event tells stands once, at the moment of the event.
    const untold = sql.steps.filter(({ new: value }) => !logged.some(({ val_code: said }) => said === value))
    expect(sql.steps.length).toBe(untold.length + 1)
    expect(rows).toHaveLength(logged.length + untold.length)
    for (const { event_time: time, val_code: value } of logged)
      expect(rows.find(([shown]) => shown === moscow(time, language))).toContain(value)
    for (const { name, old, new: value, seen } of untold) {
      const row = rows.find(([shown, parameter]) => shown === moscow(seen, language) && parameter === name)
      for (const said of [old, value]) if (said !== null) expect(row).toContain(said)
    }
    expect(lines).toContainEqual([language === 'ru' ? 'Итого' : 'Total', String(rows.length)])
    popplerFinds(
      pdf,
      untold.map(({ name }) => name),
    )
  })

  test('abnormal situations: count, total, longest and what is open of each; the union; the device’s own sum', async () => {
    const { sql, lines, pdf } = await linesOf('abnormal', language)
    expect(sql.situations).toHaveLength(3)
    for (const { name, count, seconds, longest, open } of sql.situations) {
      const row = lines.find(([shown, counted]) => shown !== undefined && name.startsWith(shown) && counted === String(count))
      expect(row).toEqual(expect.arrayContaining([hms(seconds), hms(longest)]))
      expect(row?.includes(language === 'ru' ? 'да' : 'yes')).toBe(open > 0)
    }
    const ofLog = sql.situations.slice(0, 2).reduce((sum, { count }) => sum + count, 0)
    const union = lines.find((line) => line.includes(hms((sql.minutes ?? 0) * 60)))
    expect(union).toContain(String(ofLog))
    expect(lines.some((line) => line.includes(hms((sql.told ?? 0) * 60)))).toBe(true)
    popplerFinds(pdf, [hms((sql.minutes ?? 0) * 60), hms((sql.told ?? 0) * 60)])
  })

  test('passport: every setting of the newest snapshot, what the steps before it were, and how many', async () => {
    const { sql, lines, pdf } = await linesOf('passport', language)
    for (const { name, value, unit } of sql.settings) {
      const row = lines.find(([shown, said]) => shown !== undefined && name.startsWith(shown) && said === value)
      if (unit !== null) expect(row).toContain(unit)
      const step = sql.steps.findLast((one) => one.name === name && one.old !== null)
      if (step) expect(row).toEqual(expect.arrayContaining([step.old, moscow(step.seen, language)]))
      expect(row).toBeDefined()
    }
    expect(lines).toContainEqual([language === 'ru' ? 'Всего настроек' : 'Settings in all', String(sql.settings.length)])
    popplerFinds(
      pdf,
      sql.settings.map(({ value }) => value),
    )
  })

  test('visit list: the station, its consumer, the m³ a day at risk, signal, battery and last session', async () => {
    const { sql, lines, pdf } = await linesOf('visits', language, { stationIds: [1, BARE_STATION] })
    const [visit] = sql.visits
    expect(visit).toBeDefined()
    const row = lines.find(([rank, name]) => rank === '1' && name === visit?.name)
    expect(row).toEqual(expect.arrayContaining([String(visit?.m3), String(visit?.battery), `−${Math.abs(visit?.rssi ?? 0)}`]))
    const [date = '', time = ''] = moscow(visit?.session ?? 0, language).split(' ')
    const all = lines.flat().join(' ')
    for (const said of [date, time, visit?.consumer.split(' ')[0]]) expect(all).toContain(said)
    popplerFinds(pdf, [visit?.name ?? '', date, time])
  })
})
