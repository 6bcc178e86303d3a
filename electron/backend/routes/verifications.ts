import { Readable } from 'node:stream'
import { writeWhole } from '../../exports/file.ts'
import { namePart } from '../../exports/name-part.ts'
import { verificationIcs } from '../../exports/verification-ics.ts'
import { wordsOf } from '../../words/program.ts'
import { api, type Parts } from '../base.ts'
import { saveFile } from '../save-file.ts'

/** The calendar of verifications, and its days as a file for calendar programs. */
export function verificationRoutes(parts: Parts) {
  const { desk } = parts
  return {
    calendar: api.verifications.calendar.handler(({ input, signal }) => desk.analyst().ask('verifications', input, { signal })),
    ics: api.verifications.ics.handler(async ({ input: { language, months, stationIds }, signal }) => {
      const book = desk.book()
      const name = `${namePart(wordsOf(language).verifications.title, MOST_NAME)}.ics`
      const saved = await saveFile(parts, { kind: 'export', name, outer: signal }, async (out, at) => {
        const calendar = await desk.analyst().ask('verifications', { months, stationIds }, { signal: at.signal })
        const text = verificationIcs(book, calendar, { language, nowMs: desk.nowMs() })
        return {
          bytes: await writeWhole(out, Readable.from([Buffer.from(text)]), at.signal, { isPlain: true }),
          rows: calendar.rows.length,
        }
      })
      return saved?.done ?? null
    }),
  }
}

/** Bytes of a file's name without its ending. */
const MOST_NAME = 240
