import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXIT } from '../../../electron/cli/exit.ts'
import { damage, plant, soundBook } from '../../support/hostile-books.ts'
import { tempFolder } from '../../unit/book/fixtures.ts'
import { meterbook } from './run-cli.ts'

/** `merge` names the book that is damaged. */
test.each([
  ['the other', 'theirs', 'OTHER_BOOK_DAMAGED'],
  ['the own', 'mine', 'BOOK_DAMAGED'],
] as const)('damaged pages of %s book: it is named, and not the sound one', async (_, whose, code) => {
  const folder = tempFolder()
  const files = { mine: join(folder, 'mine.meterbook'), theirs: join(folder, 'theirs.meterbook') }
  soundBook(files.mine)
  copyFileSync(files.mine, files.theirs)
  // Something to bring; and no journal, so that a page is where the file has it.
  plant(files.theirs, `UPDATE station SET name = 'Другая', seen_at_ms = seen_at_ms + 1; PRAGMA journal_mode = DELETE`)
  plant(files.mine, 'PRAGMA journal_mode = DELETE')
  damage(files[whose], 'setting_snapshot')
  const damaged = readFileSync(files[whose])
  const sound = whose === 'mine' ? 'theirs' : 'mine'

  const args = ['merge', '--book', files.mine, files.theirs]
  const said = await meterbook(args, folder)
  expect(said.code).toBe(EXIT.damaged)
  expect(said.stderr).toContain(files[whose])
  expect(said.stderr).not.toContain(files[sound])
  expect(said.stdout).toBe('')
  const told = await meterbook([...args, '--json', '--dry-run'], folder)
  expect([told.code, JSON.parse(told.stdout)]).toMatchObject([
    EXIT.damaged,
    { exit: EXIT.damaged, failure: { code, data: { file: files[whose] } } },
  ])
  const check = await meterbook(['check', '--book', files[sound]], folder)
  expect(check.stderr + check.stdout).not.toMatch(/damaged/i)
  if (whose === 'theirs') expect(readFileSync(files.theirs).equals(damaged)).toBe(true)
})
