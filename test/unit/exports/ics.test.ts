import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded, icsOf, type IcsEvent } from '../../../electron/exports/ics.ts'

/** Files for calendar programs, by RFC 5545. */

const AT = Date.UTC(2026, 5, 15, 12, 34, 56)
const event: IcsEvent = { uid: 'a@meterbook', day: '2026-12-31', summary: 'S', description: '' }
const written = (...events: Partial<IcsEvent>[]) =>
  icsOf(
    events.map((one) => ({ ...event, ...one })),
    { name: 'Calendar', product: '-//M//M//EN', atMs: AT },
  )

/** As a reader does: lines end with CRLF, a blank after one goes on with it; escapes are taken back. */
const lines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')
const valueOf = (text: string, name: string) =>
  lines(text)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .replaceAll(/\\(.)/gu, (_, sign: string) => (sign === 'n' ? '\n' : sign))

test('an all-day event, letter by letter', () => {
  expect(written({ summary: 'Verification: ГРП-1', categories: ['Verification'] })).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//M//M//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Calendar',
      'BEGIN:VEVENT',
      'UID:a@meterbook',
      'DTSTAMP:20260615T123456Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Verification: ГРП-1',
      'CATEGORIES:Verification',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('what has a meaning in the format is escaped, and nobody can add a line', () => {
  const nasty = 'a;b,c\\d\nBEGIN:VALARM\r\nEND:VCALENDAR\rx\u0000y'
  const text = written({ summary: nasty, description: nasty })
  expect(lines(text)).toHaveLength(lines(written({ description: 'x' })).length)
  expect(valueOf(text, 'SUMMARY')).toBe('a;b,c\\d\nBEGIN:VALARM\nEND:VCALENDAR\nx y')
})

test('no line is longer than 75 octets, no character is torn, and every text comes back', () => {
  const texts = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.stringMatching(/^[ёЯ😀a,;\\ ]{0,200}$/u))
  fc.assert(
    fc.property(texts, (text) => {
      // eslint-disable-next-line no-control-regex
      const plain = text.replaceAll(/\r\n?/gu, '\n').replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/gu, ' ')
      const made = written({ summary: text })
      for (const line of made.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(made.endsWith('\r\n')).toBe(true)
      expect(made.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      expect(Buffer.from(made).toString()).toBe(made.toWellFormed())
      expect(valueOf(made, 'SUMMARY')).toBe(plain)
    }),
  )
  expect(folded('x'.repeat(75))).toBe('x'.repeat(75))
  expect(folded('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`)
})
