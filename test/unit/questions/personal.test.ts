import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { SHARED_ARCHIVES } from '../../../electron/contract/merge-words.ts'
import type { QuestionValue } from '../../../electron/contract/question-words.ts'
import { rowsIn } from '../../../electron/contract/question-rows.ts'
import { answer } from '../../../electron/questions/child/answer.ts'
import { PERSONAL } from '../../../electron/contract/personal.ts'
import { publicViewWords } from '../../../electron/words/public-views.ts'
import { HOSTILE_NOW, soundBook } from '../../support/hostile-books.ts'
import { tempFolder } from '../book/fixtures.ts'

/** What is personal is said in one place for sharing and in another for questions: a book of everything holds one against the other. */

const limits = { rows: 100_000, bytes: 64 << 20, memoryMb: 512 }

/** Every text that questions find in the public views of a book, and where. */
async function textsOf(file: string, personal: 'shown' | 'hidden'): Promise<Map<string, Set<string>>> {
  const texts = new Map<string, Set<string>>()
  for (const view of Object.keys(await publicViewWords('en'))) {
    const rows: QuestionValue[][] = []
    const said = await answer({ file, sql: `SELECT * FROM ${view}`, parameters: {}, limits, personal }, (json) => {
      rows.push(...rowsIn(json))
      return Promise.resolve()
    })
    if (!('end' in said)) throw new Error(`${view}: ${JSON.stringify(said)}`)
    for (const [at, { name }] of said.end.columns.entries()) {
      const own = rows.map((row) => row[at]).filter((value): value is string => typeof value === 'string' && value !== '')
      texts.set(`${view}.${name}`, new Set(own))
    }
  }
  return texts
}

test('a question without personal data finds no text that a book shared without them lacks', async () => {
  const folder = tempFolder()
  const [file, bare] = [join(folder, 'full.meterbook'), join(folder, 'bare.meterbook')]
  soundBook(file)
  const book = openBook(file, { mode: 'write', now: () => HOSTILE_NOW })
  const stations = book.stations.ids().map((id) => ({ id, days: null }))
  await book.sharing.shareInto(bare, { stations, archives: SHARED_ARCHIVES, withoutPersonal: true })
  book.close()
  const [hidden, shown, shared] = [await textsOf(file, 'hidden'), await textsOf(file, 'shown'), await textsOf(bare, 'shown')]
  const known = new Set([...shared.values()].flatMap((texts) => [...texts]))
  const told = [...hidden].filter(([column, texts]) => !OF_THE_PROGRAM.has(column) && [...texts].some((text) => !known.has(text)))
  expect(told.map(([column]) => column)).toEqual([])
  // Each that is hidden is a column.
  const columns = Object.entries(PERSONAL).flatMap(([view, names]) => names.map((name) => `${view}.${name}`))
  expect(columns.filter((column) => !shown.has(column))).toEqual([])
})

/** Keys, days and words of this program, in records that are not shared at all. */
const OF_THE_PROGRAM = new Set([
  ...['v_branch.branch_id', 'v_branch.side', 'v_contract.contract_day', 'v_note.id', 'v_note.kind'],
  ...['v_rejected.resource', 'v_rejected.reason'],
])
