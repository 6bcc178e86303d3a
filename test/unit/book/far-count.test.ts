import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { HOSTILE_NOW, plant, soundBook } from '../../support/hostile-books.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'far-count-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const farStamps = (file: string): number => {
  const book = openBook(file, { mode: 'read', now: () => HOSTILE_NOW })
  try {
    return book.summary().counts.farStamps
  } finally {
    book.close()
  }
}

test('a session that announces the next one for a time far away announces nothing', () => {
  const file = join(folder, 'announced.meterbook')
  soundBook(file)
  plant(
    file,
    `INSERT INTO session (id, telemetry_id, at_ms, next_session_ms) VALUES
      (9001, 77, ${HOSTILE_NOW - 3}, ${HOSTILE_NOW}), (9002, 77, ${HOSTILE_NOW - 2}, 253370764800000), (9003, 77, ${HOSTILE_NOW - 1}, -5), (9004, 77, ${HOSTILE_NOW}, NULL)`,
  )
  const book = openBook(file, { mode: 'read', now: () => HOSTILE_NOW })
  try {
    expect([...book.sessions.numbers(77).nextMs]).toEqual([HOSTILE_NOW, NaN, NaN, NaN])
  } finally {
    book.close()
  }
})

test('stamps before and after all that is believed are counted once, also of sessions of no unit', () => {
  const file = join(folder, 'far.meterbook')
  soundBook(file)
  expect(farStamps(file)).toBe(0)
  const [early, late] = [5, 253_370_764_800_000]
  plant(
    file,
    `UPDATE reading SET at_ms = ${early} WHERE at_ms = (SELECT min(at_ms) FROM reading WHERE series_id = (SELECT min(series_id) FROM reading)) AND series_id = (SELECT min(series_id) FROM reading);
     UPDATE series SET first_ms = ${early} WHERE id = (SELECT min(series_id) FROM reading);
     INSERT INTO event SELECT series_id, ${late}, content_id FROM event LIMIT 1;
     UPDATE series SET last_ms = ${late} WHERE id = (SELECT series_id FROM event WHERE at_ms = ${late});
     INSERT INTO session (id, telemetry_id, at_ms) VALUES (9001, 5, ${late}), (9002, 5, ${early}), (9003, 8, ${late}),
       (9004, NULL, ${early}), (9005, NULL, ${late}), (9006, NULL, ${HOSTILE_NOW})`,
  )
  expect(farStamps(file)).toBe(7)
})
