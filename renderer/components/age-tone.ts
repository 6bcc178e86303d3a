const DAY_MS = 86_400_000

/** Colour of a session's age: none while the station reports, amber after three days, red after a month. */
export function ageTone(ms: number, nowMs: number): 'tone-bad' | 'tone-warn' | '' {
  const age = nowMs - ms
  return age > 30 * DAY_MS ? 'tone-bad' : age > 3 * DAY_MS ? 'tone-warn' : ''
}
