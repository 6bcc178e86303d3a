import { expect, test } from 'vitest'
import { readLimits } from '../../../../../electron/analysis/answers/limits/read-pasted.ts'
import { consumer, NOW, station, tempBook } from '../../../book/fixtures.ts'

function bookOfTwo() {
  const book = tempBook()
  book.providers.put([{ id: 1, name: 'Газ', children: [] }])
  book.consumers.put([consumer(5, 'Завод', '5200000001')], { energyId: 1 })
  book.stations.put(
    [
      station({ id: 1, name: 'ГРП-2', customerId: 5, equipmentSerialNumber: '0077', uid: 'a1' }),
      station({ id: 2, name: 'Котельная', customerId: 5, equipmentSerialNumber: '88', uid: 'a2' }),
    ],
    NOW,
  )
  return book
}
const read = (text: string, owner?: { owner: 'station'; ownerId: number }) =>
  readLimits(bookOfTwo(), { text, owner }).lines.map(({ limit, refusal }) =>
    limit ? [limit.owner, limit.ownerId, limit.period, limit.m3, limit.fromDay, limit.toDay] : refusal,
  )

test('a station by name, serial number or number, and a consumer; numbers and days as people write them, in both languages', () => {
  expect(
    read(
      [
        'грп-2\tсутки\t1 234,5\t01.01.2026\t31.12.2026',
        '77\tmonth\t10 000',
        '2\tГод\t1000.25 м³\t2026-01-01',
        'ЗАВОД\tquarter\t50000\t\t2026-06-30',
        '5200000001\tчас\t40',
      ].join('\r\n'),
    ),
  ).toEqual([
    ['station', 1, 'day', 1234.5, '2026-01-01', '2026-12-31'],
    ['station', 1, 'month', 10_000, null, null],
    ['station', 2, 'year', 1000.25, '2026-01-01', null],
    ['consumer', 5, 'quarter', 50_000, null, '2026-06-30'],
    ['consumer', 5, 'hour', 40, null, null],
  ])
})

test('named columns come in any order; a CSV is parted by semicolons', () => {
  expect(read('Период;Лимит;Станция;С\nмесяц;900;Котельная;01.02.2026')).toEqual([['station', 2, 'month', 900, '2026-02-01', null]])
})

test('the first line may be the heads that the help and the dialog name', () => {
  const line = 'Котельная;месяц;900;01.02.2026;'
  const one = [['station', 2, 'month', 900, '2026-02-01', null]]
  for (const heads of ['whose;period;m³;from;to', 'whose, period, m³, from, to', 'Чей;Период;м³;С;По', 'Name;Period;Limit, m³;From;To'])
    expect([heads, read(`${heads}\n${line}`)]).toEqual([heads, one])
})

test('a line that names nobody is of the station at hand; without one it is refused', () => {
  expect(read('день\t5', { owner: 'station', ownerId: 2 })).toEqual([['station', 2, 'day', 5, null, null]])
  expect(read('день\t5')).toEqual(['no_owner'])
})

test('what cannot be is refused, each with its reason', () => {
  expect(
    read(
      [
        'Nobody\tday\t5',
        'ГРП-2\tweek\t5',
        'ГРП-2\tday\t',
        'ГРП-2\tday\t-5',
        'ГРП-2\tday\t1,234.5',
        'ГРП-2\tday\t5\t30.02.2026',
        'ГРП-2\tday\t5\t2026-02-01\t2026-01-01',
        'ГРП-2\tday\t5\t2026-02-01\t2026-03-01\tx',
        'ГРП-2\tyear\t5',
        'ГРП-2\tyear\t6',
      ].join('\n'),
    ),
  ).toEqual([
    'unknown_owner',
    'no_period',
    'no_number',
    'bad_number',
    'bad_number',
    'bad_day',
    'reversed',
    'too_many_cells',
    ['station', 1, 'year', 5, null, null],
    'twice',
  ])
})
