import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Contents, Sizes } from './contents.ts'
import type { System } from './pack.ts'

/**
 * What a packed program holds is written down, so that a file that slips in, or grows, is seen by a person before users get it:
 * `lists/SYSTEM.txt` has the files, `lists/budget.json` the bytes.
 */
export const RENEW = 'If that is meant, `npm run build && npm run dist:lists` writes the lists anew: commit them.'

/** Room for what is added from day to day. */
const ROOM = 1.05
const STEP = 100_000

const fileOf = (root: string, name: string) => path.join(root, 'packaging/lists', name)

/** What is packed and not listed, listed and not packed, and what is over its budget: a sentence each; empty: it is as written down. */
export function differences(root: string, { list, system }: System, { lines, sizes }: Contents): string[] {
  const listed = new Set(readFileSync(fileOf(root, list), 'utf8').split(/\r?\n/).filter(Boolean))
  const packed = new Set(lines)
  const budget = budgetOf(root)[system]
  return [
    ...lines.filter((line) => !listed.has(line)).map((line) => `Packed and not on ${list}: ${line}`),
    ...[...listed].filter((line) => !packed.has(line)).map((line) => `On ${list} and not packed: ${line}`),
    ...(Object.keys(sizes) as (keyof Sizes)[])
      .filter((name) => sizes[name] > budget[name])
      .map((name) => `${name} for ${system} has ${sizes[name]} bytes, and ${budget[name]} are its budget.`),
  ]
}

/** Writes a system's list and its budget: what it has now, and a twentieth more. */
export function renew(root: string, { list, system }: System, { lines, sizes }: Contents): void {
  writeFileSync(fileOf(root, list), `${lines.join('\n')}\n`)
  const own = Object.fromEntries(Object.entries(sizes).map(([name, bytes]) => [name, Math.ceil((bytes * ROOM) / STEP) * STEP]))
  writeFileSync(fileOf(root, 'budget.json'), `${JSON.stringify({ ...budgetOf(root), [system]: own }, null, 2)}\n`)
}

function budgetOf(root: string): Record<System['system'], Sizes> {
  return JSON.parse(readFileSync(fileOf(root, 'budget.json'), 'utf8')) as Record<System['system'], Sizes>
}
