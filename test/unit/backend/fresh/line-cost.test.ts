import { expect, test } from 'vitest'
import { lineCost } from '../../../../electron/backend/fresh/line-cost.ts'

/** What the system says of the line's price, in NetworkManager's words. */

const says = (out: string, code: number | null = 0) => lineCost(() => Promise.resolve({ code, out, err: '' }), 'linux')

test.each([
  ['u 0\n', 'unknown'],
  ['u 1\n', 'metered'],
  ['u 2\n', 'unmetered'],
  ['u 3\n', 'metered'],
  ['u 4\n', 'unmetered'],
  ['s "yes"\n', 'unknown'],
  ['', 'unknown'],
])('%j is %s', async (out, cost) => {
  expect(await says(out)).toBe(cost)
})

test('no busctl, no NetworkManager, another system: nothing is known, and nothing is asked where nobody would answer', async () => {
  expect(await says('', null)).toBe('unknown')
  expect(await says('u 1\n', 1)).toBe('unknown')
  expect(await lineCost(() => Promise.reject(new Error('asked')), 'win32')).toBe('unknown')
})
