import { expect } from 'vitest'

/** Processor time of twice as much may be so many times that of once. */
const MOST = 2.5
/** Below this a machine's other work counts for more than the input, ms. */
const SURE_MS = 400
/** A machine that is busy makes a short time long: what is linear shows it once. */
const TRIES = 3

/** Does the work with so much of something, and with twice as much: the processor's time must not grow with the square. */
export async function expectLinear(work: (size: number) => unknown, size: number): Promise<void> {
  let best = Infinity
  for (let at = 0; at < TRIES && best > MOST; at++) {
    const [once, twice] = [await timeOf(work, size), await timeOf(work, 2 * size)]
    best = Math.min(best, twice / Math.max(once, SURE_MS))
  }
  expect(best).toBeLessThanOrEqual(MOST)
}

async function timeOf(work: (size: number) => unknown, size: number): Promise<number> {
  const before = process.cpuUsage()
  await work(size)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
