import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visible, visibleLines } from '../../../electron/contract/visible.ts'

test.each([
  ['a title', '\u001b]0;owned\u0007ГРП-2', '\\u001b]0;owned\\u0007ГРП-2'],
  ['a cleared screen', 'x\u001b[2J', 'x\\u001b[2J'],
  ['the same with one C1 character', 'x\u009b2J', 'x\\u009b2J'],
  ['a line of its own', 'ГРП\nIntegrity  sound\r!', 'ГРП\\nIntegrity  sound\\r!'],
  ['turned writing', 'gpj.\u202eexe', 'gpj.\\u202eexe'],
  ['isolates and marks', '\u2066a\u2069\u200f\u061c', '\\u2066a\\u2069\\u200f\\u061c'],
  ['other line ends', 'a\u2028b\u2029c\u0085', 'a\\u2028b\\u2029c\\u0085'],
  ['invisible tags', 'a\u{e0041}', 'a\\udb40\\udc41'],
  ['plain text', 'ГРП №2 «Ёлка» — 10 % 🏠 é', 'ГРП №2 «Ёлка» — 10 % 🏠 é'],
])('%s is shown, not obeyed', (_what, text, shown) => expect(visible(text)).toBe(shown))

test('lines that we have composed keep their breaks', () => {
  expect(visibleLines('a\nb\u001b[0m\tc')).toBe('a\nb\\u001b[0m\\tc')
})

test('a JSON document stays the document that it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const document = JSON.stringify(value, null, 2)
      expect(JSON.parse(visibleLines(document))).toEqual(JSON.parse(document))
    }),
  )
  const names = { name: '\u001b[2J\u009b\u202e\u2028\u{e0041}' }
  expect(JSON.parse(visibleLines(JSON.stringify(names)))).toEqual(names)
  expect(visibleLines(JSON.stringify(names))).toMatch(/^[ -~]*$/)
})
