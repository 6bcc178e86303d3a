import { describe, expect, test } from 'vitest'
import { onOtherLayout } from '../../../electron/contract/keyboard-layout.ts'
import { piecesOf } from '../../../electron/contract/highlight.ts'
import { typedWords } from '../../../electron/contract/folding.ts'
import { alarm, consumer, NOW, station, tempBook } from './fixtures.ts'

describe('the other keyboard layout', () => {
  test.each([
    ['uhg', 'грп'],
    ['uhe', 'гру'],
    ['ыутыщк', 'sensor'],
    ['UHG-12', 'грп-12'],
    [',thtprf', 'березка'],
    ['`kjxrf', 'ёлочка'],
    ['#14', null],
    ['гру sensor', null],
    ['12', null],
    ['', null],
    ['rjntkmyfz #14', 'котельная №14'],
    ['ЫУТЫЩК', 'sensor'],
  ])('%j is %j', (typed, meant) => {
    expect(onOtherLayout(typed)).toBe(meant)
  })
})

describe('matches in a text', () => {
  const marked = (text: string, typed: string) =>
    piecesOf(text, typedWords(typed))
      .map((piece) => (piece.found ? `[${piece.text}]` : piece.text))
      .join('')
  test.each([
    ['Ёлочка', 'елоч', '[Ёлоч]ка'],
    ['ГРП-12 (Заречная)', 'заре 12', 'ГРП-[12] ([Заре]чная)'],
    ['1212', '12', '[1212]'],
    ['ГРП', 'x', 'ГРП'],
    ['Й и́', 'й', '[Й] и́'],
    ['İstanbul 1', 'stan', 'İ[stan]bul 1'],
    ['', 'x', ''],
  ])('%j, typed %j', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected.normalize('NFC'))
  })
})

function book() {
  const made = tempBook()
  made.consumers.put([consumer(1, 'ООО «Гранит»', '7701')])
  made.stations.put(
    [
      station({ id: 1, name: 'Котельная', equipmentSerialNumber: '314159', uid: '', phone: '' }),
      station({ id: 2, name: 'ГРП-14', equipmentSerialNumber: '9', uid: '', phone: '' }),
      station({ id: 3, name: 'Sensor house', equipmentSerialNumber: '8', uid: '', phone: '+7 914 7' }),
      station({ id: 4, name: 'uhg', equipmentSerialNumber: '7', uid: '', customerId: 1 }),
    ],
    NOW,
  )
  return made
}

describe('a search on the wrong layout', () => {
  test('is shown for what was meant, both ways, and says so', () => {
    const { stations } = book()
    expect(stations.list({ text: 'ctyc' })).toMatchObject({ total: 0, shownFor: null })
    expect(stations.list({ text: 'ыутыщк' })).toMatchObject({
      rows: [{ id: 3 }],
      shownFor: { text: 'sensor', also: false },
    })
    expect(stations.ids({ text: 'rjntkm' })).toEqual([1])
    expect(stations.ids({ text: 'rjntkm', asTyped: true })).toEqual([])
    expect(stations.facets({ text: 'rjntkm' }, { of: ['model'], most: 3 })[0]?.values).toMatchObject([{ stations: 1 }])
  })

  test('comes after what was typed where that finds less, and not at all where it finds as much', () => {
    const made = book()
    expect(made.stations.list({ text: 'uhg' })).toMatchObject({ rows: [{ id: 4 }], shownFor: null })
    made.stations.put([station({ id: 5, name: 'ГРП-2' })], NOW)
    const found = made.stations.list({ text: 'uhg', sort: { by: 'match' } })
    expect(found.rows.map(({ id }) => id)).toEqual([4, 5, 2])
    expect(found.shownFor).toEqual({ text: 'грп', also: true })
  })

  test('Ctrl+K understands it for stations, consumers and events together', () => {
    const made = book()
    made.events.add({ equipmentId: 1001, archiveType: 'alarm' }, [alarm(NOW, '7', 'Гроза')])
    expect(made.search.understand('uhf')).toMatchObject({
      stations: [{ id: 4 }],
      consumers: [{ name: 'ООО «Гранит»' }],
      shownFor: { text: 'гра', also: false },
    })
    expect(made.search.understand('uhjp')).toMatchObject({ events: [{ description: 'Гроза' }] })
    expect(made.search.understand('гранит').shownFor).toBeNull()
  })
})

describe('ranks', () => {
  test('a name before a number inside a serial number, in Ctrl+K and in the table', () => {
    const made = book()
    const expected = [2, 3, 1]
    expect(made.search.find('14').map(({ id, match }) => [id, match])).toEqual([
      [2, 'word'],
      [3, 'field'],
      [1, 'inner'],
    ])
    expect(made.stations.list({ text: '14', sort: { by: 'match' } }).rows.map(({ id }) => id)).toEqual(expected)
    expect(made.stations.ids({ text: '14' }, { by: 'match' })).toEqual(expected)
  })

  test('tells where the words were found that the name lacks', () => {
    const made = book()
    const places = (text: string) => made.search.find(text).map(({ id, foundIn }) => [id, ...foundIn])
    expect(places('14')).toEqual([[2], [3, { field: 'phone', text: '+7 914 7' }], [1, { field: 'serial', text: '314159' }]])
    expect(places('гранит uhg')).toEqual([[4, { field: 'consumer', text: 'ООО «Гранит»' }]])
  })
})
