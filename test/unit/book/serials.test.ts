import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { findIn } from '../../../electron/analysis/answers/directory.ts'
import { NOW, station, tempBook } from './fixtures.ts'

/** A scanner reads a whole serial number: whose is it? */

const book = () => {
  const made = tempBook()
  const put = (id: number, name: string, serial: string | number | null, atMs = NOW) =>
    made.stations.put([station({ id, name, equipmentId: 100 + id, equipmentSerialNumber: serial })], atMs)
  put(1, 'ГРП-10', 'EK-0042')
  put(2, 'ГРП-2', '7')
  put(3, 'ГРП-3', '007')
  put(4, 'ГРП-4', 12345)
  put(5, 'ГРП-5', 'A  1')
  put(6, 'ГРП-6', '912345')
  put(7, 'ГРП-7', '7')
  put(8, 'ГРП-8', null)
  return { made, put }
}
const found = (of: ReturnType<typeof book>['made'], text: string) =>
  of.search.bySerial(text).map(({ id, serial, formerly }) => [id, serial, ...(formerly ? ['formerly'] : [])])

test('a whole number alone: in any case, with any blanks; zeros in front count', () => {
  const { made } = book()
  expect(found(made, 'ek-0042')).toEqual([[1, 'EK-0042']])
  expect(found(made, ' EK-0042 ')).toEqual([[1, 'EK-0042']])
  expect(found(made, 'a 1')).toEqual([[5, 'A  1']])
  expect(found(made, '12345')).toEqual([[4, '12345']])
  expect(found(made, '007')).toEqual([[3, '007']])
  expect(found(made, '0007')).toEqual([])
  expect(found(made, '42')).toEqual([])
  expect(found(made, '')).toEqual([])
  expect(found(made, '%')).toEqual([])
})

test('several stations, in the order of their names', () => {
  expect(found(book().made, '7')).toEqual([
    [2, '7'],
    [7, '7'],
  ])
})

test('typed on the other keyboard layout', () => {
  const { made, put } = book()
  expect(found(made, 'УЛ-0042')).toEqual([[1, 'EK-0042']])
  // What is there as it was typed is meant.
  put(9, 'ГРП-9', 'ул-0042')
  expect(found(made, 'УЛ-0042')).toEqual([[9, 'ул-0042']])
})

test('of a device that is gone it is said when it was taken out, where records or a listing tell', () => {
  const { made, put } = book()
  put(1, 'ГРП-10', 'NEW-1', NOW + HOUR_MS)
  expect(made.search.bySerial('EK-0042').map(({ untilMs }) => untilMs)).toEqual([NOW + HOUR_MS])
  expect(made.search.bySerial('NEW-1').map(({ untilMs }) => untilMs)).toEqual([null])
  const [found] = findIn(made, { text: 'EK-0042', limit: 5 }).stations
  expect(found?.foundIn).toEqual([{ field: 'formerSerial', text: 'EK-0042', untilMs: NOW + HOUR_MS }])
})

test('of a device that a station had, behind those that have it', () => {
  const { made, put } = book()
  put(1, 'ГРП-10', 'NEW-1', NOW + HOUR_MS)
  expect(found(made, 'EK-0042')).toEqual([[1, 'EK-0042', 'formerly']])
  expect(found(made, 'new-1')).toEqual([[1, 'NEW-1']])
  put(6, 'ГРП-6', 'EK-0042', NOW + 2 * HOUR_MS)
  expect(found(made, 'EK-0042')).toEqual([
    [6, 'EK-0042'],
    [1, 'EK-0042', 'formerly'],
  ])
})
