import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { migrate } from '../../../electron/book/file/migrate.ts'
import { MIGRATIONS } from '../../../electron/book/file/migrations/index.ts'
import { canBeNobody, NOBODY } from '../../support/nobody.ts'

/** A book in a folder that others share: they may read it, and leave nothing that keeps its owner out. */

const BOOK = join(import.meta.dirname, '../../../electron/book/index.ts')
const now = Date.now
const isPlayed = canBeNobody(BOOK)

/** A folder that everybody may write into, and a book there that everybody may read; owned by who runs the test. */
function shared(): { folder: string; file: string } {
  const folder = join(mkdtempSync(join(tmpdir(), 'meterbook-shared-')), 'share')
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }))
  mkdirSync(folder)
  chmodSync(join(folder, '..'), 0o755)
  chmodSync(folder, 0o777)
  const file = join(folder, 'a.meterbook')
  const book = openBook(file, { mode: 'write', now })
  book.meta.set('written', 1)
  book.close()
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  return { folder, file }
}

/** Somebody else reads the book and says what is in it. */
function readAsNobody(file: string): { code: string; written: number | null } {
  const script = `
    import { openBook } from ${JSON.stringify(BOOK)}
    try {
      const book = openBook(${JSON.stringify(file)}, { mode: 'read', now: Date.now })
      console.log(JSON.stringify({ code: 'read', written: book.meta.get('written') ?? null }))
      book.close()
    } catch (error) { console.log(JSON.stringify({ code: error.code, written: null })) }`
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], { ...NOBODY, encoding: 'utf8' })
  return JSON.parse(done.stdout) as { code: string; written: number | null }
}

/** What lies in the folder, and whose it is. */
const owners = (folder: string) => Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).uid]))

test.runIf(isPlayed)('a reader alone leaves nothing in the folder, and the owner writes on', () => {
  const { folder, file } = shared()
  const before = owners(folder)
  expect(readAsNobody(file)).toEqual({ code: 'read', written: 1 })
  expect(owners(folder)).toEqual(before)
  const book = openBook(file, { mode: 'write', now })
  book.meta.set('written', 2)
  book.close()
  expect(readAsNobody(file)).toEqual({ code: 'read', written: 2 })
})

test.runIf(isPlayed)('a reader beside the owner at work reads what is committed, and what a killed owner has left', () => {
  const { folder, file } = shared()
  const book = openBook(file, { mode: 'write', now })
  book.meta.set('written', 3)
  expect(readAsNobody(file)).toEqual({ code: 'read', written: 3 })
  const left = [file, `${file}-wal`].map((name) => [name, readFileSync(name)] as const)
  book.meta.set('written', 4)
  book.close()
  for (const [name, bytes] of left) writeFileSync(name, bytes, { mode: 0o644 })
  expect(readAsNobody(file)).toEqual({ code: 'read', written: 3 })
  expect(new Set(Object.values(owners(folder)))).toEqual(new Set([process.getuid?.()]))
  const again = openBook(file, { mode: 'write', now })
  expect(again.meta.get('written')).toBe(3)
  again.close()
})

test.runIf(isPlayed)('an older book of somebody else is read without being migrated or locked', () => {
  const { folder } = shared()
  const file = join(folder, 'old.meterbook')
  const old = new Database(file)
  migrate(old, MIGRATIONS.slice(0, 4))
  old.exec("INSERT INTO meta VALUES ('written', '7')")
  old.close()
  const bytes = readFileSync(file)
  const before = owners(folder)
  expect(readAsNobody(file)).toEqual({ code: 'read', written: 7 })
  expect(owners(folder)).toEqual(before)
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test.runIf(isPlayed)('a book in its own place is read by nobody else', () => {
  const { folder, file } = shared()
  rmSync(file)
  openBook(file, { mode: 'write', now }).close()
  chmodSync(folder, 0o755)
  expect(readAsNobody(file)).toEqual({ code: 'READ_ONLY_FOLDER', written: null })
})

test.runIf(!isPlayed)('another user cannot be played here: root is needed, and a project that all can read', () => {
  console.warn('SKIPPED: books shared with another user are tested by root only')
  expect(isPlayed).toBe(false)
})
