import { SECOND_MS } from '../../contract/time/units.ts'

/** How long something lasted: hours, as many as there are, minutes and seconds, `51:04:09`. */
export function lastingText(ms: number): string {
  const seconds = Math.round(ms / SECOND_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
