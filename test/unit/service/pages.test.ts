import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../electron/service/operations.ts'
import { readPage, readSingle } from '../../../electron/service/page.ts'
import { dataSlices } from '../../../electron/service/raw.ts'
import { readChannel } from '../../../electron/service/wire/channel.ts'
import { createEventReader } from '../../../electron/service/wire/event.ts'
import { schemaReader, type RecordReader } from '../../../electron/service/wire/reader.ts'
import { createReadingReader } from '../../../electron/service/wire/reading.ts'
import { readStation } from '../../../electron/service/wire/station.ts'

const envelope = (more: object): string => JSON.stringify({ data: [], total_pages: 1, current_page: 1, next_page: null, ...more })
const keep = (raw: unknown) => raw as object

describe('the envelope', () => {
  test('numbers may come as strings; what serves progress only may be anything', () => {
    const read = (more: object) => readPage(envelope(more), 1, keep)
    expect(read({ next_page: '2', total_pages: '7', current_page: '1' })).toMatchObject({
      nextPage: 2,
      totalPages: 7,
      currentPage: 1,
    })
    expect(read({ next_page: 2, total_pages: null, current_page: 'x' })).toMatchObject({
      nextPage: 2,
      totalPages: null,
      currentPage: null,
    })
    expect(read({ total_pages: -3 })).toMatchObject({ nextPage: null })
  })

  test.each([1.5, 'two', '', true, [], {}])('a next_page of %j is an error of the page', (next_page) =>
    expect(() => readPage(envelope({ next_page }), 1, keep)).toThrow(expect.objectContaining({ code: 'BAD_PAGE' })),
  )

  test.each([
    [3, { next_page: 3 }],
    [3, { next_page: 1 }],
    [3, { next_page: 0 }],
    [3, { next_page: null, current_page: 2 }],
  ])('page %i answered with %j is a loop', (asked, more) =>
    expect(() => readPage(envelope({ current_page: asked, ...more }), asked, keep)).toThrow(expect.objectContaining({ code: 'PAGE_LOOP' })),
  )

  test('no next_page at all while more pages are counted is damage, not an end', () => {
    expect(() => readPage('{"data":[],"total_pages":3}', 1, keep)).toThrow(expect.objectContaining({ code: 'BAD_PAGE' }))
    expect(readPage('{"data":[]}', 1, keep)).toMatchObject({ nextPage: null, totalPages: null })
  })

  test('a byte order mark does no harm', () => {
    expect(readPage(`\uFEFF${envelope({ data: [{ a: 1 }] })}`, 1, keep).records).toEqual([{ a: 1 }])
  })
})

describe('rejected records', () => {
  test('are kept word for word with the reason; the rest goes on', () => {
    const strange = '{"id" : "x-1",  "name":"\\u0413\\u0420\\u041f", "n": 1.50, "n": 12345678901234567890}'
    const body = `{"total_pages":1, "data": [{"id":1,"name":"a"}, ${strange} ,null, [1,2], "]}", {"id":"2"}], "next_page":null}`
    const read = readPage(body, 1, readStation)
    expect(read.records.map((station) => station.id)).toEqual([1, 2])
    expect(read.rejected).toEqual([
      { reason: 'id: not an id', raw: strange },
      { reason: 'not an object', raw: 'null' },
      { reason: 'not an object', raw: '[1,2]' },
      { reason: 'not an object', raw: '"]}"' },
    ])
  })

  test('a child provider is rejected alone', () => {
    const tree = { id: 1, name: 'a', children: [{ id: 2, name: 'b', children: [] }, { id: 'x', name: 'c' }, 7] }
    const read = operations.energies({ page: 1 }).read(envelope({ data: [tree] }))
    expect(read.records).toEqual([{ id: 1, name: 'a', children: [{ id: 2, name: 'b', children: [] }] }])
    expect(read.rejected).toEqual([
      { reason: 'children: id: not an id', raw: '{"id":"x","name":"c"}' },
      { reason: 'children: not an object', raw: '7' },
    ])
  })

  test('absurd depth ends as a rejection', () => {
    const deep = `${'{"id":1,"name":"x","children":['.repeat(5000)}${']}'.repeat(5000)}`
    const read = operations.energies({ page: 1 }).read(`{"data":[${deep}],"next_page":null}`)
    expect(read.rejected).toMatchObject([{ reason: expect.stringContaining('nested too deeply') }])
    const values = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const body = `{"data":[{"event_time":1,"channel_data":[{"a":${values}}]}],"next_page":null}`
    const readings = operations.readings({
      archiveType: 'x',
      equipmentId: 1,
      view: 'general',
      from: 'a',
      to: 'b',
      page: 1,
    })
    expect(readings.read(body)).toMatchObject({ records: [], rejected: [{ raw: expect.stringContaining('[[[[') }] })
  })

  test('the slices of any JSON document are its elements (fast-check)', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (data, other, indent) => {
        const json = JSON.stringify({ 'data"': other, before: [other, '"data":['], data, after: other }, null, indent)
        expect(dataSlices(json).map((slice) => JSON.parse(slice) as unknown)).toEqual(JSON.parse(JSON.stringify(data)))
      }),
    )
  })
})

describe('single objects', () => {
  const read = (body: string) => readSingle(body, schemaReader<object>(keepSchema))
  const keepSchema = {
    safeParse: (data: object) => ({ success: true, data }),
  } as unknown as Parameters<typeof schemaReader<object>>[0]

  test('data is the record; null says that there is none; no data at all is an error of the page', () => {
    expect(read('{"data":{"a":1}}')).toEqual({ record: { a: 1 }, rejected: [] })
    expect(read('{"data":null}')).toEqual({ record: null, rejected: [] })
    expect(() => read('{"errors":["x"]}')).toThrow(expect.objectContaining({ code: 'BAD_PAGE' }))
  })

  test('characteristics of another unit are not taken for this one’s', () => {
    const operation = operations.characteristics(5)
    expect(operation.read('{"data":{"id":"5","gas_stove":"true"}}').record).toMatchObject({ id: 5, gasStove: 'true' })
    expect(operation.read('{"data":{"gas_stove":"true"}}').record).toMatchObject({ id: 5 })
    expect(operation.read('{"data":{"id":6}}')).toMatchObject({
      record: null,
      rejected: [{ reason: 'id: asked for 5' }],
    })
  })
})

describe('what is larger than a record may be', () => {
  const sound = { event_time: 1, channel_data: [{ V: 1 }] }
  const wide = (names: number) => Object.fromEntries(Array.from({ length: names }, (_, at) => [`c${at}`, at]))
  const entry = (name: string, value: unknown) => ({ event_time: 2, channel_data: [{ [name]: value }] })
  const list = (names: number) => ({ event_time: 2, channel_data: Object.entries(wide(names)).map(([name, value]) => ({ [name]: value })) })
  const code = (letters: number) => ({ ...channel, channel_varname: 'c'.repeat(letters) })
  const channel = { equipment_type_id: 1, archive_type_varname: 'hourly', channel_varname: 'V' }
  const [reading, event] = [createReadingReader, createEventReader]
  const cases: [string, () => RecordReader<object>, object, object, object][] = [
    ['the name of an entry', reading, sound, entry('n'.repeat(256), 1), entry('n'.repeat(257), 1)],
    ['the entries of a record', reading, sound, list(2_000), list(2_001)],
    [
      'the names of one entry',
      reading,
      sound,
      { event_time: 2, channel_data: [wide(2_000)] },
      { event_time: 2, channel_data: [wide(2_001)] },
    ],
    [
      'names that lie in no list',
      reading,
      sound,
      { event_time: 2, channel_data: wide(2_000) },
      { event_time: 2, channel_data: wide(2_001) },
    ],
    ['a value', reading, sound, entry('V', '1'.repeat(4_000_000)), entry('V', '1'.repeat(4_000_001))],
    ['a value within a value', reading, sound, entry('V', ['1'.repeat(4_000_000)]), entry('V', ['1'.repeat(4_000_001)])],
    ['the code of an event', event, sound, entry('Code', 'c'.repeat(256)), entry('Code', 'c'.repeat(257))],
    ['the code of a channel', () => readChannel, channel, code(256), code(257)],
  ]
  test.each(cases)('%s: it is rejected, and the rest of the page is kept', (_, reader, plain, most, more) => {
    const { records, rejected } = readPage(envelope({ data: [plain, most, more, plain] }), 1, reader())
    expect(records).toHaveLength(3)
    expect(rejected).toHaveLength(1)
    expect(rejected[0]?.reason).not.toBe('')
    expect(rejected[0]?.raw.slice(0, 50)).toBe(JSON.stringify(more).slice(0, 50))
  })
})
