/** The machine's two clocks: the time of day in Unix ms, and one that only goes forward, in ms. */
export const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }
