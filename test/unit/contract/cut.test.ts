import { describe, expect, test } from 'vitest'
import { calledBy, stationCalled } from '../../../electron/contract/called.ts'
import { cutForEye, SHOWN } from '../../../electron/contract/cut.ts'

describe('a text cut for the eye', () => {
  test('is itself where it is short enough', () => {
    expect(cutForEye('ГРП-2', 5)).toBe('ГРП-2')
    expect(cutForEye('', 5)).toBe('')
  })

  test('ends with an ellipsis and is no longer than asked', () => {
    expect(cutForEye('ГРП-12', 5)).toBe('ГРП-…')
    expect(cutForEye('узел учёта', 6)).toBe('узел…')
  })

  test.each([
    ['half of a character', 'ab😀cd', 4, 'ab…'],
    ['a letter without its mark', 'abe\u0301cd', 4, 'ab…'],
    ['a family without a child', 'ab👩‍👩‍👧cd', 8, 'ab…'],
    ['a hand without its tone', 'ab👍🏽cd', 5, 'ab…'],
  ])('is not left with %s', (_, text, most, cut) => expect(cutForEye(text, most)).toBe(cut))

  test.each(['\u0301', 'e\u0301\u0301\u0301', '👩‍', '\ud83d', '\udc00', '\u202eש', 'ж', ' '])('of nothing but %j is bounded', (part) => {
    const cut = cutForEye(part.repeat(1_000_000), 100)
    expect(cut.length).toBeLessThanOrEqual(100)
    expect(cut.endsWith('…')).toBe(true)
  })
})

test('names are cut for the eye', () => {
  const long = 'ж'.repeat(1_000_000)
  expect(calledBy(long, 1)).toHaveLength(SHOWN.name)
  expect(stationCalled({ id: 1, name: long, equipmentSerialNumber: null })).toHaveLength(SHOWN.name)
  expect(stationCalled({ id: 1, name: null, equipmentSerialNumber: long })).toHaveLength(SHOWN.name)
})
