import type { Day } from '../contract/records.ts'
import { addDays } from '../contract/time/day.ts'

/** A file that calendar programs take in: RFC 5545. Text alone, no rule of its own. */

export interface IcsEvent {
  /** The same whenever the event is written: a calendar that has it takes the new one in its place. */
  uid: string
  day: Day
  summary: string
  description: string
  categories?: readonly string[]
}

/** An octet count, the line's end not included. */
const MOST_OCTETS = 75

/** Backslash, semicolon, comma and newlines are escaped (3.3.11); other control characters have no place in a text. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/gu, '\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/gu, ' ')
    .replaceAll(/[\\;,]/gu, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')

/** A content line in parts of 75 octets at most (3.1), no character torn apart; each further part begins with a blank. */
export function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const sign of line) {
    const width = Buffer.byteLength(sign)
    if (octets + width > MOST_OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += sign
    octets += width
  }
  return [...parts, part].join('\r\n')
}

const dateOf = (day: Day): string => day.replaceAll('-', '')
const stampOf = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`

/**
 * All-day events as a calendar, with CRLF.
 * @param atMs when it is written, Unix ms
 */
export function icsOf(events: readonly IcsEvent[], { name, product, atMs }: { name: string; product: string; atMs: number }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escaped(product)}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...events.flatMap(({ uid, day, summary, description, categories = [] }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(uid)}`,
      `DTSTAMP:${stampOf(atMs)}`,
      `DTSTART;VALUE=DATE:${dateOf(day)}`,
      // An all-day event ends before its DTEND.
      `DTEND;VALUE=DATE:${dateOf(addDays(day, 1))}`,
      `SUMMARY:${escaped(summary)}`,
      ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
      ...(categories.length > 0 ? [`CATEGORIES:${categories.map(escaped).join(',')}`] : []),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
