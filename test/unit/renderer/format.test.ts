import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import AgeText from '../../../renderer/components/AgeText.vue'
import { useFormat } from '../../../renderer/stores/words/format.ts'
import { i18n } from '../../../renderer/i18n/index.ts'

/** Times as a window writes them. A book may hold any number for a time: a list with one must not fail for it. */

const NOW = Date.UTC(2026, 0, 31, 20)
function program(language: string, zone: string, numberFormat: string) {
  const pinia = createPinia()
  const clockOf = () => ({ zone, contractHour: 10 })
  pinia._s.set('program', { clockOf, language, nowMs: NOW, preferences: { numberFormat } } as never)
  return pinia
}
/** What a component in such a program does. */
async function within<T>(work: (format: ReturnType<typeof useFormat>) => T, zone = 'UTC', language = 'en'): Promise<T> {
  const done: T[] = []
  const page = {
    setup() {
      done.push(work(useFormat()))
      return () => null
    },
  }
  await renderToString(
    createSSRApp(page)
      .use(i18n)
      .use(program(language, zone, 'local')),
  )
  return done[0] as T
}

const IMPOSSIBLE = [1e17, -1e17, 8.64e15 + 1, -8.64e15 - 1, Number.NaN, Infinity, -Infinity, 1e300]
test.each(IMPOSSIBLE)('%d, which is no moment, is written as the number in every form', async (ms) => {
  for (const zone of ['UTC', 'Europe/Moscow', 'Pacific/Auckland'])
    await within(
      (format) => {
        for (const form of ['date', 'time', 'dateTime', 'dateTimeSeconds', 'instant', 'stamp', 'ago'] as const)
          expect([form, format[form](ms)]).toEqual([form, String(ms)])
        for (const form of ['absolute', 'exact'] as const) expect(format[form](ms)).toBe(`${ms} ${zone}`)
        expect([format.dateTimeRange(ms, NOW), format.dateTimeRange(NOW, ms)]).toEqual([
          `${ms} – ${format.dateTime(NOW)}`,
          `${format.dateTime(NOW)} – ${ms}`,
        ])
      },
      zone,
      'ru',
    )
})

test.each([8.64e15, -8.64e15, Date.UTC(9999, 11, 31, 23), Date.UTC(5000, 0, 1), 0])(
  '%d, which is one, is written as a time',
  async (ms) => {
    for (const zone of ['UTC', 'Europe/Moscow', 'Pacific/Auckland'])
      await within((format) => {
        for (const form of ['date', 'time', 'dateTime', 'instant', 'stamp', 'exact', 'ago'] as const) expect(format[form](ms)).toMatch(/\d/)
        expect(format.dateTimeRange(ms, NOW)).toMatch(/\d.+–.+\d/)
      }, zone)
  },
)

test('milliseconds before 1970 are those of the second', async () => {
  const texts = await within(({ instant }) => [-500, -1, -1000, 1].map(instant))
  expect(texts.map((text) => text.slice(-'59.500'.length))).toEqual(['59.500', '59.999', ':59:59', '00.001'])
})

test.each(IMPOSSIBLE.filter((ms) => !Number.isNaN(ms)))('an age of %d is drawn', async (ms) => {
  const html = await renderToString(
    createSSRApp(AgeText, { ms, stale: true })
      .use(i18n)
      .use(program('en', 'Europe/Moscow', 'local')),
  )
  expect(html).toContain(`>${ms}</time>`)
})

test.each(['', 'nonsense', '2026-02-31', '99999-01-01'])('%j, which is no day, is written as it came', async (day) => {
  expect(await within((format) => [format.day(day), format.month(day)])).toEqual([day, day])
  expect(await within((format) => format.dayRange(day, '2026-01-31'))).toBe(
    `${day} – ${await within((format) => format.day('2026-01-31'))}`,
  )
})
