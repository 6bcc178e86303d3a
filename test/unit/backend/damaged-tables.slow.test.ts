import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REHEARSED_AFTER_MS } from '../../../electron/backend/rehearse-search.ts'
import { MeterbookError } from '../../../electron/contract/errors.ts'
import { backendIn } from '../../support/backend.ts'
import { damage, soundBook } from '../../support/hostile-books.ts'
import { testFolder } from '../../support/pull.ts'
import { listenForUnheard } from '../../support/unheard.ts'

/** Whichever table has lost its pages: a book is opened or refused with its damage, and nothing of the program ends. */

const AT_ONCE = 6
let folder: ReturnType<typeof testFolder>
let sound: string
let tables: string[]
beforeAll(() => {
  folder = testFolder()
  sound = folder.file('sound.meterbook')
  soundBook(sound)
  const db = new Database(sound, { readonly: true })
  tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name").pluck().all()
  db.close()
})
afterAll(() => folder.remove())

async function openDamaged(table: string, mode: 'write' | 'read'): Promise<'opened' | 'refused'> {
  const file = folder.file(`${table}-${mode}.meterbook`)
  copyFileSync(sound, file)
  damage(file, table)
  let client: Awaited<ReturnType<typeof backendIn>>
  try {
    client = await backendIn(folder.file(`${table}-${mode}`), { book: file, mode }, randomBytes(32))
  } catch (error) {
    expect([table, error]).toEqual([table, expect.any(MeterbookError)])
    expect([table, error]).toMatchObject([table, { code: 'BOOK_DAMAGED' }])
    return 'refused'
  }
  try {
    // Timers of one length end in the order in which they began: the search has been rehearsed by then.
    await wait(REHEARSED_AFTER_MS)
    expect([table, await client.book.summary()]).toMatchObject([table, { file, mode }])
    // The analyst has looked, or has ended with the damage.
    await client.findings.judge({}).catch(() => undefined)
    return 'opened'
  } finally {
    await client.close()
  }
}

test.each(['write', 'read'] as const)('a book that is opened to %s', async (mode) => {
  const unheard = listenForUnheard()
  const waiting = [...tables]
  const outcomes = new Map<string, 'opened' | 'refused'>()
  const inTurn = async () => {
    for (let table = waiting.pop(); table !== undefined; table = waiting.pop()) outcomes.set(table, await openDamaged(table, mode))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn))
  unheard.end()
  expect(unheard.errors).toEqual([])
  expect(outcomes.size).toBe(tables.length)
  expect(outcomes.get('station')).toBe('refused')
  expect(outcomes.get('reading')).toBe('opened')
})
