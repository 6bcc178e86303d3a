import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import { renderToString } from 'vue/server-renderer'
import { createSSRApp, ref, shallowRef } from 'vue'
import type { GridColumn } from '../../../renderer/components/grid/columns.ts'
import { rowsAsText } from '../../../renderer/components/grid/copy.ts'
import { USUAL_PREFERENCES } from '../../../electron/contract/preferences.ts'
import { i18n } from '../../../renderer/i18n/index.ts'
import { useHoleColumns } from '../../../renderer/views/station/findings/hole-columns.ts'
import { usePeriodColumns } from '../../../renderer/views/consumption/period-columns.ts'
import { useStationColumns } from '../../../renderer/views/workbench/station-columns.ts'
import { useFormat } from '../../../renderer/stores/words/format.ts'
import type { RowSource } from '../../../renderer/components/grid/rows.ts'

const column: GridColumn<string> = { key: 'a', title: 'A', width: 100, text: (row) => row }
const twice = [column, { ...column, key: 'b' }]

/** A list that is in memory as a whole. */
function sourceOf(rows: string[]): RowSource<string> {
  return {
    total: ref(rows.length),
    version: ref(0),
    lists: ref(0),
    resets: ref(0),
    busy: ref(false),
    failure: shallowRef(null),
    at: (index) => rows[index],
    show: () => undefined,
    between: (first, last) => Promise.resolve(rows.slice(first, last + 1)),
    reload: () => Promise.resolve(),
  }
}

test('copied cells run nothing when they are pasted into a spreadsheet; numbers stay numbers', async () => {
  const rows = ['=1+1', 'x;=1+1', 'a\t=1\n=2', '-1.5', '-1\u00a0240,5', 'ГРП-2']
  const text = await rowsAsText(sourceOf(rows), twice, () => true, undefined)
  const cells = text.split('\n').map((line) => line.split('\t'))
  const safe = ["'=1+1", "x;'=1+1", 'a =1 =2', '-1.5', '-1\u00a0240,5', 'ГРП-2']
  const copied = cells.filter((line) => line.length === 2).map(([first]) => first)
  expect(copied.slice(-safe.length)).toEqual(safe)
  expect(cells.every(([first, second]) => first === second)).toBe(true)
})

/** What a component of a window in this language and number format makes. */
async function within<T>(language: 'en' | 'ru', numberFormat: 'local' | 'plain', work: () => T): Promise<T> {
  const pinia = createPinia()
  const clockOf = () => ({ zone: 'UTC', contractHour: 10 })
  pinia._s.set('program', {
    clockOf,
    language,
    nowMs: 0,
    preferences: { ...USUAL_PREFERENCES, numberFormat },
    onChange: () => undefined,
  } as never)
  i18n.global.locale.value = language
  const made: T[] = []
  const page = {
    setup() {
      made.push(work())
      return () => null
    },
  }
  await renderToString(createSSRApp(page).use(i18n).use(pinia))
  return made[0] as T
}
const copiedBy = <Row>(columns: readonly GridColumn<Row>[], key: string, row: object) => {
  const one = columns.find((declared) => declared.key === key)
  return (one?.copied ?? one?.text)?.(row as Row)
}

test('numbers are copied as precisely as they are shown, with the decimal sign of the language, and with their units', async () => {
  const hole = { m3: 2885.063999999999, records: 1234, billedM3: null }
  const station = { volumeValue: '170.710', volumeUnit: 'm³', pressureValue: 12345.5, pressureUnit: 'kPa' }
  const copies = (language: 'en' | 'ru', numberFormat: 'local' | 'plain' = 'local') =>
    within(language, numberFormat, () => {
      const [holes, stations, periods] = [
        useHoleColumns(),
        useStationColumns(),
        usePeriodColumns(
          () => 'day',
          () => 0,
        ),
      ]
      return [
        ...['m3', 'records', 'billed'].map((key) => copiedBy(holes.value, key, hole)),
        ...['volume', 'pressure'].map((key) => copiedBy(stations.value, key, station)),
        copiedBy(periods.value, 'm3', { m3: 95.06999999999999 }),
      ]
    })
  expect(await copies('ru')).toEqual(['2885,06', '1234', '—', '170,710 м³', '12345,5 кПа', '95,07'])
  expect(await copies('en')).toEqual(['2885.06', '1234', '—', '170.710 m³', '12345.5 kPa', '95.07'])
  expect(await copies('ru', 'plain')).toEqual(['2885.06', '1234', '—', '170.710 м³', '12345.5 кПа', '95.07'])
})

test('only what stands between thousands is left out of a copied number', async () => {
  const copied = (language: 'en' | 'ru', ...numbers: (number | string)[]) =>
    within(language, 'local', () => {
      const format = useFormat()
      return numbers.map((one) => format.copied(format.quantity(one)))
    })
  const numbers = [1234567.891, -1234.5, '0012,345', 'м 3', '12,5', 0.125]
  expect(await copied('ru', ...numbers)).toEqual(['1234567,891', '-1234,5', '0012,345', 'м 3', '12,5', '0,125'])
  expect(await copied('en', ...numbers)).toEqual(['1234567.891', '-1234.5', '0012,345', 'м 3', '12.5', '0.125'])
})
