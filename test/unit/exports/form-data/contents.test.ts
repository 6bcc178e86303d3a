import { describe, expect, test } from 'vitest'
import type { Book } from '../../../../electron/book/index.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { at, BARE_STATION, DEVICE, HOUR_M3 } from '../../../support/form-book.ts'
import { columnOf, formBook, judged, made } from './made.ts'

/** What the forms of one station hold, of a book in which all of it was planted. */

describe('event log', () => {
  test('every event of the days of the calendar in order, with the other end of what begins and ends', async () => {
    const form = await made(formBook(), 'events')
    expect(form.rows).toHaveLength(15)
    expect(form.expected).toBe(15)
    expect(columnOf(form, 'number')).toEqual(Array.from({ length: 15 }, (_, nth) => nth + 1))
    // From 5:00 of the first day; what is logged at midnight after the last one is another day's.
    expect(columnOf(form, 'time')[0]).toBe(at(-5))
    expect(columnOf(form, 'time').at(-1)).toBe(at(90))
    expect(columnOf(form, 'pair').slice(0, 6)).toEqual([
      'начало; до 01.10.2026 11:00:00 (6:00:00)',
      'окончание; с 01.10.2026 05:00:00 (6:00:00)',
      'начало; до 01.10.2026 14:30:00 (2:30:00)',
      'повтор; начало 01.10.2026 12:00:00',
      'окончание; с 01.10.2026 12:00:00 (2:30:00)',
      'окончание; начала в журнале нет',
    ])
    expect(columnOf(await made(formBook(), 'events', 'ru', { to: '2026-10-06' }), 'pair').at(-1)).toBe('начало; не закрыта')
    expect(columnOf(form, 'change')[6]).toBe('было 0.90, стало 0.95; User: Сидоров')
  })

  test('counts by log are its totals, and the picture has a lane for each', async () => {
    const form = await made(formBook(), 'events', 'en')
    expect(form.totals.map(({ cells }) => [cells[0], cells[2]])).toEqual([
      [9, 'Abnormal situations'],
      [2, 'Abnormal situations, summary'],
      [2, 'Changes'],
      [1, 'Events'],
      [1, 'Alarms'],
      [15, 'Total'],
    ])
    const [picture] = form.pictures
    expect(picture?.svg).toContain('>Abnormal situations, summary<')
    expect(picture?.svg).not.toMatch(/<(?:script|style|foreignObject|image)/)
    expect((await made(formBook(), 'events', 'en')).pictures[0]?.svg).toBe(picture?.svg)
  })

  test('says of each log what was asked for, what is empty, what failed and what was never asked for', async () => {
    const { heads, statements } = await made(formBook(), 'events')
    expect(heads.find(({ key }) => key === 'completeness')?.value).toBe('3 из 5 суток (60 %)')
    expect(statements).toContain('«Клапан»: запрошено 5 из 5 суток: без записей 3, с ошибкой 2.')
    expect(statements).toContain('Никогда не запрашивались: «События сеансов».')
    expect(statements).toContain('Замечания: не оценивались, узел ещё не проверялся.')
  })

  test('findings are counted by rule once the station was judged; rules without data are named', async () => {
    const { statements } = await made(await judged(formBook()), 'events', 'en')
    expect(statements.find((text) => text.startsWith('Findings in the period:'))).toMatch(/Missing record — 1/)
    expect(statements.find((text) => text.startsWith('Not evaluated:'))).toContain('Verification overdue')
  })

  test('without a span all that the book has, by the days of the first and the last event', async () => {
    const form = await made(formBook(), 'events', 'ru', { from: undefined, to: undefined })
    expect(form.rows).toHaveLength(17)
    expect(form.heads.find(({ key }) => key === 'period')?.value).toBe('30.09.2026 – 06.10.2026')
  })

  test('days that have not begun are said', async () => {
    const { statements } = await made(formBook(), 'events', 'ru', { to: '2026-10-09' })
    expect(statements).toContain('На момент печати ещё не начались: 2 суток.')
  })
})

test('changes log: each line of the log, each change that the settings show, who, and what confirms what', async () => {
  const form = await made(formBook(), 'changes')
  expect(form.rows.map(({ cells }) => cells)).toEqual([
    [at(10), 'Верхняя уставка P', '0.90', '0.95', 'МПа', 'Сидоров', 'да'],
    [at(20), 'Коррекция времени', null, '12', 'с', '—', 'нет: в настройках не видно'],
    [at(80), 'Плотность газа', '0.68', '0.71', 'кг/м³', '—', 'только настройки, в журнале записи нет; позже 03.10.2026 02:00:00'],
    [at(80), 'Режим', null, 'зима', null, '—', 'только настройки, в журнале записи нет; позже 03.10.2026 02:00:00'],
    [at(80), 'Пароль', 'да', null, null, '—', 'только настройки, в журнале записи нет; позже 03.10.2026 02:00:00'],
  ])
  expect(form.totals.map(({ cells }) => [cells[1], cells[3]])).toEqual([
    ['В журнале, подтверждено настройками', '1'],
    ['В журнале, настройками не подтверждено', '1'],
    ['Только в настройках', '3'],
    ['Итого', '5'],
  ])
})

test('two events of one code in one moment are two lines of the changes log, each with what it says', async () => {
  const book = formBook()
  const said = (value: string, more: object) => ({
    atMs: at(50),
    entries: { Code: '098', CodeDescription: 'Параметр изменён', ValCode: value, ...more },
  })
  book.page(() =>
    book.events.add({ equipmentId: 1001, archiveType: 'changes' }, [
      said('5', { OldValue: '4', User: 'Иванов' }),
      said('7', { User: 'Сидоров' }),
    ]),
  )
  const { rows } = await made(book, 'changes')
  const lines = rows.map(({ cells }) => cells).filter(([time]) => time === at(50))
  expect(lines.map((cells) => [cells[2], cells[3], cells[5]])).toEqual([
    ['4', '5', 'Иванов'],
    [null, '7', 'Сидоров'],
  ])
})

test('two events without a code in one moment: each is paired as what it is itself', async () => {
  const book = formBook()
  const said = (atMs: number, text: string) => ({ atMs, entries: { CodeDescription: text } })
  book.page(() =>
    book.events.add({ equipmentId: 1001, archiveType: 'nesht' }, [
      said(at(60), 'Начало НС: расход выше нормы'),
      said(at(61), 'Окончание НС: расход выше нормы'),
      said(at(61), 'Начало НС: температура ниже нормы'),
      said(at(63), 'Окончание НС: температура ниже нормы'),
    ]),
  )
  const form = await made(book, 'events', 'en')
  const [message, pair] = [columnOf(form, 'message'), columnOf(form, 'pair')]
  const pairOf = (text: string) => String(pair[message.indexOf(text)])
  expect(pairOf('Окончание НС: расход выше нормы')).toMatch(/1:00:00/)
  expect(pairOf('Начало НС: температура ниже нормы')).toMatch(/2:00:00/)
})

test('changes log: settings that were never read confirm nothing, and that is no denial', async () => {
  const book = formBook()
  const { rows } = await made(book, 'changes', 'en', { from: '2026-09-29', to: '2026-09-30' })
  expect(rows.map(({ cells }) => cells.slice(1))).toEqual([
    ['Коррекция времени', null, '3', 'с', '—', 'not checked: no settings before or after it'],
  ])
})

describe('abnormal situations', () => {
  test('count, length within the period, share, volume then, substitutes and what is open', async () => {
    const form = await made(formBook(), 'abnormal')
    const [high, failed, opened] = form.rows.map(({ cells }) => cells)
    // 2.5 h, 1 h, and 10 h of the open one to the end of the period.
    expect(high).toEqual([
      'Значение выше верхнего предела: P',
      3,
      at(2),
      null,
      13.5 * HOUR_MS,
      10 * HOUR_MS,
      11.25,
      13.5 * HOUR_M3,
      null,
      null,
      'да',
    ])
    // An hour of the period from the situation that began before it; one of its hours has no record.
    expect(failed).toEqual([
      'Отказ датчика: T. Принято подстановочное значение',
      2,
      at(-5),
      at(34),
      4.5 * HOUR_MS,
      3.5 * HOUR_MS,
      3.75,
      3.5 * HOUR_M3,
      null,
      '20.00\u00a0°C',
      null,
    ])
    expect(opened?.slice(0, 5)).toEqual(['Вскрытие корпуса', 1, at(90), null, 30 * HOUR_MS])
    expect(form.rows.map(({ group }) => group)).toEqual(['Нештатные ситуации', undefined, 'Аварии'])
    expect(form.statements).toContain('Из времени ситуаций на 1,0 ч нет часовых объёмов: объём в НС без них занижен.')
  })

  test('the total counts overlaps once, and beside it stands what the device sums itself', async () => {
    const { totals } = await made(formBook(), 'abnormal', 'en')
    const [all, summary] = totals.map(({ cells }) => cells)
    expect([all?.[0], all?.[1], all?.[4]]).toEqual(['Abnormal situations together, overlaps counted once', 5, 17.5 * HOUR_MS])
    expect(all?.[7]).toBe(16.5 * HOUR_M3)
    expect(summary?.[0]).toBe("Device's own summary: Сводка: давление вне пределов (2 gas days; by events 3:30:00)")
    expect(summary?.[4]).toBe(3.75 * HOUR_MS)
  })

  test('a summary that no day can have stands as it came: it is in no sum, no duration and no share', async () => {
    const book = formBook()
    book.page(() =>
      book.events.add({ equipmentId: 1001, archiveType: 'nesht_svod' }, [
        { atMs: at(72), entries: { Code: '090', CodeDescription: 'Сводка: давление вне пределов', ValCode: '398247706514', Izm: 'мин' } },
      ]),
    )
    const { totals } = await made(book, 'abnormal', 'en')
    const summaries = totals.map(({ cells }) => cells).filter(([name]) => String(name).startsWith("Device's own summary"))
    expect(summaries.map(([name, , , , total, , share]) => [name, total, share])).toEqual([
      ["Device's own summary: Сводка: давление вне пределов (2 gas days; by events 3:30:00)", 3.75 * HOUR_MS, 3.125],
      [
        "Device's own summary, as sent: Сводка: давление вне пределов: 398247706514\u00a0мин. No day has so much: not counted, not judged",
        null,
        null,
      ],
    ])
  })

  test('what is open as far as the log was asked for is said to be unknown since', async () => {
    const book = formBook()
    const { statements } = await made(book, 'abnormal', 'ru', { to: '2026-10-07' })
    const told = statements.find((text) => text.startsWith('Не закрыто на момент'))
    expect(told).toContain('2 ситуации')
    expect(told).toContain('07.10.2026 03:00:00')
  })
})

test('passport: each setting as it is, as it was before, and when that was seen; what is gone at the end', async () => {
  const form = await made(formBook(), 'passport')
  const settings = form.rows.slice(form.rows.findIndex(({ group }) => group?.startsWith('Настройки')))
  expect(settings.map(({ cells, group, tone }) => [group ?? null, ...cells, tone ?? null])).toEqual([
    ['Настройки: заводские номера', 'Заводской номер', '00012345', '', at(80), null, null, null],
    ['Настройки: пределы и уставки', 'Давление: верхний предел измерения', '1.6', 'МПа', at(80), null, null, null],
    [null, 'Верхняя уставка P', '0.95', 'МПа', at(80), '0.90', at(40), 'strong'],
    ['Настройки: подстановочные значения', 'Температура: подстановочное значение', '20.00', '°C', at(80), null, null, null],
    ['Настройки: время', 'Контрактный час', '10', 'ч', at(80), null, null, null],
    ['Настройки: прочие', 'Плотность газа', '0.71', 'кг/м³', at(80), '0.68', at(80), 'strong'],
    [null, 'Режим', 'зима', '', at(80), 'не было', at(80), 'strong'],
    [null, 'Пароль', 'больше нет', '', at(40), 'да', at(80), 'weak'],
  ])
  expect(form.rows.map(({ cells }) => cells.slice(0, 2))).toContainEqual(['Поставщики', 'Газоснабжение / Северный участок'])
})

test('passport: the comparison that found the newest change is not said to have found the settings unchanged', async () => {
  const said = async (book: Book) => (await made(book, 'passport')).statements.find((text) => text.startsWith('Настройки: '))
  const book = formBook()
  expect(await said(book)).toMatch(/последний — 04\.10\.2026 18:00:00; с тех пор не сверялись\.$/)
  const [newest] = book.settings.snapshots(DEVICE)
  book.settings.putSnapshot(DEVICE, at(90), book.settings.items(newest?.id ?? 0))
  expect(await said(book)).toMatch(/последний — 04\.10\.2026 18:00:00; последняя сверка без изменений — 05\.10\.2026 04:00:00\.$/)
})

test('visit list: who needs a visit by rank with a box to tick; of the others it says that there is nothing to say', async () => {
  const form = await made(await judged(formBook()), 'visits', 'en', { stationIds: [1, BARE_STATION] })
  expect(form.rows).toHaveLength(1)
  expect(columnOf(form, 'station')).toEqual(['Котельная № 1'])
  expect(columnOf(form, 'consumer')).toEqual(['ООО «Ромашка»'])
  expect(columnOf(form, 'at_risk')).toEqual([24 * HOUR_M3])
  expect(columnOf(form, 'done')[0]).toMatch(/^\[\s+\]$/)
  expect(form.heads.map(({ name, value }) => [name, value]).slice(1)).toEqual([
    ['As of', '2026-10-07 15:30:00'],
    ['Time zone', 'Europe/Moscow'],
    ['Completeness', '1 of 2 stations need a visit'],
    ['Book', expect.stringMatching(/./)],
  ])
  expect(form.statements).toContain('Nothing is to be said of 1 other chosen station: not in the list.')
  expect(form.statements.at(-1)).toMatch(/^Findings: 2 of 2 stations of the book judged, the last on 2026-10-07 15:30:00/)
})

test.each(['events', 'changes', 'abnormal', 'passport'] as const)(
  '%s of a station without a device says so, and has no rows of it',
  async (code) => {
    const form = await made(formBook(), code, 'en', { stationIds: [BARE_STATION] })
    expect(form.statements.join(' ')).toMatch(/names no device/)
    if (code !== 'passport') expect(form.rows).toEqual([])
  },
)

test('a station has its own clock, and its part is of its own gas days', async () => {
  const book = formBook()
  book.clocks.setOfStations([1], { timeZone: 'Asia/Yekaterinburg', contractHour: 0 })
  const form = await made(book, 'events', 'ru', { from: '2026-10-01', to: '2026-10-01' })
  expect(form.timeZone).toBe('Asia/Yekaterinburg')
  // From 19:00 UTC of the day before to 19:00 UTC.
  expect(columnOf(form, 'time')).toEqual([at(-5), at(1), at(2), at(3), at(4.5), at(5), at(10)])
  expect(columnOf(form, 'pair')[2]).toBe('начало; до 01.10.2026 16:30:00 (2:30:00)')
})
