import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../../electron/cli/main.ts'
import { openBook } from '../../../electron/book/file/open.ts'
import type { ReadingView } from '../../../electron/contract/records.ts'
import { station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/** `export readings` without `--view`: what the book holds is exported. */
const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-view-'))
const file = path.join(folder, 'a.meterbook')
beforeAll(() => {
  const book = openBook(file, { mode: 'write', now: () => 0 })
  const put = (id: number, archiveType: string, view: ReadingView, day: string) =>
    book.readings.put({ equipmentId: 100 + id, archiveType, view }, [{ atMs: Date.parse(`${day}T12:00:00Z`), values: { [view]: 1 } }])
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: 101 }), station({ id: 2, equipmentId: 102 })], 0)
    put(1, 'hourly', 'unified', '2026-01-10')
    put(1, 'daily', 'general', '2026-01-10')
    put(1, 'daily', 'unified', '2026-02-10')
    put(2, 'hourly', 'general', '2026-01-10')
  })
  book.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function exported(...more: string[]) {
  const seen = seenTerminal()
  const out = path.join(folder, 'out.json')
  const args = ['export', 'readings', '--book', file, '--out', out, '--time-zone', 'UTC', ...more]
  const code = await run(args, seen)
  return { code, text: code === 0 ? readFileSync(out, 'utf8') : '', noted: seen.noted.join('\n') }
}

test('a book that holds the unified view only gives that, and says so', async () => {
  const done = await exported('--stations', '1', '--archives', 'hourly')
  expect([done.code, done.noted]).toEqual([0, expect.stringContaining('only the unified view')])
  expect(done.text).toContain('"unified":1')
})

test('both views: the general one as ever, and the other is named', async () => {
  const done = await exported('--stations', 'all')
  expect([done.code, done.noted]).toEqual([0, expect.stringContaining('--view unified takes the other')])
  expect(done.text).not.toContain('"unified":1')
})

test('only one view in the days, the archives, the stations that are asked for', async () => {
  expect(await exported('--archives', 'daily', '--from', '2026-02-01')).toMatchObject({
    code: 0,
    text: expect.stringContaining('"unified":1'),
  })
  expect(await exported('--stations', '2')).toMatchObject({ code: 0, noted: '' })
})

test('a view that is named is taken, and a wrong one is wrong usage', async () => {
  expect(await exported('--stations', '1', '--view', 'unified')).toMatchObject({ code: 0, noted: '' })
  expect((await exported('--stations', '2', '--view', 'unified')).code).toBe(1)
  expect((await exported('--view', 'both')).code).toBe(2)
  expect((await exported('--view', 'general,unified')).code).toBe(2)
})
