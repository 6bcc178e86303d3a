import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { BARS } from './bars.ts'
import { findForTests } from './for-tests/offer.ts'
import { findInstalled, findPacked } from './program.ts'
import { lineOf, runSteps } from './run-steps.ts'
import { STEPS, type Given } from './steps.ts'
import { STATION } from './window-steps.ts'

/**
 * `npm run dist:drive`: drives the program that electron-builder has packed into `dist`, as a user would, and writes what it saw and
 * measured into `test-results/packed`: report.json and a picture of each window. `--must`: without a packed program, or without that
 * for tests (`npm run dist:for-tests`), it fails. `--installed FOLDER`: the program that a deb has put there.
 */
const root = path.resolve(import.meta.dirname, '../..')
const dist = path.join(root, 'dist')
const out = path.join(root, 'test-results/packed')

const { must, installed } = parseArgs({ options: { must: { type: 'boolean' }, installed: { type: 'string' } } }).values
const packed = installed === undefined ? findPacked(dist) : findInstalled(installed)
if (!packed) {
  console.warn(`SKIPPED: no packed program in ${installed ?? dist} (npm run dist makes it).`)
  process.exit(must ? 1 : 0)
}
const forTests = findForTests(path.join(dist, 'for-tests'))
if (must && !forTests) {
  console.error('No program is packed for tests in dist/for-tests: npm run dist:for-tests makes it.')
  process.exit(1)
}
const work = mkdtempSync(path.join(os.tmpdir(), 'meterbook-packed-'))
mkdirSync(out, { recursive: true })
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Given['manifest']
const given: Given = { packed, dist, work, manifest, forTests, pictures: out, books: await makeBooks(work) }
const outcomes = await runSteps(STEPS, given, (outcome) => console.log(lineOf(outcome)))
const machine = {
  system: `${process.platform} ${os.release()}`,
  processor: process.arch,
  cores: os.cpus().length,
  memoryBytes: os.totalmem(),
}
const bars = BARS.map(({ of, most, because }) => ({ of: of.source, most, because }))
writeFileSync(path.join(out, 'report.json'), `${JSON.stringify({ machine, bars, outcomes }, null, 2)}\n`)
rmSync(work, { recursive: true, force: true, maxRetries: 10 })
process.exit(outcomes.some(({ state }) => state === 'failed') ? 1 : 0)

/** Three months of one station, by the project's own command line, and its copy under another name. */
async function makeBooks(folder: string): Promise<Given['books']> {
  const [first, second] = [path.join(folder, 'north.meterbook'), path.join(folder, 'south.meterbook')]
  const asked = ['--demo', '--book', first, '--stations', String(STATION), '--archives', 'reference,hourly,daily', '--views', 'general']
  const env = { ...process.env, METERBOOK_DATA: path.join(folder, 'maker') }
  await promisify(execFile)(process.execPath, ['electron/entry.cjs', 'cli', 'sync', ...asked], { cwd: root, env, maxBuffer: 1 << 26 })
  copyFileSync(first, second)
  return { first, second }
}
