import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../electron/words/index.ts'
import { publicViewWords } from '../../../electron/words/public-views.ts'
import { tempBook } from '../book/fixtures.ts'

/** The public views of a real book with their columns, both in their order. */
function viewsOfABook(): [string, unknown[]][] {
  const { db } = tempBook()
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name").pluck().all() as string[]
  return names.map((name) => [name, db.prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid').pluck().all(name)])
}

test.each(LANGUAGES)('%s: every public view and every column of it is described, in its order, and nothing else', async (language) => {
  const words = await publicViewWords(language)
  expect(Object.entries(words).map(([view, { columns }]) => [view, Object.keys(columns)])).toEqual(viewsOfABook())
  for (const [view, { about, columns }] of Object.entries(words))
    expect(
      [about, ...Object.values(columns)].filter((text) => text.trim() === ''),
      view,
    ).toEqual([])
})

test('docs/book.md names every one of them', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/book.md'), 'utf8')
  expect(viewsOfABook().filter(([view]) => !page.includes(`\`${view}(`))).toEqual([])
})
