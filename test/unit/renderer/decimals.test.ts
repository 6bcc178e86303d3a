import { expect, test } from 'vitest'
import { lackingDecimals } from '../../../renderer/components/grid/decimals.ts'

const WIDE = 40
/** How many letters stand right of the place where the decimals begin. */
const rightOf = (text: string, sign: string) => text.length - (text + sign).indexOf(sign)

test.each([
  ['ru', ',', ['1\u00a0234,5', '12', '0,125', '−7,25']],
  ['en', '.', ['1,234.5', '12', '0.125', '-7.25']],
  ['with a unit', ',', ['12,5 %', '3 %', '+0,25 %']],
])('decimal marks of a column stand below each other: %s', (_name, sign, texts) => {
  const lacking = lackingDecimals(texts, sign, WIDE)
  const marks = texts.map((text, at) => {
    const unit = /[^\d]*$/.exec(text)?.[0] ?? ''
    return rightOf(text.slice(0, text.length - unit.length) + (lacking[at] ?? ''), sign)
  })
  expect(new Set(marks).size).toBe(1)
  expect(lacking.filter((one) => one !== '').length).toBeGreaterThan(1)
})

test('what is no number, has another unit or already has its decimals is left as it is', () => {
  expect(lackingDecimals(['—', '2 ч 05 мин', '723/720', '12:30', ''], ',', WIDE)).toEqual(['', '', '', '', ''])
  expect(lackingDecimals(['1,25 МБ', '12 кБ', '3 МБ'], ',', WIDE)).toEqual(['', '', ',00'])
  expect(lackingDecimals(['10', '7', '−3'], ',', WIDE)).toEqual(['', '', ''])
  // In Russian a point between digits is no decimal mark.
  expect(lackingDecimals(['01.02.2026', '1,5'], ',', WIDE)).toEqual([',0', ''])
})

test('a number is not cut for another one’s decimals', () => {
  expect(lackingDecimals(['123456789', '1,25'], ',', 10)).toEqual(['', ''])
  expect(lackingDecimals(['12', '0,123456789012'], ',', WIDE)).toEqual(['', ''])
})
