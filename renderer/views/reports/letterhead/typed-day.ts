import { isDay } from '../../../../electron/contract/time/day.ts'

/** A day as people type it, `31.12.2026`, `31/12/2026` or `2026-12-31`; undefined where there is no such day. */
export function typedDay(text: string): string | undefined {
  const [, d = '', m = '', y = ''] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text.trim()) ?? []
  const day = y === '' ? text.trim() : `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}
