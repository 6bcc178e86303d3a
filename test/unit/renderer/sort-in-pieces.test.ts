import { expect, test } from 'vitest'
import { sortInPieces } from '../../../renderer/views/questions/sort-in-pieces.ts'

const going = new AbortController().signal
/** Spread evenly, each value several times. */
const spread = (count: number) => Array.from({ length: count }, (_, at) => ({ of: (at * 7919) % (count >> 2 || 1), at }))
const compare = (a: { of: number }, b: { of: number }) => a.of - b.of

test.each([0, 1, 2, 249, 250, 251, 500, 1001, 10_000])('%i rows come in the order of toSorted, equal ones as they were', async (count) => {
  const list = spread(count)
  expect(await sortInPieces(list, compare, going)).toEqual(list.toSorted(compare))
  expect(list).toEqual(spread(count))
})

/** As a long text is compared. */
function slowly(a: { of: number }, b: { of: number }): number {
  for (const until = performance.now() + 0.02; performance.now() < until;);
  return compare(a, b)
}

test('other work goes on meanwhile, and a list that nobody wants any more is let go', async () => {
  let turns = 0
  const beside = setInterval(() => turns++)
  const over = new AbortController()
  try {
    await sortInPieces(spread(2000), slowly, going)
    expect(turns).toBeGreaterThan(5)
    const unwanted = sortInPieces(spread(2000), slowly, over.signal)
    over.abort()
    await expect(unwanted).rejects.toThrow(/abort/)
  } finally {
    clearInterval(beside)
  }
})
