import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Bench, Figure } from './measure.ts'

const PARTS = path.join(import.meta.dirname, 'export')

/** Files made of a book, each beside its floor: one file of `export/` a kind; `--only` names those to run. */
export const bench: Bench<'export'> = async (options) => {
  const parts = readdirSync(PARTS).filter((name) => name.endsWith('.bench.ts'))
  const rows: Figure<'export'>[] = []
  for (const part of parts.sort()) {
    if (!options.isWanted(part.replace('.bench.ts', ''))) continue
    const { bench: one } = (await import(path.join(PARTS, part))) as { bench: Bench<'export'> }
    rows.push(...(await one(options)))
  }
  return rows
}
