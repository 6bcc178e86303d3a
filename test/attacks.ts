import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Tried } from './support/attacks.ts'

/** `npm run attacks`: every hostile input of the tests called `attacks`, and a table of what was tried, held and fell. */

const ROOT = path.resolve(import.meta.dirname, '..')
const FILE = path.join(ROOT, 'test-results/attacks.jsonl')
rmSync(FILE, { force: true })
const { status } = spawnSync(
  process.execPath,
  [path.join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', 'attacks', ...process.argv.slice(2)],
  {
    cwd: ROOT,
    env: { ...process.env, METERBOOK_LONG: '1' },
    stdio: 'inherit',
  },
)
const tried = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Tried)
const kinds = Map.groupBy(
  tried.toSorted((a, b) => a.line - b.line),
  ({ line, kind }) => `${line} | ${kind}`,
)
const rowOf = (name: string, of: readonly Tried[]): string => {
  const most = (figure: (one: Tried) => number) => Math.max(0, ...of.map(figure))
  const held = of.filter(({ isHeld }) => isHeld).length
  const figures = [
    of.length,
    held,
    of.length - held,
    most(({ seconds }) => seconds).toFixed(1),
    most(({ megabytes }) => megabytes).toFixed(0),
  ]
  return `| ${name} | ${figures.join(' | ')} |`
}
console.log('| line | kind | tried | held | fell | slowest, s | most memory, MB |\n| --- | --- | --- | --- | --- | --- | --- |')
for (const [name, of] of kinds) console.log(rowOf(name, of))
console.log(rowOf('all |', tried))
process.exit(status ?? 1)
