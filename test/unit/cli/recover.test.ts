import Database from 'better-sqlite3'
import { mkdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { run } from '../../../electron/cli/main.ts'
import type { Recovery } from '../../../electron/contract/recovery-words.ts'
import { damage, soundBook } from '../../support/hostile-books.ts'
import { testFolder } from '../../support/pull.ts'
import { seenTerminal } from './seen-terminal.ts'

/** `meterbook recover`: what is printed, by the codes of exits too, and the backup that is found by itself. */

const folder = testFolder()
const book = folder.file('trip.meterbook')
const env = { METERBOOK_DATA: folder.file('data') }

async function meterbook(...args: string[]): Promise<{ code: number; printed: string; noted: string }> {
  const seen = seenTerminal({ env })
  const code = await run(args, seen)
  return { code, printed: seen.printed.join('\n'), noted: seen.noted.join('\n') }
}

beforeAll(async () => {
  mkdirSync(env.METERBOOK_DATA)
  soundBook(book)
  expect((await meterbook('backup', '--book', book, '--now')).code).toBe(0)
  damage(book, 'session')
  damage(book, 'note')
})

test('says what was lost, what people wrote first, and fills it from the newest backup', async () => {
  const before = readFileSync(book)
  const { code, printed, noted } = await meterbook('recover', '--book', book, '--out', folder.file('new.meterbook'))
  // Nobody can tell that the backup had all.
  expect([code, noted]).toEqual([1, ''])
  expect(printed).toMatch(/note .*\n.*session/)
  expect(printed).toMatch(/From the backup of 20.* added/)
  expect(printed).toContain('The damaged one was not changed')
  expect(readFileSync(book).equals(before)).toBe(true)
  const db = new Database(folder.file('new.meterbook'), { readonly: true })
  expect(db.prepare('SELECT count(*) FROM session').pluck().get()).toBe(2)
  expect(db.prepare('SELECT count(*) FROM note').pluck().get()).toBe(2)
  db.close()
})

test('without one it says so, and a document has the same', async () => {
  const { code, printed } = await meterbook(
    'recover',
    '--book',
    book,
    '--out',
    folder.file('alone.meterbook'),
    '--backup',
    'none',
    '--json',
  )
  expect(code).toBe(1)
  const said = JSON.parse(printed) as Recovery & { exit: number; missing: Record<string, unknown> }
  expect(said).toMatchObject({ exit: 1, backup: null, journal: 'none', missing: { lost: 4, unknownIn: [], stoodIn: 2 } })
  expect(said.losses.map(({ table, lost }) => [table, lost])).toEqual([
    ['note', 2],
    ['session', 2],
  ])
  expect(said.stoodIn).toEqual([{ table: 'note', rows: 2 }])
  // The photographs of lost notes are kept, each under a note that says nothing.
  expect(said.refused).toEqual([])
  const db = new Database(folder.file('alone.meterbook'), { readonly: true })
  expect(db.prepare('SELECT count(*) FROM v_note n JOIN note_photo p ON p.note_id = n.id').pluck().get()).toBe(2)
  db.close()
  const { printed: lines } = await meterbook('recover', '--book', book, '--out', folder.file('alone.meterbook'), '--backup', 'none')
  expect(lines).toContain('No backup filled what is missing')
})

test('what is no book is refused with what to do', async () => {
  const { code, noted } = await meterbook('recover', '--book', folder.file('missing.meterbook'), '--out', folder.file('x.meterbook'))
  expect(code).toBe(5)
  expect(noted).toContain('missing.meterbook')
})
