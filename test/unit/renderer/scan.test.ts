import { expect, test } from 'vitest'
import { scanReader } from '../../../renderer/components/keys/scan.ts'

/** Who types: a scanner or a person. The keys carry their own time, so no clock runs here. */

const NONE = { ctrlKey: false, altKey: false, metaKey: false, isComposing: false, repeat: false }
const key = (name: string, timeStamp: number, more: Partial<typeof NONE> = {}) => ({ key: name, timeStamp, ...NONE, ...more })

/** A reader, what it gave back, and a way to type into it. */
function listening() {
  const given: string[] = []
  const reader = scanReader<ReturnType<typeof key>>(({ key: name }) => given.push(name))
  /** Keys with so many ms between them, the first at `fromMs`; a name of several letters is one key. */
  const type = (keys: readonly string[], gapMs: number, { fromMs = 1000, inField = false } = {}) =>
    keys.map((name, at) => reader.take(key(name, fromMs + at * gapMs), inField))
  return { given, reader, type }
}
const NUMBER = [...'EF-04217']
const held = NUMBER.map(() => 'hold')

test('a number at a scanner’s pace, ended by Enter: none of its keys means anything else', () => {
  const { given, reader, type } = listening()
  expect(type([...NUMBER, 'Enter'], 8)).toEqual([...held, { scanned: 'EF-04217' }])
  expect([given, reader.isHolding()]).toEqual([[], false])
  // The next number begins anew.
  expect(type([...'0001', 'Enter'], 20, { fromMs: 1100 }).at(-1)).toEqual({ scanned: '0001' })
})

test('Shift between the keys is no key of the number', () => {
  const { type } = listening()
  expect(type(['Shift', 'E', 'Shift', 'F', '1', '2', 'Enter'], 10).at(-1)).toEqual({ scanned: 'EF12' })
})

test('a person’s key is given back: once none comes in time, or the next one comes late', () => {
  const { given, reader, type } = listening()
  expect(type(['f'], 0)).toEqual(['hold'])
  expect([given, reader.isHolding()]).toEqual([[], true])
  reader.release()
  expect([given, reader.isHolding()]).toEqual([['f'], false])
  type(['s', 'x', 'n'], 120, { fromMs: 5000 })
  expect(given).toEqual(['f', 's', 'x'])
  // An arrow is never held back, and comes behind the letters that were typed before it.
  expect(reader.take(key('ArrowDown', 5250), false)).toBe('pass')
  expect(given).toEqual(['f', 's', 'x', 'n'])
})

test('keys that come fast and no Enter after them are all given back in their order', () => {
  const { given, reader, type } = listening()
  expect(type(NUMBER, 8)).toEqual(held)
  reader.release()
  expect(given).toEqual(NUMBER)
  // An Enter that comes too late is a person's, and what was given back is not read as a number a second time.
  expect(reader.take(key('Enter', 1000 + NUMBER.length * 8 + 200), false)).toBe('pass')
})

test.each([
  ['too slow', [...NUMBER, 'Enter'], 51],
  ['too short', ['1', '2', '3', 'Enter'], 8],
  ['only Enter', ['Enter'], 8],
])('%s is no number: Enter is passed on behind what was held back', (_, keys, gapMs) => {
  const { given, type } = listening()
  expect(type(keys, gapMs).at(-1)).toBe('pass')
  expect(given).toEqual(keys.slice(0, -1))
})

test('an Enter that follows a pause is a person’s', () => {
  const { given, reader, type } = listening()
  type(NUMBER, 8)
  expect(reader.take(key('Enter', 1000 + 7 * 8 + 60), false)).toBe('pass')
  expect(given).toEqual(NUMBER)
})

test('combinations, repeated keys, what an input method makes, and a blank in front are passed on at once', () => {
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { isComposing: true }, { repeat: true }]) {
    const { given, reader, type } = listening()
    type(['1', '2', '3', '4'], 8)
    expect(reader.take(key('a', 1032, more), false)).toBe('pass')
    expect(given).toEqual(['1', '2', '3', '4'])
    expect(reader.take(key('Enter', 1040), false)).toBe('pass')
  }
  const { type } = listening()
  expect(type([' '], 0)).toEqual(['pass'])
  expect(type([...'12 34', 'Enter'], 8).at(-1)).toEqual({ scanned: '12 34' })
})

test('in a text field nothing is held back, and the number is told all the same', () => {
  const { given, reader, type } = listening()
  expect(type([...NUMBER, 'Enter'], 8, { inField: true })).toEqual([...NUMBER.map(() => 'pass'), { scanned: 'EF-04217' }])
  expect([given, reader.isHolding()]).toEqual([[], false])
})

test('a shortcut that leads into a text field is no part of the number that is scanned there', () => {
  const { given, reader, type } = listening()
  expect(reader.take(key('/', 990), false)).toBe('hold')
  expect(type([...NUMBER, 'Enter'], 8, { inField: true }).at(-1)).toEqual({ scanned: 'EF-04217' })
  expect(given).toEqual(['/'])
})

test('a text without end is no number', () => {
  const { given, reader, type } = listening()
  type(
    Array.from({ length: 200 }, () => 'a'),
    1,
  )
  reader.release()
  expect(given.length).toBe(199)
})

test('events whose time runs backwards are no scanner’s', () => {
  const { given, type } = listening()
  expect(type(['1', '2', '3', '4', '5', 'Enter'], -8).at(-1)).toBe('pass')
  expect(given).toEqual(['1', '2', '3', '4', '5'])
})
