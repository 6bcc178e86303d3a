/** Whether reading a text takes as long as the text is, and no longer: measured beside itself in one run. */

/** Doubling a text must not cost more than so many times: asked of two doublings, for clearing the memory comes in steps. */
const MOST_RATIO = 2.5 ** 2
/** Below this nothing can be said: starting up takes as long. */
const TELLING_MS = 150
const TRIES = 5
const MB = 1024 ** 2
/** Small ones first: what takes the square of its input would never end with the large ones. */
const SIZES = [1 / 16, 1 / 8, 1 / 4, 1 / 2, ...(process.env['METERBOOK_LONG'] === '1' ? [1, 2, 4] : [])].map((size) => size * MB)

async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Reads texts of 64 kB to 0.5 MB (METERBOOK_LONG: 4 MB), and fails where the double of them takes more than 2.5 times as long.
 * @param read ends, or throws what it throws for a text that it refuses
 */
export async function expectLinear(make: (bytes: number) => unknown, read: (made: never) => unknown): Promise<void> {
  const timed = async (bytes: number) => {
    const made = make(bytes) as never
    return processorMs(() => read(made))
  }
  const tooks: number[] = []
  for (const bytes of SIZES) {
    let took = await timed(bytes)
    const quarter = tooks.at(-2) ?? Number.POSITIVE_INFINITY
    // Other work beside it makes it slower: the least of several is taken.
    for (let tries = 0; took > TELLING_MS && took > MOST_RATIO * Math.max(quarter, TELLING_MS / MOST_RATIO); tries++) {
      if (tries === TRIES) throw new Error(`${bytes} bytes take ${took.toFixed(0)} ms, a quarter of them ${quarter.toFixed(0)} ms`)
      took = Math.min(took, await timed(bytes))
    }
    tooks.push(took)
  }
}
