import { readdirSync } from 'node:fs'
import path from 'node:path'
import { isWanted, type Bench, type Row } from './measure.ts'

const PARTS = path.join(import.meta.dirname, 'export')

/** Files made of a book, each beside its floor: one file of `export/` a kind; METERBOOK_BENCH names those to run. */
export const bench: Bench = async (options) => {
  const parts = readdirSync(PARTS).filter((name) => name.endsWith('.bench.ts'))
  const rows: Row[] = []
  for (const part of parts.sort()) {
    if (!isWanted(part.replace('.bench.ts', ''))) continue
    const { bench: one } = (await import(path.join(PARTS, part))) as { bench: Bench }
    rows.push(...(await one(options)))
  }
  return rows
}
