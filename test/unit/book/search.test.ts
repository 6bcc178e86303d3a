import { describe, expect, test } from 'vitest'
import { alarm, consumer, event, NOW, station, tempBook } from './fixtures.ts'

function book() {
  const made = tempBook()
  made.consumers.put([consumer(1, 'ООО «Берёзка»', '7701234567')])
  made.stations.put(
    [
      station({ id: 1, name: 'ГРП-10 Заречная', equipmentSerialNumber: '4521', customerId: 1 }),
      station({ id: 2, name: 'ГРП-2 Центр', equipmentSerialNumber: '45210', phone: '+79161112233' }),
      station({
        id: 3,
        name: 'Котельная №4521',
        equipmentSerialNumber: 777,
        equipmentBrandName: 'Elster EK270',
        uid: 'AB-1',
      }),
    ],
    NOW,
  )
  return made
}

describe('phones as people write them', () => {
  const SAME = ['+7 900 590-20-21', '8 (900) 590 20 21', '89005902021', '9005902021', '+7(900)5902021', '900-590-20-21']
  const PARTS = ['8900590', '+7 900 59', '590-20-21', '590 20 21', '5902021', '90-20-21']
  for (const written of SAME)
    test(`a station with the phone ${written} is found by every other way to write it, and by parts`, () => {
      const opened = tempBook()
      opened.stations.put(
        [
          station({ id: 1, name: 'Котельная', phone: written }),
          station({ id: 2, name: 'Школа', phone: '+7 900 590-20-31', equipmentSerialNumber: '590' }),
        ],
        NOW,
      )
      for (const typed of [...SAME, ...PARTS.filter((part) => part !== '+7 900 59' && part !== '8900590'), 'котельная 590-20-21']) {
        expect([typed, opened.search.find(typed).map(({ id }) => id)]).toEqual([typed, [1]])
        expect([typed, opened.stations.list({ text: typed, limit: 10 }).rows.map(({ id }) => id)]).toEqual([typed, [1]])
        const where = opened.search.find(typed)[0]?.foundIn
        expect([typed, where]).toEqual([typed, [{ field: 'phone', text: written }]])
      }
      for (const typed of ['8900590', '+7 900 59']) expect(opened.search.find(typed).map(({ id }) => id)).toEqual([1, 2])
    })

  test('a number with signs that is no phone is found as it was typed', () => {
    const opened = tempBook()
    opened.stations.put([station({ id: 1, name: 'Узел 12-345-6', phone: '' }), station({ id: 2, name: 'Узел 123456', phone: '' })], NOW)
    expect(opened.search.find('12-345-6').map(({ id }) => id)).toEqual([1, 2])
    expect(opened.search.find('12-345').map(({ id }) => id)).toContain(1)
  })
})

test('the consumer of that very name comes first, with or without its form and quotation marks', () => {
  const opened = tempBook()
  opened.consumers.put([
    consumer(1, 'АО «Берёзка-Юг»'),
    consumer(2, 'Берёзка и К'),
    consumer(3, 'ООО «Берёзка»'),
    consumer(4, 'Берёзка Восток'),
  ])
  for (const typed of ['берёзка', 'ООО «Берёзка»', 'ооо березка'])
    expect([typed, opened.search.findConsumers(typed, 1).map(({ id }) => id)]).toEqual([typed, [3]])
})

describe('stations', () => {
  test('ranks exact serial number, whole number in the name, prefix, then any other match', () => {
    const opened = book()
    opened.stations.put([station({ id: 4, name: 'Дом 14521', equipmentSerialNumber: '1' })], NOW)
    expect(opened.search.find('4521').map(({ id, match }) => [id, match])).toEqual([
      [1, 'exact'],
      [3, 'word'],
      [2, 'prefix'],
      [4, 'infix'],
    ])
  })

  test.each([
    ['52', ['52-й квартал', 'ГРП №52'], ['ГРП №152', 'ГРП №520', 'Цех', 'Школа']],
    ['грп 52', ['ГРП №52'], ['ГРП №152', 'ГРП №520']],
    ['грп №52', ['ГРП №52'], ['ГРП №520']],
  ])('a whole number comes before a part of another number: %j', (typed, first, others) => {
    const opened = tempBook()
    opened.stations.put(
      [
        station({ id: 1, name: 'ГРП №152', equipmentSerialNumber: '52001', uid: '' }),
        station({ id: 2, name: 'ГРП №520', equipmentSerialNumber: '7', uid: '' }),
        station({ id: 3, name: 'Школа', equipmentSerialNumber: '5200', uid: '' }),
        station({ id: 4, name: 'ГРП №52', equipmentSerialNumber: '8', uid: '' }),
        station({ id: 5, name: '52-й квартал', equipmentSerialNumber: '9', uid: '' }),
        station({ id: 6, name: 'Цех', equipmentSerialNumber: '1', uid: '', phone: '+7 952' }),
      ],
      NOW,
    )
    const names = opened.search.find(typed).map(({ name }) => name)
    expect(names.slice(0, first.length)).toEqual(first)
    expect(names.slice(first.length).toSorted()).toEqual(others)
    expect(first).toContain(opened.search.find(typed, 1)[0]?.name)
  })

  test('a whole number in a name ranks before any number of serial numbers with that prefix', () => {
    const opened = tempBook()
    opened.stations.put(
      [
        ...Array.from({ length: 40 }, (_, at) => station({ id: at + 1, name: `Дом ${at + 100}`, equipmentSerialNumber: `52${at + 100}` })),
        station({ id: 99, name: 'Я: ГРП №52', equipmentSerialNumber: '1' }),
      ],
      NOW,
    )
    expect(opened.search.find('52', 12)[0]).toMatchObject({ id: 99, match: 'word' })
  })

  test.each([
    ['берез', [1]],
    ['БЕРЁЗК', [1]],
    ['зАрЕч', [1]],
    ['7701234', [1]],
    ['elster ek', [3]],
    ['ab-1', [3]],
    ['1112233', [2]],
    ['грп центр', [2]],
    ['центр грп', [2]],
    ['777', [3]],
    ['нетакого', []],
    ['', []],
  ])('%j finds %j', (typed, ids) => {
    expect(
      book()
        .search.find(typed)
        .map(({ id }) => id),
    ).toEqual(ids)
  })

  test.each([
    ['г', [2, 1]],
    ['ГР', [2, 1]],
    ['к', [1, 3]],
    ['№', [3]],
    ['ек', []],
    ['ek', [3]],
    ['10', [1, 2]],
    ['ё', [1, 2, 3]],
    ['гр 45', [2, 1]],
  ])('one and two characters: %j finds %j', (typed, ids) => {
    expect(
      book()
        .search.find(typed)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted())
  })

  test.each([
    '"',
    "'",
    '*',
    'грп*',
    '"грп',
    'грп" OR "центр',
    'NEAR(грп)',
    'folded:грп',
    '-грп',
    '^грп',
    '%',
    '_',
    '{}',
    '\\',
    '); DROP TABLE station; --',
    '\0грп',
  ])('typed text is data, never syntax: %j', (typed) => {
    const opened = book()
    expect(() => opened.search.find(typed)).not.toThrow()
    expect(() => opened.stations.list({ text: typed })).not.toThrow()
    expect(opened.stations.count()).toBe(3)
  })

  test('quotes, percent signs and asterisks are found literally', () => {
    const opened = book()
    opened.stations.put([station({ id: 9, name: 'Цех "А" 100% *' })], NOW)
    expect(opened.search.find('"а"').map(({ id }) => id)).toEqual([9])
    expect(opened.search.find('100%').map(({ id }) => id)).toEqual([9])
    expect(opened.search.find('*').map(({ id }) => id)).toEqual([9])
  })

  test('the limit holds, the best matches first', () => {
    const opened = tempBook()
    opened.stations.put(
      Array.from({ length: 50 }, (_, at) => station({ id: at + 1 })),
      NOW,
    )
    expect(opened.search.find('грп', 5)).toHaveLength(5)
    expect(opened.search.find('грп', 100)).toHaveLength(50)
  })

  test('a renamed station is found by its new name only', () => {
    const opened = book()
    opened.stations.put([station({ id: 1, name: 'Школа' })], NOW)
    expect(opened.search.find('заречная')).toEqual([])
    expect(opened.search.find('школа').map(({ id }) => id)).toEqual([1])
  })
})

test('consumers by name and inn', () => {
  const opened = book()
  expect(opened.search.findConsumers('БЕРЕЗ')).toEqual([{ id: 1, name: 'ООО «Берёзка»', inn: '7701234567' }])
  expect(opened.search.findConsumers('7701')).toHaveLength(1)
  expect(opened.search.findConsumers(' ')).toEqual([])
})

test('consumers with the word as a whole come first', () => {
  const opened = tempBook()
  opened.consumers.put([consumer(1, 'АО «Газ»'), consumer(2, 'ААО Газель'), consumer(3, 'ООО 152'), consumer(4, 'ЯО 52')])
  expect(opened.search.findConsumers('газ').map(({ id }) => id)).toEqual([1, 2])
  expect(opened.search.findConsumers('52', 1).map(({ id }) => id)).toEqual([4])
})

test('event messages by description and code', () => {
  const opened = book()
  opened.events.add({ equipmentId: 1, archiveType: 'alarm' }, [
    alarm(1, '17', 'Давление ВЫШЕ нормы'),
    alarm(2, '18', 'Дверь открыта'),
    alarm(3, '17', 'Давление ВЫШЕ нормы'),
  ])
  const found = (typed: string, limit?: number) =>
    opened.search.findEventTexts(typed, limit).map(({ code, description, events }) => [code, description, events])
  // The devices are no station's yet: there is no log that would show the events.
  expect(found('выше')).toEqual([])
  opened.stations.put([station({ id: 8, equipmentId: 1 })], NOW)
  expect(found('выше')).toEqual([['17', 'Давление ВЫШЕ нормы', 2]])
  expect(found('18')).toEqual([['18', 'Дверь открыта', 1]])
})

test('a code that was typed comes first, behind however many texts that hold it', () => {
  const opened = tempBook()
  opened.stations.put([station({ id: 8, equipmentId: 1 })], NOW)
  const many = Array.from({ length: 2_500 }, (_, at) => alarm(at, String(10_000 + at), `Порог a-7: ${at}`))
  opened.events.add({ equipmentId: 1, archiveType: 'alarm' }, [...many, alarm(3_000, 'A-7', 'Дверь открыта')])
  expect(opened.search.findEventTexts('a-7', 2)[0]).toMatchObject({ code: 'A-7', events: 1 })
  expect(opened.search.findEventTexts('a-7', 2_000)).toHaveLength(2_000)
})

test('each message is counted separately, like the log filtered by it', () => {
  const opened = tempBook()
  opened.stations.put([station({ id: 8, equipmentId: 1 }), station({ id: 9, equipmentId: 2 })], NOW)
  const add = (equipmentId: number, archiveType: string, list: readonly [string | null, string | null][]) =>
    opened.events.add(
      { equipmentId, archiveType },
      list.map(([Code, CodeDescription], atMs) => event(atMs, { Code, CodeDescription })),
    )
  add(1, 'alarm', [
    ['A-15', 'Батарея'],
    ['A-15', 'Клапан закрыт'],
    [null, 'Клапан открыт'],
    ['A-15', 'Клапан закрыт'],
  ])
  add(1, 'event', [
    ['A-15', null],
    [null, 'Клапан открыт'],
  ])
  add(2, 'valve', [
    ['A-15', 'Клапан закрыт'],
    ['A-15', null],
    ['A-15', null],
  ])

  const all = opened.search.findEventTexts('клапан')
  expect(all.map(({ code, description, events }) => [code, description, events])).toEqual([
    ['A-15', 'Клапан закрыт', 3],
    [null, 'Клапан открыт', 2],
  ])
  const byCode = opened.search.findEventTexts('a-15')
  // Without words of its own, what a code means is up to the archive's reference.
  expect(byCode.map(({ description, archiveType, events }) => [description, archiveType, events])).toEqual([
    ['Клапан закрыт', null, 3],
    [null, 'valve', 2],
    [null, 'event', 1],
    ['Батарея', null, 1],
  ])
  for (const { events, ...message } of [...all, ...byCode]) {
    expect(opened.events.count({ messages: [message] }), JSON.stringify(message)).toBe(events)
    const places = opened.events.places(message)
    expect(places.reduce((sum, place) => sum + place.events, 0)).toBe(events)
  }
})
