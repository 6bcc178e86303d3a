import { openBook } from '../../../electron/book/index.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { session } from '../../unit/book/fixtures.ts'
import { HOSTILE_NOW, soundBook } from '../hostile-books.ts'
import { PLAIN_JPEG } from '../photograph.ts'

const DAYS = 120
const LAST_DAY_MS = Date.UTC(2026, 0, 9)
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/**
 * A sound book of some megabytes: what `soundBook` has, and archives of both stations long enough that trees have several levels, notes
 * of several pages, and free pages with deleted notes and records on them.
 */
export function largeBook(file: string): void {
  soundBook(file)
  const book = openBook(file, { mode: 'write', now: () => HOSTILE_NOW })
  book.db.pragma('synchronous = OFF')
  try {
    for (const station of [1, 2]) {
      const device = 1000 + station
      for (const archiveType of ['hourly', 'daily'] as const) {
        const key = { equipmentId: device, archiveType, view: 'general' } as const
        const step = archiveType === 'hourly' ? HOUR_MS : DAY_MS
        const fromMs = LAST_DAY_MS - DAYS * DAY_MS
        const count = Math.floor((LAST_DAY_MS - fromMs) / step)
        book.readings.put(
          key,
          Array.from({ length: count }, (_, at) => ({
            atMs: fromMs + at * step,
            values: { V: station * 100_000 + at + 0.125, P: `1,${at % 97}`, T: at % 31, Q: at % 7 === 0 ? null : 12.5 + at },
          })),
        )
        book.coverage.mark(key, { from: dayAt(fromMs), to: dayAt(LAST_DAY_MS - 1) }, { fetchedAtMs: HOSTILE_NOW, state: 'fetched' })
      }
      const events = { equipmentId: device, archiveType: 'alarm' } as const
      book.events.add(
        events,
        Array.from({ length: 2_000 }, (_, at) => ({
          atMs: LAST_DAY_MS - at * HOUR_MS,
          entries: { Code: String(at % 40), CodeDescription: `Событие ${at % 40}`, ValCode: String(at % 300) },
        })),
      )
      book.coverage.mark(
        events,
        { from: dayAt(LAST_DAY_MS - 2_000 * HOUR_MS), to: dayAt(LAST_DAY_MS) },
        { fetchedAtMs: HOSTILE_NOW, state: 'fetched' },
      )
      for (let at = 0; at < 60; at++)
        book.notes.add(
          station,
          {
            fromMs: LAST_DAY_MS - at * HOUR_MS,
            toMs: null,
            kind: 'visit',
            author: 'Ильин',
            text: `осмотр ${at}: ${'подробно '.repeat(at % 40)}`,
          },
          at % 10 === 0 ? [{ name: `${at}.jpg`, jpeg: PLAIN_JPEG, thumb: PLAIN_JPEG }] : [],
          HOSTILE_NOW,
        )
      book.settings.putSnapshot(
        device,
        LAST_DAY_MS,
        Array.from({ length: 120 }, (_, at) => ({ channelName: `Настройка ${at}`, channelDataValue: at * station, unitName: 'м3/ч' })),
      )
    }
    book.sessions.put(
      Array.from({ length: 1_500 }, (_, at) =>
        session({
          id: 100 + at,
          telemetryId: 2001 + (at % 2),
          atMs: LAST_DAY_MS - at * HOUR_MS,
          trycnt: at % 4,
          durationSession: 1.5 + at,
        }),
      ),
    )
    // Pages with what was deleted, which nothing may bring back.
    book.db.exec(`DELETE FROM reading WHERE series_id = 1 AND at_ms < ${LAST_DAY_MS - (DAYS - 20) * DAY_MS};
      UPDATE series SET records = (SELECT count(*) FROM reading WHERE series_id = 1), first_ms = (SELECT min(at_ms) FROM reading WHERE series_id = 1) WHERE id = 1`)
  } finally {
    book.close()
  }
}
