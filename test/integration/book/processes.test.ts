import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'

const WRITER = join(import.meta.dirname, 'writer.ts')
const key = { equipmentId: 1, archiveType: 'hourly', view: 'general' } as const
const now = Date.now

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'meterbook-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the writer and gives its lines. */
function start(file: string, task: 'write' | 'hold') {
  const child = spawn(process.execPath, [WRITER, file, task], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test('a second program is refused with the name of the first, until the first is gone, even by kill -9', async () => {
  const file = join(tempFolder(), 'a.meterbook')
  const { child, lines } = start(file, 'hold')
  await lines.next()
  expect(() => openBook(file, { mode: 'write', now })).toThrow(
    expect.objectContaining({
      code: 'BOOK_IN_USE',
      data: { file, owner: 'writer (hold)', pid: child.pid, sinceMs: expect.any(Number) },
    }),
  )
  const reader = openBook(file, { mode: 'read', now })
  expect(reader.readings.count(key)).toBe(0)
  reader.close()
  await kill(child)
  const book = openBook(file, { mode: 'write', now, owner: 'test' })
  book.meta.set('x', 1)
  book.close()
  expect(readdirSync(join(file, '..')).filter((name) => name.endsWith('.owner'))).toEqual([])
})

test('a reader in another program reads while the book is written, and always whole pages', async () => {
  const file = join(tempFolder(), 'a.meterbook')
  const { lines } = start(file, 'write')
  await lines.next()
  const reader = openBook(file, { mode: 'read', now })
  let last = 0
  for (let round = 0; round < 30; round++) {
    await lines.next()
    const [readings, events, pages] = reader.db
      .prepare<[], [number, number, string]>(
        "SELECT (SELECT count(*) FROM reading), (SELECT count(*) FROM event), (SELECT coalesce(max(value), '0') FROM meta WHERE key = 'pages')",
      )
      .raw()
      .get() as [number, number, string]
    expect([readings, events]).toEqual([Number(pages) * 100, Number(pages) * 100])
    expect(readings).toBeGreaterThanOrEqual(last)
    last = readings
  }
  reader.close()
})

test('kill -9 at any moment leaves a sound book with every page that was committed', async () => {
  const file = join(tempFolder(), 'a.meterbook')
  for (let round = 0; round < (process.env['METERBOOK_LONG'] === '1' ? 40 : 6); round++) {
    const { child, lines } = start(file, 'write')
    let told = 0
    const first = await lines.next()
    told = Number(String(first.value).replace('open ', ''))
    const waits = Math.floor(Math.random() * 8)
    for (let line = 0; line < waits; line++) told = Number((await lines.next()).value)
    // Somewhere within the next pages.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 15))
    await kill(child)
    const book = openBook(file, { mode: 'write', now })
    const pages = book.meta.get<number>('pages') ?? 0
    expect(pages).toBeGreaterThanOrEqual(told)
    expect(book.integrity()).toEqual({ ok: true, problems: [] })
    expect(book.readings.count(key)).toBe(pages * 100)
    expect(book.db.prepare('SELECT count(*) FROM reading').pluck().get()).toBe(pages * 100)
    expect(book.events.count({})).toBe(pages * 100)
    expect(book.db.prepare('SELECT count(*) FROM event').pluck().get()).toBe(pages * 100)
    expect(book.coverage.totals().fetched).toBe(pages)
    book.close()
  }
})

test.skipIf(process.platform === 'win32')('a book in a folder that cannot be written is read, and not written', async (context) => {
  // Root may write anywhere; then the script runs as somebody who may not, if that somebody may read this project.
  const asSomebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const looks = spawnSync(process.execPath, ['-e', 'fs.accessSync(process.argv[1])', WRITER], asSomebody)
  context.skip(looks.status !== 0, 'nobody but root can read this project')
  const folder = join(tempFolder(), 'medium')
  mkdirSync(folder)
  const file = join(folder, 'a.meterbook')
  openBook(file, { mode: 'write', now }).close()
  rmSync(`${file}.lock`)
  copyFileSync(file, join(folder, 'b.meterbook'))
  chmodSync(file, 0o444)
  chmodSync(join(folder, '..'), 0o755)
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  const script = `
    import { openBook } from ${JSON.stringify(join(import.meta.dirname, '../../../electron/book/index.ts'))}
    const now = Date.now
    const book = openBook(${JSON.stringify(file)}, { mode: 'read', now })
    const counts = book.summary().counts.stations
    book.close()
    let code
    try { openBook(${JSON.stringify(file)}, { mode: 'write', now }) } catch (error) { code = error.code }
    let missing
    try { openBook(${JSON.stringify(join(folder, 'new.meterbook'))}, { mode: 'write', now }) } catch (error) { missing = error.code }
    console.log(JSON.stringify({ counts, code, missing }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...asSomebody,
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  await once(child, 'close')
  expect(JSON.parse(said)).toEqual({ counts: 0, code: 'READ_ONLY_FOLDER', missing: 'READ_ONLY_FOLDER' })
  expect(readdirSync(folder).toSorted()).toEqual(['a.meterbook', 'b.meterbook'])
})
