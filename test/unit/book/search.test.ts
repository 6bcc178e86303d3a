import { describe, expect, test } from 'vitest'
import { alarm, consumer, NOW, station, tempBook } from './fixtures.ts'

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

describe('stations', () => {
  test('the exact serial number first, then what begins so, then what holds it', () => {
    expect(
      book()
        .search.find('4521')
        .map(({ id, match }) => [id, match]),
    ).toEqual([
      [1, 'exact'],
      [2, 'prefix'],
      [3, 'infix'],
    ])
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
  ])('what is typed is data: %j', (typed) => {
    const opened = book()
    expect(() => opened.search.find(typed)).not.toThrow()
    expect(() => opened.stations.list({ text: typed })).not.toThrow()
    expect(opened.stations.count()).toBe(3)
  })

  test('quotes and percent signs are found where they are', () => {
    const opened = book()
    opened.stations.put([station({ id: 9, name: 'Цех "А" 100% *' })], NOW)
    expect(opened.search.find('"а"').map(({ id }) => id)).toEqual([9])
    expect(opened.search.find('100%').map(({ id }) => id)).toEqual([9])
    expect(opened.search.find('*').map(({ id }) => id)).toEqual([9])
  })

  test('the limit holds and fills from the best down', () => {
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
  expect(opened.search.findConsumers('БЕРЕЗ')).toEqual([
    { kind: 'consumer', id: 1, name: 'ООО «Берёзка»', inn: '7701234567' },
  ])
  expect(opened.search.findConsumers('7701')).toHaveLength(1)
  expect(opened.search.findConsumers(' ')).toEqual([])
})

test('what events say, by description and code', () => {
  const opened = book()
  opened.events.add({ equipmentId: 1, archiveType: 'alarm' }, [
    alarm(1, '17', 'Давление ВЫШЕ нормы'),
    alarm(2, '18', 'Дверь открыта'),
    alarm(3, '17', 'Давление ВЫШЕ нормы'),
  ])
  expect(opened.search.findEventTexts('выше')).toEqual([{ code: '17', description: 'Давление ВЫШЕ нормы' }])
  expect(opened.search.findEventTexts('18')).toEqual([{ code: '18', description: 'Дверь открыта' }])
})
