import Database from 'better-sqlite3'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maintenanceIn } from '../../../../electron/book/file/maintenance.ts'
import { openBook } from '../../../../electron/book/index.ts'
import { recoverBook } from '../../../../electron/book/recovery/recover.ts'
import { MeterbookError } from '../../../../electron/contract/errors.ts'
import { HOSTILE_NOW } from '../../../support/hostile-books.ts'
import { testFolder } from '../../../support/pull.ts'
import { DAMAGES, damageAt, type DamageKind, type Sources } from '../../../support/recovery/damages.ts'
import { cellsIn, contentsIn, daysIn, judge, type Verdict } from '../../../support/recovery/oracle.ts'
import { makeSources } from '../../../support/recovery/sources.ts'
import { numRuns } from '../fixtures.ts'

/** A book is damaged at random in all ways that a disk and a hand know; each time all of the new book is compared with the sound one. */

const folder = testFolder()
let sources: Sources & { file: string }
let truth: Parameters<typeof judge>[0]
const TIMES = numRuns(6, 50)
const seen = new Map<DamageKind, Verdict[]>()

beforeAll(() => {
  sources = makeSources(folder.file)
  truth = { contents: contentsIn(sources.file), days: daysIn(sources.file), cells: cellsIn(sources.file) }
})

/** A generator whose numbers follow from the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test.each(DAMAGES)('%s: never a crash, never a value that was not there, every day of what is lost is asked for again', (kind) => {
  const verdicts: Verdict[] = []
  for (let seed = 1; seed <= TIMES; seed++) {
    const [damaged, recovered] = [folder.file(`${kind}.meterbook`), folder.file(`${kind}-${seed}.meterbook`)]
    const changed = damageAt(damaged, kind, sources, randomOf(seed * 1_009 + DAMAGES.indexOf(kind)))
    const before = readFileSync(damaged)
    try {
      recoverBook({ file: damaged, to: recovered, backup: null, nowMs: HOSTILE_NOW }, { tell: () => undefined, isCancelled: () => false })
    } catch (error) {
      // Of a file of which next to nothing is left there is nothing to read.
      expect(error).toBeInstanceOf(MeterbookError)
      expect([(error as MeterbookError).code, kind]).toEqual([expect.stringMatching(/^(NOTHING_TO_RECOVER|BOOK_MISSING)$/), 'cut'])
      expect(before.length).toBeLessThan(sources.sound.length / 3)
      continue
    }
    expect(readFileSync(damaged).equals(before), 'the damaged book was changed').toBe(true)
    expect(problemsOf(recovered)).toEqual([])
    const verdict = judge(truth, recovered, changed)
    // Nobody can see that another digit stands within a value, without a copy to compare it with.
    if (kind !== 'bits') expect([seed, verdict.wrong]).toEqual([seed, []])
    else expect(verdict.wrong.length, `seed ${seed}: ${verdict.wrong.join(', ')}`).toBeLessThanOrEqual(changed.size)
    expect([seed, verdict.forgotten]).toEqual([seed, 0])
    verdicts.push(verdict)
  }
  seen.set(kind, verdicts)
  const { readable, read } = sharesOf(verdicts)
  expect(read / readable).toBeGreaterThanOrEqual(0.99)
})

/** Opens as a book, and is sound by SQLite's own checks and the program's. */
function problemsOf(file: string): string[] {
  openBook(file, { mode: 'write', now: () => HOSTILE_NOW }).close()
  const db = new Database(file, { readonly: true })
  try {
    return maintenanceIn({ file, db }).integrity().problems
  } finally {
    db.close()
  }
}

function sharesOf(verdicts: readonly Verdict[]): { readable: number; read: number; wrong: number } {
  const sum = (of: (verdict: Verdict) => number) => verdicts.reduce((all, one) => all + of(one), 0)
  return {
    // What lies on a damaged page is read often enough, too, and counts on neither side.
    readable: sum(({ all, unreadable }) => Math.max(0, all - unreadable)),
    read: sum(({ all, lost, unreadable }) => Math.min(all - lost, Math.max(0, all - unreadable))),
    wrong: sum(({ wrong }) => wrong.length),
  }
}

afterAll(() => {
  const rows = [...seen].map(([kind, verdicts]) => {
    const { readable, read, wrong } = sharesOf(verdicts)
    return `${kind.padEnd(12)} ${String(verdicts.length).padStart(4)} books, ${((100 * read) / readable).toFixed(3)} % of ${readable} readable records, ${wrong} digits changed unseen`
  })
  console.info(`Recovered:\n${rows.join('\n')}`)
})

test('a log of the book itself is read with it, one of another book is left aside', () => {
  const own = folder.file('own-log.meterbook')
  damageAt(own, 'log-lost', sources, randomOf(1))
  writeFileSync(`${own}-wal`, sources.log)
  const [recovered, second] = [folder.file('own-log-recovered.meterbook'), folder.file('second.meterbook')]
  const done = recoverBook(
    { file: own, to: recovered, backup: null, nowMs: HOSTILE_NOW },
    { tell: () => undefined, isCancelled: () => false },
  )
  expect(done.journal).toBe('log')
  const db = new Database(recovered, { readonly: true })
  expect(db.prepare("SELECT count(*) FROM note WHERE text NOT LIKE '%!'").pluck().get()).toBe(0)
  db.close()
  writeFileSync(`${own}-wal`, sources.foreignLog)
  const other = recoverBook(
    { file: own, to: second, backup: null, nowMs: HOSTILE_NOW },
    { tell: () => undefined, isCancelled: () => false },
  )
  expect(other.journal).toBe('log_left_aside')
  expect(other.losses).toEqual([])
})
