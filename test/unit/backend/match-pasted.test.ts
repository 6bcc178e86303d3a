import { beforeEach, describe, expect, test } from 'vitest'
import { matchPasted } from '../../../electron/backend/match-pasted.ts'
import type { Book } from '../../../electron/book/index.ts'
import { station, tempBook } from '../book/fixtures.ts'

let book: Book
const found = (text: string) => matchPasted(text, book).found.map(({ line, stationId }) => [line, stationId])

beforeEach(() => {
  book = tempBook()
  book.stations.put(
    [
      station({ id: 1, equipmentSerialNumber: '00123' }),
      station({ id: 2, equipmentSerialNumber: '0456', name: 'ГРП-2, Кстово' }),
      station({ id: 3, equipmentSerialNumber: '456' }),
      station({ id: 4, equipmentSerialNumber: 789, uid: '0007' }),
      station({ id: 5, equipmentSerialNumber: '000', uid: 7 }),
      station({ id: 6, equipmentSerialNumber: 'A-012', name: '321' }),
    ],
    0,
  )
})

describe('a number without its leading zeros', () => {
  test('finds the one station that fits', () => {
    expect(found('123\n789\n12345')).toEqual([
      ['123', 1],
      ['789', 4],
    ])
  })

  test('is ambiguous where several fit, one to the letter or not, and all of them are listed', () => {
    expect(matchPasted('456\n7', book)).toEqual({
      found: [],
      unknown: [],
      ambiguous: [
        {
          line: '456',
          stations: [
            { stationId: 3, stationName: 'ГРП-3', equipmentSerialNumber: '456' },
            { stationId: 2, stationName: 'ГРП-2, Кстово', equipmentSerialNumber: '0456' },
          ],
        },
        {
          line: '7',
          stations: [
            { stationId: 5, stationName: 'ГРП-5', equipmentSerialNumber: '000' },
            { stationId: 4, stationName: 'ГРП-4', equipmentSerialNumber: 789 },
          ],
        },
      ],
    })
  })

  test('that kept its zeros stands for itself', () => {
    expect(found('0456\n0007\n00123')).toEqual([
      ['0456', 2],
      ['0007', 4],
      ['00123', 1],
    ])
    // No station has it to the letter: the zeros are somebody's format.
    expect(found('000123')).toEqual([['000123', 1]])
  })

  test('is no part of a text, and names are not numbers', () => {
    expect(matchPasted('12\nA-12\n0321', book).unknown).toEqual(['12', 'A-12', '0321'])
    expect(found('321\na-012')).toEqual([
      ['321', 6],
      ['a-012', 6],
    ])
  })
})

test('commas, semicolons, tabs and line ends part entries; a name may have a comma', () => {
  expect(found(' грп-2, кстово \n123, u1;u2\t789\r\n123')).toEqual([
    ['грп-2, кстово', 2],
    ['123', 1],
    ['u1', 1],
    ['u2', 2],
    ['789', 4],
  ])
})
