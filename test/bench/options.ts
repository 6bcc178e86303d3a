import { parseArgs } from 'node:util'
import { BENCH_NAMES, partsOf } from './rows.ts'
import type { BenchName } from './sizes.ts'

/** What `npm run bench -- …` was asked for. */
export interface Wanted {
  names: BenchName[]
  /** Parts of the one bench that is named; null: all. */
  parts: string[] | null
  size: 'full' | 'quick'
  turns: number | null
  json: boolean
  write: boolean
  resume: boolean
}

export const USAGE = `Usage: npm run bench -- [NAME…] [options]

Runs the named benches, or all of them, each in a process of its own, and prints one table. NAME is one of:
  ${BENCH_NAMES.map((name) => [name, partsOf(name).length > 0 ? ` (${partsOf(name).join(', ')})` : ''].join('')).join('\n  ')}

  --only PART[,PART…]  only these parts of the one bench that is named (in brackets above)
  --quick              small worlds and few repetitions: a smoke test, all in less than three minutes
  --turns N            how often both sides take their turn; such a run is not kept for the page
  --resume             leaves out the benches of which everything was measured in full within the last day
  --write              then writes docs/performance.md, of the newest full figures of each row
  --json               the figures as one JSON array in place of the table
  --help               this text

Exit code: 0 all bars met, 1 a row is short or a bench failed (with --quick: a bench failed), 2 the command is not understood.
`

/** What was asked for; a sentence when that cannot be understood, the usage when help is wished. */
export function wantedOf(args: readonly string[]): Wanted | { say: string; code: 0 | 2 } {
  const { values, positionals } = parsed(args)
  if (typeof values === 'string') return { say: values, code: 2 }
  if (values.help) return { say: USAGE, code: 0 }
  const bad = (sentence: string) => ({ say: `${sentence}\n`, code: 2 }) as const
  const unknown = positionals.filter((name) => !isName(name))
  const all = BENCH_NAMES.join(', ')
  if (unknown.length > 0) return bad(`There is no bench ${unknown.join(', ')}. The benches are ${all}.`)
  const names = positionals.length > 0 ? BENCH_NAMES.filter((name) => positionals.includes(name)) : BENCH_NAMES
  const parts = values.only?.split(',') ?? null
  const [first] = names
  if (parts !== null && (positionals.length !== 1 || !first)) return bad('--only chooses among the parts of one bench: name that bench.')
  const strange = (parts ?? []).filter((part) => first && !partsOf(first).includes(part))
  if (first && strange.length > 0)
    return bad(
      `The bench ${first} has no part ${strange.join(', ')}. ${partsOf(first).length > 0 ? `Its parts are ${partsOf(first).join(', ')}.` : 'It measures all at once.'}`,
    )
  const turns = values.turns === undefined ? null : Number(values.turns)
  if (turns !== null && !(Number.isInteger(turns) && turns > 0)) return bad('--turns wants a whole number from 1.')
  if (values.quick && values.write) return bad('--write is for full figures: the page is never written of a quick run.')
  if (values.write && turns !== null) return bad('--write is for full figures: leave --turns out.')
  const { json, write, resume } = values
  return { names, parts, size: values.quick ? 'quick' : 'full', turns, json, write, resume }
}

const isName = (name: string): name is BenchName => (BENCH_NAMES as string[]).includes(name)

function parsed(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: flag, turns: { type: 'string' }, only: { type: 'string' }, quick: flag, write: flag, resume: flag, help: flag },
    })
  } catch (error) {
    return { values: `${(error as Error).message}\n\n${USAGE}`, positionals: [] as string[] }
  }
}
