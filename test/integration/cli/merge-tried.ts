import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { EXIT } from '../../../electron/cli/exit.ts'
import { HOSTILE_NOW, soundBook } from '../../support/hostile-books.ts'
import { meterbook } from './run-cli.ts'

/**
 * Tries `merge` of a book that somebody made to break it: the own book is merged into or left as it was, the other is never
 * changed, and what ends it is a sentence.
 */

const folder = mkdtempSync(join(tmpdir(), 'meterbook-test-'))
const [sound, empty] = [join(folder, 'sound.meterbook'), join(folder, 'empty.meterbook')]
beforeAll(() => {
  soundBook(sound)
  openBook(empty, { mode: 'write', now: () => HOSTILE_NOW }).close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

export interface Books {
  mine: string
  theirs: string
  /** A folder of this attack's own, with both in it. */
  here: string
  /** The book that is named where it is not `theirs`: its bytes may change meanwhile. */
  named?: string
}

/** How the command may end. */
export type Ends = 'merged' | 'refused' | 'either'

const REFUSED: readonly (number | null)[] = [EXIT.bookUnusable, EXIT.damaged, EXIT.usage]

/** @param named the book that is named to merge; `theirs` when absent */
export async function mergeTried(
  make: (books: Books) => unknown,
  ends: Ends,
  named: (books: Books) => string = ({ theirs }) => theirs,
): Promise<void> {
  const here = mkdtempSync(join(folder, 'case-'))
  const books: Books = { mine: join(here, 'mine.meterbook'), theirs: join(here, 'theirs.meterbook'), here }
  copyFileSync(empty, books.mine)
  copyFileSync(sound, books.theirs)
  const cleanUp = await make(books)
  try {
    const before = bytesOf(books.theirs)
    const said = await meterbook(['merge', '--book', books.mine, named(books)], here)
    expect(said.stderr + said.stdout).not.toMatch(/unforeseen|\bat .*\.ts:\d/)
    if (ends !== 'either') expect(REFUSED.includes(said.code) ? 'refused' : said.code === EXIT.done ? 'merged' : said.code).toBe(ends)
    else expect([...REFUSED, EXIT.done]).toContain(said.code)
    if (said.code !== EXIT.done) expect(said.stderr).not.toBe('')
    if (before !== null) expect(bytesOf(books.theirs)?.equals(before)).toBe(true)
    const own = openBook(books.mine, { mode: 'read', now: () => HOSTILE_NOW })
    expect(own.integrity()).toEqual({ ok: true, problems: [] })
    expect(own.checkRecords().problems).toEqual([])
    own.close()
  } finally {
    if (typeof cleanUp === 'function') await (cleanUp as () => unknown)()
    rmSync(here, { recursive: true, force: true })
  }
}

const SMALL = 64 * 1024 * 1024
/** The bytes of a file that is no link and not too large to be compared. */
const bytesOf = (file: string): Buffer | null =>
  existsSync(file) && statSync(file).isFile() && statSync(file).size < SMALL ? readFileSync(file) : null

/** Numbers from 1, for a statement that plants as many rows. */
export const UP_TO = (count: number) => `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
