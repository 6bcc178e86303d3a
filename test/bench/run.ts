import { parseArgs } from 'node:util'
import type { Bench, Row } from './measure.ts'

/**
 * `npm run bench -- NAME [--json] [--turns N]`: runs one bench, prints a table (or, with --json, one array of
 * `{name, ratio, target, holds}`) and exits 1 when a row misses its target.
 */
const BENCHES: Record<string, () => Promise<{ bench: Bench }>> = {
  analysis: () => import('./analysis.ts'),
  download: () => import('./download.ts'),
  events: () => import('./events.ts'),
  export: () => import('./export.ts'),
  ingest: () => import('./ingest.ts'),
  memory: () => import('./memory.ts'),
  start: () => import('./start.ts'),
  ui: () => import('./ui/index.ts'),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, turns: { type: 'string' } },
})
const load = BENCHES[positionals[0] ?? '']
if (!load || positionals.length !== 1) {
  process.stderr.write(`Usage: npm run bench -- NAME [--json] [--turns N]\nNAME is one of: ${Object.keys(BENCHES).join(', ')}\n`)
  process.exit(2)
}
const turns = values.turns === undefined ? null : Math.max(1, Number.parseInt(values.turns, 10))
const { bench } = await load()
const rows = await bench({ turns, say: (line) => process.stderr.write(`${line}\n`) })
process.stdout.write(values.json ? `${JSON.stringify(rows)}\n` : `${table(rows)}\n`)
process.exit(rows.every((row) => row.holds) ? 0 : 1)

function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map((row) => row.name.length))
  return rows
    .map(({ name, ratio, target, holds }) =>
      [name.padEnd(width), ratio.toFixed(2).padStart(7), `target ${target}`.padEnd(12), holds ? 'holds' : 'MISSED'].join('  '),
    )
    .join('\n')
}
