import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openBook, type EventFilter, type EventMessage } from '../../../electron/book/index.ts'
import { migrate } from '../../../electron/book/file/migrate.ts'
import { MIGRATIONS } from '../../../electron/book/file/migrations/index.ts'
import { alarm, event, NOW, station, tempBook, tempFolder } from './fixtures.ts'

const KEY = { equipmentId: 1, archiveType: 'alarm' }

describe('identity', () => {
  test('a page read twice adds no event', () => {
    const book = tempBook()
    const page = [alarm(10, '17'), alarm(10, '18')]
    expect(book.events.add(KEY, page)).toBe(2)
    expect(book.events.add(KEY, page)).toBe(0)
    expect(book.events.count({})).toBe(2)
  })

  test('two events of one millisecond both live; the order of entries is no difference', () => {
    const book = tempBook()
    expect(
      book.events.add(KEY, [event(1, { Code: '1', Izm: 'a' }), event(1, { Izm: 'a', Code: '1' }), event(1, { Code: 1, Izm: 'a' })]),
    ).toBe(2)
    expect(book.events.query({}).rows.map(({ entries }) => entries)).toEqual([
      { Code: '1', Izm: 'a' },
      { Code: 1, Izm: 'a' },
    ])
  })

  test('another device or archive has its own', () => {
    const book = tempBook()
    book.events.add(KEY, [alarm(1, '17')])
    expect(book.events.add({ ...KEY, equipmentId: 2 }, [alarm(1, '17')])).toBe(1)
    expect(book.events.add({ ...KEY, archiveType: 'event' }, [alarm(1, '17')])).toBe(1)
  })

  test('a page that fails leaves nothing behind, nor a memory of it', () => {
    const book = tempBook()
    const page = [alarm(1, '17')]
    expect(() => book.page(() => (book.events.add(KEY, page), book.db.exec('broken')))).toThrow('syntax error')
    expect(book.events.count({})).toBe(0)
    expect(book.events.add(KEY, page)).toBe(1)
    expect(book.integrity()).toEqual({ ok: true, problems: [] })
  })
})

test('a book from before the events lay in the order of time has them all in it', () => {
  const file = join(tempFolder(), 'old.meterbook')
  const old = new Database(file)
  migrate(old, MIGRATIONS.slice(0, 9))
  old.exec(`
    INSERT INTO series (id, equipment_id, archive_type, view, records) VALUES (1, 1, 'alarm', 'general', 2), (2, 2, 'event', 'general', 1);
    INSERT INTO event_text (id, code, folded) VALUES (1, '17', '17');
    INSERT INTO event_content (id, text_id, digest, entries, detail) VALUES (1, 1, x'00', '{"Code":"17"}', '');
    INSERT INTO event VALUES (1, 100, 1), (1, 300, 1), (2, 200, 1);
    INSERT INTO event_bucket VALUES (1, 0, 2), (2, 0, 1);`)
  old.close()
  const book = openBook(file, { mode: 'write', now: () => NOW })
  onTestFinished(() => book.close())
  const listed = () => {
    const { total, rows } = book.events.query({ desc: true })
    return [total, rows.map(({ atMs }) => atMs)]
  }
  expect(listed()).toEqual([3, [300, 200, 100]])
  book.events.add({ equipmentId: 3, archiveType: 'alarm' }, [alarm(250, '18')])
  expect(listed()).toEqual([4, [300, 250, 200, 100]])
})

describe('rows', () => {
  test('codes as text, entries verbatim', () => {
    const book = tempBook()
    book.events.add(KEY, [event(1_500, { Code: 17, CodeDescription: null, ValCode: '0x1', extra: [1] })])
    expect(book.events.query({}).rows).toMatchObject([
      {
        equipmentId: 1,
        archiveType: 'alarm',
        atMs: 1_500,
        code: '17',
        codeDescription: null,
        valCode: '0x1',
        izm: null,
        entries: { Code: 17, CodeDescription: null, ValCode: '0x1', extra: [1] },
      },
    ])
  })
})

describe('filters', () => {
  function book() {
    const made = tempBook()
    made.events.add(KEY, [
      alarm(100, '17', 'Давление ВЫШЕ нормы'),
      alarm(200, '18', 'Дверь открыта'),
      event(300, { Code: '19', CodeDescription: 'Смена', ValCode: 'Было 5 МПа' }),
    ])
    made.events.add({ equipmentId: 2, archiveType: 'event' }, [alarm(150, '17', 'Давление ВЫШЕ нормы')])
    return made
  }
  test.each<[EventFilter, number[]]>([
    [{}, [100, 150, 200, 300]],
    [{ equipmentIds: [1] }, [100, 200, 300]],
    [{ equipmentIds: [] }, []],
    [{ archiveTypes: ['event'] }, [150]],
    [{ fromMs: 150, toMs: 200 }, [150, 200]],
    [{ text: 'давление' }, [100, 150]],
    [{ text: 'ДВЕРЬ' }, [200]],
    [{ text: 'выше ДАВ' }, [100, 150]],
    [{ text: '17' }, [100, 150]],
    [{ text: 'дв' }, [200]],
    [{ text: 'я' }, []],
    [{ text: 'мпа' }, [300]],
    [{ text: 'смена было' }, [300]],
    [{ text: 'смена дверь' }, []],
    [{ text: '  ' }, [100, 150, 200, 300]],
    [{ codes: ['18', '19'] }, [200, 300]],
    [{ codes: [] }, []],
    [{ codes: ['17'], text: 'норм', equipmentIds: [2] }, [150]],
    [{ messages: [{ code: '17', description: 'Давление ВЫШЕ нормы', archiveType: null }] }, [100, 150]],
    [{ messages: [{ code: '17', description: 'Давление ВЫШЕ нормы', archiveType: 'event' }] }, [150]],
    [{ messages: [{ code: '17', description: 'Дверь открыта', archiveType: null }] }, []],
    [{ messages: [{ code: '17', description: null, archiveType: null }] }, []],
    [{ messages: [] }, []],
    [
      {
        messages: [
          { code: '18', description: 'Дверь открыта', archiveType: null },
          { code: '17', description: 'Давление ВЫШЕ нормы', archiveType: 'event' },
        ],
        toMs: 180,
      },
      [150],
    ],
    [{ text: '"' }, []],
    [{ text: "' OR 1=1 --" }, []],
  ])('%j', (filter, times) => {
    const { events } = book()
    const { total, rows } = events.query(filter)
    expect(rows.map(({ atMs }) => atMs)).toEqual(times)
    expect(total).toBe(times.length)
    const newestFirst = events.query({ ...filter, desc: true }).rows
    expect(newestFirst.map(({ atMs }) => atMs)).toEqual(times.toReversed())
  })

  test('a new event is seen by a filter that was asked before', () => {
    const opened = book()
    expect(opened.events.count({ text: 'дверь' })).toBe(1)
    opened.events.add(KEY, [alarm(400, '20', 'Дверь закрыта')])
    expect(opened.events.query({ text: 'дверь' })).toMatchObject({ total: 2, rows: [{ atMs: 200 }, { atMs: 400 }] })
  })

  test('codes with their counts, and the same message on other devices', () => {
    const opened = book()
    opened.stations.put([station({ id: 2, equipmentId: 2, equipmentTypeId: 7 })], NOW)
    expect(opened.events.codes({})).toEqual([
      { code: '17', description: 'Давление ВЫШЕ нормы', events: 2 },
      { code: '18', description: 'Дверь открыта', events: 1 },
      { code: '19', description: 'Смена', events: 1 },
    ])
    const message: EventMessage = { code: '17', description: 'Давление ВЫШЕ нормы', archiveType: null }
    const there = { equipmentId: 2, events: 1, lastMs: 150 }
    expect(opened.events.places(message)).toEqual([there, { equipmentId: 1, events: 1, lastMs: 100 }])
    expect(opened.events.places(message, { exceptEquipmentId: 1 })).toEqual([there])
    expect(opened.events.places(message, { equipmentTypeId: 7 })).toEqual([there])
    expect(opened.events.places({ ...message, archiveType: 'alarm' })).toMatchObject([{ equipmentId: 1 }])
    expect(opened.events.places({ ...message, description: 'Дверь открыта' })).toEqual([])
    expect(opened.events.codes({ toMs: 100 })).toEqual([{ code: '17', description: 'Давление ВЫШЕ нормы', events: 1 }])
  })

  test('density counts every event once, by archive', () => {
    expect(book().events.density({ fromMs: 100, toMs: 300 }, 2)).toEqual({ alarm: [2, 1], event: [1, 0] })
    expect(book().events.density({ fromMs: 100, toMs: 300, text: 'дверь' }, 1)).toEqual({ alarm: [1], event: [0] })
  })
})

describe('long logs', () => {
  test('many distinct contents are found by text as well', () => {
    const book = tempBook()
    const list = Array.from({ length: 5_000 }, (_, at) => event(at, { Code: '1', CodeDescription: 'Порог', ValCode: `значение ${at}` }))
    book.page(() => book.events.add(KEY, list))
    expect(book.events.count({ text: 'порог' })).toBe(5_000)
    expect(book.events.query({ text: 'ЗНАЧЕНИЕ 4999' }).rows.map(({ atMs }) => atMs)).toEqual([4_999])
    expect(book.events.query({ text: 'порог знач', offset: 4_000, limit: 1 }).rows[0]?.atMs).toBe(4_000)
    expect(book.events.density({ fromMs: 0, toMs: 4_999, text: 'порог' }, 5)).toEqual({
      alarm: [1_000, 1_000, 1_000, 1_000, 1_000],
    })
  })

  test('all events of one millisecond', () => {
    const book = tempBook()
    book.page(() =>
      book.events.add(
        KEY,
        Array.from({ length: 3_000 }, (_, at) => alarm(7, String(at))),
      ),
    )
    const { total, rows } = book.events.query({ offset: 2_990, limit: 100 })
    expect([total, rows.length]).toEqual([3_000, 10])
    expect(new Set([...book.events.iterate({})].map(({ code }) => code)).size).toBe(3_000)
  })
})
