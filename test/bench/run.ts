import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ensureBuilt from '../support/built.ts'
import { commitOf, isKept, keep, keptResults, machineOf, othersBusy } from './kept.ts'
import type { Asked } from './one.ts'
import { wantedOf, type Wanted } from './options.ts'
import { root } from './processes.ts'
import { lineOf, parseFigures, type Line, type Measured } from './report/measured.ts'
import { missingIn, writePage } from './report/page.ts'
import { QUICK_SENTENCE, table } from './report/table.ts'
import { keysOf } from './rows.ts'
import type { BenchName } from './sizes.ts'

/** `npm run bench`: see options.ts. Each bench is a process of its own, so that none inherits what another left in memory. */
const PAGE = path.join(root, 'docs/performance.md')
/** Percent of the processors that others may take. */
const NOISY = 10
const say = (text: string) => process.stderr.write(`${text}\n`)

const wanted = wantedOf(process.argv.slice(2))
if ('say' in wanted) {
  ;(wanted.code === 0 ? process.stdout : process.stderr).write(wanted.say)
  process.exit(wanted.code)
}
process.exit(await runAll(wanted))

async function runAll(asked: Wanted): Promise<number> {
  const { size, json, write, resume } = asked
  const names = asked.names.filter((name) => !(resume && size === 'full' && isKept(name, Date.now())))
  if (names.length < asked.names.length)
    say(`Measured within the last day: ${asked.names.filter((name) => !names.includes(name)).join(', ')}`)
  // What users start is the build; the command line would start from its sources, slower and larger, when it is not current.
  await ensureBuilt()
  const begunMs = performance.now()
  const lines: Line[] = []
  const failed: string[] = []
  for (const name of names) {
    const oneMs = performance.now()
    say(`\n${name} …`)
    try {
      const measured = await runOne(name, asked)
      if (size === 'full' && asked.turns === null) keep(name, measured)
      lines.push(...measured.map((one) => lineOf(name, size, one)))
    } catch (error) {
      failed.push(name)
      say(`The bench ${name} failed: ${(error as Error).message}`)
    }
    say(`${name}: ${seconds(performance.now() - oneMs)}`)
  }
  say('')
  process.stdout.write(
    json ? `${JSON.stringify(lines)}\n` : `${[...(size === 'quick' ? [QUICK_SENTENCE, ''] : []), table(lines)].join('\n')}\n`,
  )
  say(`${names.length} benches took ${seconds(performance.now() - begunMs)}`)
  if (failed.length > 0) say(`Failed: ${failed.join(', ')}. What they said stands above; the others were run.`)
  const isWritten = !write || writeDown(failed)
  const isShort = size === 'full' && lines.some(({ verdict }) => verdict === 'short')
  return failed.length > 0 || isShort || !isWritten ? 1 : 0
}

/** Runs a bench to its end, and returns a figure for each of its rows. */
async function runOne(name: BenchName, { parts, size, turns }: Wanted): Promise<Measured[]> {
  const asked: Asked = { name, size, parts, turns }
  const busy = size === 'full' ? await othersBusy() : null
  if (busy !== null && busy > NOISY) say(`The machine is busy with other things (${busy} %): figures of now say little.`)
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'one.ts'), JSON.stringify(asked)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => void (text += part))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`it ended with ${String(code)}`)
  const about = { at: new Date().toISOString(), commit: commitOf(), machine: machineOf(), busy }
  return parseFigures(text, keysOf(name, parts)).map((figure) => ({ ...figure, ...about }))
}

/** Writes the page; false, and a sentence, when it has to stay as it is. */
function writeDown(failed: readonly string[]): boolean {
  const results = keptResults()
  const missing = missingIn(results)
  if (failed.length === 0) {
    writeFileSync(PAGE, writePage(readFileSync(PAGE, 'utf8'), results))
    say(`Written: ${path.relative(root, PAGE)}${missing.length > 0 ? `; not measured yet: ${missing.join(', ')}` : ''}`)
    return missing.length === 0
  }
  say(`${path.relative(root, PAGE)} was not written: ${failed.join(', ')} failed. 'npm run bench -- --resume --write' carries on.`)
  return false
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`
}
