import { spawn } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { ended, fractions, linesOf, root, seedOf } from '../../support/child.ts'
import { testFolder } from '../../support/pull.ts'
import { contentsOf } from '../../unit/book/sharing/compare.ts'
import { alarm, session, station } from '../../unit/book/fixtures.ts'

/** `kill -9` of a running merge: the book is as before or as after, at whatever moment it comes. METERBOOK_LONG: 50 moments. */
const MOMENTS = process.env['METERBOOK_LONG'] === '1' ? 50 : 6

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 1)

function fill(book: Book, stations: readonly number[], hours: number, from: number): void {
  book.page(() => {
    book.stations.put(
      stations.map((id) => station({ id })),
      START,
    )
    for (const id of stations) {
      const times = Array.from({ length: hours }, (_, at) => START + (from + at) * HOUR)
      const key = { equipmentId: id + 1000, archiveType: 'hourly', view: 'general' } as const
      book.readings.put(
        key,
        times.map((atMs) => ({ atMs, values: { V: atMs / 7, P: `${atMs % 13}` } })),
      )
      book.events.add(
        { equipmentId: id + 1000, archiveType: 'alarm' },
        times.filter((_, at) => at % 5 === 0).map((atMs) => alarm(atMs, String(atMs % 11))),
      )
      book.sessions.put(
        times.filter((_, at) => at % 24 === 0).map((atMs) => session({ id: id * 1e6 + atMs / HOUR, telemetryId: id + 2000, atMs })),
      )
      book.coverage.mark(key, { from: '2026-01-01', to: '2026-03-01' }, { fetchedAtMs: START + from, state: 'fetched' })
    }
  })
}

test('a merge that is killed leaves the book as before or as after', async () => {
  const folder = testFolder()
  onTestFinished(folder.remove)
  const random = fractions(seedOf())
  const name = (what: string) => folder.file(`${what}.meterbook`)
  const made = (what: string, stations: readonly number[], from: number) => {
    const book = openBook(name(what), { mode: 'write', now: Date.now })
    fill(book, stations, 1200, from)
    const contents = contentsOf(book)
    book.close()
    return contents
  }
  const before = made('mine', [1, 2, 3, 4, 5, 6], 0)
  made('theirs', [4, 5, 6, 7, 8, 9, 10, 11, 12], 600)

  const copy = () => {
    for (const ending of ['', '-wal', '-shm', '.lock', '.owner']) rmSync(name('book') + ending, { force: true })
    copyFileSync(name('mine'), name('book'))
  }
  const start = () => {
    const child = spawn(process.execPath, ['test/integration/book/merger.ts', name('book'), name('theirs')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return { child, next: linesOf(child) }
  }
  const now = () => {
    const book = openBook(name('book'), { mode: 'write', now: Date.now })
    try {
      expect(book.integrity().problems).toEqual([])
      return contentsOf(book)
    } finally {
      book.close()
    }
  }

  copy()
  const whole = start()
  expect(await whole.next()).toBe('begins')
  const begun = performance.now()
  expect(await whole.next()).toBe('done')
  const lasts = performance.now() - begun
  await ended(whole.child)
  const after = now()
  expect(after).not.toEqual(before)

  const seen = { before: 0, after: 0 }
  for (let moment = 0; moment < MOMENTS; moment++) {
    copy()
    const { child, next } = start()
    expect(await next()).toBe('begins')
    // The first at once; the others all over the time that it takes, a little beyond its end.
    if (moment > 0) await wait(lasts * 1.4 * ((moment + random()) / MOMENTS))
    child.kill('SIGKILL')
    await ended(child)
    const found = now()
    const isAfter = found['v_reading']?.length === after['v_reading']?.length
    expect(found).toEqual(isAfter ? after : before)
    seen[isAfter ? 'after' : 'before']++
  }
  console.log(`a merge of ${Math.round(lasts)} ms, killed ${MOMENTS} times: ${seen.before} as before, ${seen.after} as after`)
  expect(seen.before).toBeGreaterThan(0)
}, 900_000)
