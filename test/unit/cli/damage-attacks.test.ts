import Database from 'better-sqlite3'
import { readFileSync, statSync } from 'node:fs'
import { beforeAll, expect } from 'vitest'
import { run } from '../../../electron/cli/main.ts'
import { whereDamaged } from '../../../electron/book/recovery/where.ts'
import { attacks, type Attack } from '../../support/attacks.ts'
import { testFolder } from '../../support/pull.ts'
import { DAMAGES, damageAt, type DamageKind, type Sources } from '../../support/recovery/damages.ts'
import { contentsIn, type Contents } from '../../support/recovery/oracle.ts'
import { makeSources } from '../../support/recovery/sources.ts'
import { seenTerminal } from './seen-terminal.ts'

/** A book is damaged at random, and what `check` and `recover` say of it is compared with what it holds. */

const folder = testFolder()
const SEEDS = 7
let sources: Sources & { file: string }
let sound: Rows
let records: Contents

beforeAll(() => {
  sources = makeSources(folder.file)
  sound = rowsIn(sources.file)
  records = contentsIn(sources.file)
})

type Rows = Map<string, Set<string>>
/** All rows of all tables. */
function rowsIn(file: string): Rows {
  const db = new Database(file, { readonly: true })
  try {
    const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'").pluck().all()
    return new Map(
      tables.map((table) => [
        table,
        new Set(
          db
            .prepare(`SELECT * FROM "${table}"`)
            .raw()
            .all()
            .map((row) => JSON.stringify(row)),
        ),
      ]),
    )
  } finally {
    db.close()
  }
}

/** What can be seen of a damage: nothing, letters and digits within values, or more. */
function seenOf(file: string): 'nothing' | 'within values' | 'more' {
  const found = rowsIn(file)
  const changed = [...sound].map(([table, rows]) => {
    const now = found.get(table) ?? new Set()
    return [[...rows].filter((row) => !now.has(row)).length, [...now].filter((row) => !rows.has(row)).length] as const
  })
  if (changed.every(([gone, more]) => gone + more === 0)) return 'nothing'
  return changed.every(([gone, more]) => gone === more) ? 'within values' : 'more'
}

async function meterbook(...args: string[]) {
  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
  const code = await run(args, seen)
  return { code, text: [...seen.printed, ...seen.noted].join('\n') }
}

const PAGE = 4_096
/** Kinds in which a digit may change within a value, and the book of an earlier moment, which is a sound one. */
const UNSEEN: readonly DamageKind[] = ['bits', 'stale', 'log-lost']

async function damaged(kind: DamageKind, seed: number): Promise<void> {
  const [file, out] = [folder.file(`${kind}-${seed}.meterbook`), folder.file(`${kind}-${seed}-new.meterbook`)]
  damageAt(file, kind, sources, randomOf(seed * 7_919 + DAMAGES.indexOf(kind)))
  const before = readFileSync(file)
  const checked = await meterbook('check', '--book', file)
  expect(checked.text).not.toMatch(/unforeseen/)
  if (checked.code === 0 || checked.code === 1) {
    const seen = seenOf(file)
    expect([kind, seed, seen]).toEqual([kind, seed, UNSEEN.includes(kind) ? expect.stringMatching(/^(nothing|within values)$/) : 'nothing'])
  } else if (checked.code === 5) {
    // Of what is left nobody can tell that it was a book.
    expect(statSync(file).size < PAGE || whereDamaged(file, () => undefined) === null).toBe(true)
    expect(checked.text).toMatch(/is not a Meterbook book|There is no book/)
  } else {
    expect(checked.code).toBe(6)
    expect(checked.text).toMatch(/Integrity {2}DAMAGED|UNREADABLE/)
    expect(checked.text).toContain('meterbook recover')
    expect(checked.text).not.toContain('meterbook check')
  }
  const recovered = await meterbook('recover', '--book', file, '--out', out, '--backup', 'none', '--json')
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(recovered.text).not.toMatch(/unforeseen/)
  if (recovered.code === 5) return expect(recovered.text).toMatch(/NOTHING_TO_RECOVER|BOOK_MISSING/)
  const found = contentsIn(out)
  const lost = Object.entries(records).flatMap(([table, rows]) =>
    [...rows.keys()].filter((key) => !found[table as keyof Contents].has(key)).map(() => table),
  )
  const said = JSON.parse(recovered.text) as { missing: Record<string, number | string[]>; exit: number; losses: unknown[] }
  expect(said.exit).toBe(recovered.code)
  expect(recovered.code, `${kind} ${seed}`).toBe(lost.length > 0 ? 1 : recovered.code === 0 ? 0 : 1)
  const { unknownIn, ...counts } = said.missing
  const told = Object.values(counts).reduce<number>((sum, one) => sum + Number(one), (unknownIn as string[]).length)
  if (lost.length > 0) expect(told, `${kind} ${seed}: ${lost.length} lost`).toBeGreaterThan(0)
}

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

const all = DAMAGES.flatMap((kind): Attack[] =>
  Array.from({ length: SEEDS }, (_, nth) => ({
    name: `${kind} ${nth + 1}`,
    run: () => damaged(kind, nth + 1),
    isDaily: kind === 'zeroed' && nth === 0,
  })),
)
attacks(6, 'a damaged book has codes of its own', all)
