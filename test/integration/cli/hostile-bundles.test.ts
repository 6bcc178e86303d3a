import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBundle } from '../../../electron/exports/evidence/bundle.ts'
import { readZip, resum, writeZip } from '../../support/evidence-tampering.ts'
import { HOSTILE, withRoom } from '../../support/hostile-bundles.ts'
import { hostWithHeap, type LittleHost } from './in-little.ts'
import { builtCli } from './run-cli.ts'
import { sampleBook, sampleChoice } from '../../unit/exports/evidence/sample.ts'

/** A bundle that was made to end the program is answered: with an exit code and a sentence, in the memory that there is. */

const isLong = process.env['METERBOOK_LONG'] === '1'
const HEAP_MB = 500
/** Memory of the whole process: its code, its heaps and what SQLite and the ZIP hold. */
const MOST_MB = 500

let folder: string
let original: string
/** Where the program unpacks; nothing else is in there. */
let within: string
let host: LittleHost
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-hostile-'))
  within = mkdtempSync(join(folder, 'temporary-'))
  host = hostWithHeap(HEAP_MB, join(folder, 'data'), { TMPDIR: within })
  original = join(folder, 'original.zip')
  const book = sampleBook(folder)
  await writeBundle(book, sampleChoice, original, { version: '1', key: null })
  book.close()
})
afterAll(async () => {
  await host.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Linux alone tells the peak of this program and not of the one that started it. */
const SAYS_MEMORY = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs'
  const peakKb = () => process.platform === 'linux' ? /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1] : process.resourceUsage().maxRSS
  process.once('exit', () => process.stderr.write('\\nRSS ' + peakKb() + '\\n'))`)}`

/** As a user does it: by a process of its own, from the build. */
async function verifiedAlone(file: string) {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, '--import', SAYS_MEMORY, builtCli, 'verify', file], {
    env: { ...process.env, METERBOOK_DATA: join(folder, 'data'), TMPDIR: within, NODE_OPTIONS: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, says: stdout + stderr, mb: Number(/RSS (\d+)/.exec(stderr)?.[1]) / 1024, left: readdirSync(within) }
}

/** By a process that verifies one after another: its start takes longer than most of them. */
async function verified(file: string) {
  const { code, stdout, stderr, peakKb } = await host.run(['verify', file])
  return { code, says: stdout + stderr, mb: peakKb / 1024, left: readdirSync(within) }
}

/** By day one that ends with each code; by night all. */
const ALONE = new Set(isLong ? HOSTILE : [0, 1, 5].map((exit) => HOSTILE.find((one) => one.exit === exit)))
const today = HOSTILE.filter(({ byNight = false }) => isLong || !byNight)

const only = process.env['METERBOOK_HOSTILE']
test.each(today.filter(({ what }) => only === undefined || what.includes(only)))('$what', async (bundle) => {
  const { what, make, keepsSums = false, exit, says } = bundle
  const files = await readZip(original)
  withRoom(files)
  make(files, folder)
  if (!keepsSums) resum(files)
  const file = join(folder, 'hostile.zip')
  await writeZip(file, files)
  files.clear()
  const outcome = await (ALONE.has(bundle) ? verifiedAlone(file) : verified(file))
  if (process.env['METERBOOK_TRACE']) console.log(`${what} | exit ${String(outcome.code)} | ${Math.round(outcome.mb)} MB`)
  expect(outcome).toMatchObject({ code: exit, left: [] })
  expect(outcome.says).toMatch(says)
  expect(outcome.mb).toBeLessThan(MOST_MB)
})
