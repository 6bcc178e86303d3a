import { describe, expect, test } from 'vitest'
import {
  addressOf,
  each,
  flag,
  id,
  ids,
  inWord,
  listOf,
  named,
  number,
  numbers,
  oneOf,
  order,
  text,
  together,
  word,
} from '../../../renderer/address/fields.ts'
import { AS_WALL_TIME, between, chosenDays, day, days, IN_ISO, IN_MS, moment } from '../../../renderer/address/times.ts'
import { keyOfMessage } from '../../../renderer/places/log.ts'
import { CHANGES } from '../../../renderer/views/changes/change-filter.ts'
import { ALL_EVENTS } from '../../../renderer/views/events/use-log-filter.ts'
import { FINDINGS } from '../../../renderer/parts/findings/use-findings-filter.ts'

const EVERY = addressOf({
  text: text(5),
  word,
  one: oneOf(['a', 'b'], 'a'),
  none: oneOf(['a', 'b'], null),
  only: flag('unknown'),
  shown: inWord(
    (said) => said !== 'no',
    (value) => (value ? '' : 'no'),
  ),
  years: number(2, 0, 10),
  lines: number(null, 1, 5, 5),
  id,
  ids,
  few: numbers(0, 3),
  list: listOf(['x', 'y', 'z']),
  flags: listOf([4, 3, 9]),
  each: each((one) => one !== '', 3),
  sort: order(['from', 'm3'], { by: 'from', desc: true }),
  renamed: named('class', listOf(['A', 'B'])),
  whose: together({ stations: ids, consumer: id }),
  day,
  at: moment(IN_MS),
  piece: between(['fromMs', 'toMs'], IN_MS),
  shownTime: between(['since', 'until'], IN_ISO),
  zoom: between(['zoomFrom', 'zoomTo'], AS_WALL_TIME),
})
const USUAL = EVERY.read({})
const SAID = {
  text: 'абв',
  word: 'hourly',
  one: 'b',
  none: 'a',
  only: 'unknown',
  shown: 'no',
  years: '0',
  lines: '3',
  id: '7',
  ids: '4,2',
  few: '0,1',
  list: 'x,z',
  flags: '3,9',
  each: ['p', 'q'],
  sort: 'm3',
  class: 'B',
  stations: '9',
  consumer: '5',
  day: '2026-11-01',
  at: '1700000000000',
  fromMs: '1700000000000',
  toMs: '1700000000001',
  since: '2026-01-01T00:00:00.000Z',
  until: '2026-02-01T00:00:00.000Z',
  zoomFrom: '2026-01-01T00:00:00',
  zoomTo: '2026-01-02T00:00:00',
}

describe('the fields of an address', () => {
  test('what is usual is not written', () => {
    expect(EVERY.write(USUAL)).toEqual({})
    expect([...EVERY.names].toSorted()).toEqual(Object.keys(SAID).toSorted())
  })

  test('what an address says is read, and written as it was', () => {
    const read = EVERY.read(SAID)
    for (const [name, value] of Object.entries(read)) expect(value, name).not.toEqual(USUAL[name as keyof typeof USUAL])
    expect(read).toMatchObject({ years: 0, ids: [4, 2], flags: [3, 9], whose: { stations: [9], consumer: 5 } })
    expect(read.piece).toEqual({ fromMs: 1_700_000_000_000, toMs: 1_700_000_000_001 })
    expect(EVERY.write(read)).toEqual(SAID)
  })

  test.each([
    '',
    'nonsense',
    '-1',
    '1e300',
    '99999999999999999999',
    'NaN',
    '__proto__',
    'constructor',
    ',,,',
    '%',
    '2026-02-30',
    '[]',
    'null',
    '\0',
  ])('an address with %j everywhere is read as if those parts were not there', (damaged) => {
    const read = EVERY.read(Object.fromEntries(EVERY.names.map((name) => [name, damaged])))
    expect({ ...read, text: '', word: null, each: [] }).toEqual({ ...USUAL, text: '', word: null, each: [] })
  })

  test('a part that is said several times, or without a value, is none where one is meant', () => {
    for (const damaged of [null, ['1', '2'], [null, 'a'], []]) {
      const read = EVERY.read(Object.fromEntries(EVERY.names.map((name) => [name, damaged])))
      expect({ ...read, each: [] }).toEqual({ ...USUAL, each: [] })
    }
  })

  test('bounds: as many letters, numbers and words as are taken, and lists without what is not in them', () => {
    const damaged = { text: 'абвгдежз', ids: '3,x,-1,3,4.5,0', few: '5,4,3,2', each: ['a', '', 'b', 'c', 'd'] }
    expect(EVERY.read(damaged)).toMatchObject({ text: 'абвгд', ids: [3], few: [5, 4, 3], each: ['a', 'b', 'c'] })
    expect(EVERY.read({ list: 'z,q,x,x' }).list).toEqual(['x', 'z'])
    expect([EVERY.read({ years: '11' }).years, EVERY.read({ lines: '11' }).lines]).toEqual([2, 5])
    expect([EVERY.read({ sort: '-m3' }).sort, EVERY.read({ sort: 'from' }).sort, EVERY.read({ sort: '-' }).sort]).toEqual([
      { by: 'm3', desc: true },
      { by: 'from', desc: false },
      { by: 'from', desc: true },
    ])
  })

  test('a time ends after its beginning, and within what a meter has lived to see', () => {
    expect(EVERY.read({ fromMs: '5', toMs: '5' }).piece).toBeNull()
    expect(EVERY.read({ since: '1700000000000', until: '2026-01-01' }).shownTime).toEqual({
      fromMs: 1_700_000_000_000,
      toMs: Date.UTC(2026, 0, 1),
    })
    expect(EVERY.read({ since: '2026-01-01', until: '9999-12-31' }).shownTime).toBeNull()
    expect([EVERY.read({ day: '0001-01-01' }).day, EVERY.read({ at: '9e15' }).at]).toEqual([null, null])
  })

  test('days are none, or those that were chosen; chosen ones may be all of the book', () => {
    const plain = addressOf({ span: days })
    const chosen = addressOf({ span: chosenDays })
    const said = { from: '2026-01-01', to: '2026-01-31' }
    expect([plain.read(said).span, chosen.read(said).span]).toEqual([said, said])
    expect([plain.read({}).span, chosen.read({}).span, chosen.read({ days: 'all' }).span]).toEqual([null, undefined, null])
    expect([plain.read({ from: '2026-02-01', to: '2026-01-31' }).span, plain.read({ from: '2026-01-01' }).span]).toEqual([null, null])
    expect([chosen.write({ span: null }), chosen.write({ span: said }), chosen.write({ span: undefined })]).toEqual([
      { days: 'all' },
      said,
      {},
    ])
  })
})

describe('links that were made before', () => {
  test('to findings', () => {
    const link = {
      rules: 'range,silent',
      flags: '4,9',
      states: 'explained',
      providers: '1',
      consumers: '2',
      types: '3',
      stations: '5,4',
      from: '2026-01-01',
      to: '2026-01-31',
      sort: '-m3',
    }
    const { read, write } = addressOf(FINDINGS)
    expect(read(link)).toEqual({
      rules: expect.arrayContaining(['range', 'silent']) as unknown,
      flags: [4, 9],
      states: ['explained'],
      providers: [1],
      consumers: [2],
      types: [3],
      stations: [5, 4],
      span: { from: '2026-01-01', to: '2026-01-31' },
      sort: { by: 'm3', desc: true },
    })
    expect(write(read({ ...link, rules: 'range' }))).toEqual({ ...link, rules: 'range' })
    expect(write(read({ states: 'all' }))).toEqual({ states: 'all' })
    expect(read({ sort: 'soon' }).sort).toEqual({ by: 'from', desc: true })
  })

  test('to the log of all stations; of groups it speaks where they are shown', () => {
    const message = keyOfMessage({ code: 'A-15', description: null, archiveType: 'alarm' })
    const link = {
      archives: 'alarm',
      message: [message],
      text: 'клапан',
      from: '2026-11-01',
      to: '2026-11-02',
      order: 'oldest',
      providers: '1',
      consumers: '2',
      stations: '3,4',
      'not-message': [message],
      'not-stations': '6',
      'not-consumers': '7',
      situation: 'open',
      show: 'message',
      sort: 'lasting',
      groups: 'stations',
      open: ['a', 'b'],
    }
    const place = ALL_EVENTS.read(link)
    expect(place).toMatchObject({ shape: 'message', byLasting: true, desc: false, expanded: ['a', 'b'] })
    expect(ALL_EVENTS.write(place)).toEqual(link)
    const { show: _show, groups: _groups, open: _open, ...log } = link
    expect(ALL_EVENTS.write({ ...place, shape: 'log' })).toEqual(log)
    expect(ALL_EVENTS.read({ message: 'null', situation: 'x', groups: '-', show: 'carpet' })).toEqual(ALL_EVENTS.read({}))
  })

  test('to changes', () => {
    const { read, write } = addressOf(CHANGES)
    const link = { role: ['contractHour', 'чужая'], standing: 'alone', days: 'all' }
    expect(read(link)).toEqual({ roles: ['contractHour', 'чужая'], standing: 'alone', span: null })
    expect(write(read(link))).toEqual(link)
    expect(read({ role: '', standing: 'x' })).toEqual({ roles: [], standing: 'any', span: undefined })
  })
})
