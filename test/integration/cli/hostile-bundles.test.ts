import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBundle } from '../../../electron/exports/evidence/bundle.ts'
import { readZip, resum, writeZip } from '../../support/evidence-tampering.ts'
import { HOSTILE, withRoom } from '../../support/hostile-bundles.ts'
import { builtCli } from './run-cli.ts'
import { sampleBook, sampleChoice } from '../../unit/exports/evidence/sample.ts'

/** A bundle that was made to end the program is answered: with an exit code and a sentence, in the memory that there is. */

const HEAP_MB = 500
/** Memory of the whole process: its code, its heaps and what SQLite and the ZIP hold. */
const MOST_MB = 500

let folder: string
let original: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-hostile-'))
  original = join(folder, 'original.zip')
  const book = sampleBook(folder)
  await writeBundle(book, sampleChoice, original, { version: '1', key: null })
  book.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Linux alone tells the peak of this program and not of the one that started it. */
const SAYS_MEMORY = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs'
  const peakKb = () => process.platform === 'linux' ? /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1] : process.resourceUsage().maxRSS
  process.once('exit', () => {
    const { user, system } = process.cpuUsage()
    process.stderr.write('\\nRSS ' + peakKb() + ' CPU ' + (user + system) + '\\n')
  })`)}`

async function verified(file: string) {
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, '--import', SAYS_MEMORY, builtCli, 'verify', file], {
    env: { ...process.env, METERBOOK_DATA: join(folder, 'data'), TMPDIR: temporary, NODE_OPTIONS: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const [, rss = '0', cpu = '0'] = /RSS (\d+) CPU (\d+)/.exec(stderr) ?? []
  const left = readdirSync(temporary)
  return { code, signal, says: stdout + stderr, mb: Math.round(Number(rss) / 1024), cpuMs: Math.round(Number(cpu) / 1000), left }
}

const only = process.env['METERBOOK_HOSTILE']
test.each(HOSTILE.filter(({ what }) => only === undefined || what.includes(only)))(
  '$what',
  async ({ what, make, keepsSums = false, exit, says }) => {
    const files = await readZip(original)
    withRoom(files)
    make(files, folder)
    if (!keepsSums) resum(files)
    const file = join(folder, 'hostile.zip')
    await writeZip(file, files)
    files.clear()
    const outcome = await verified(file)
    if (process.env['METERBOOK_TRACE']) console.log(`${what} | exit ${String(outcome.code)} | ${outcome.cpuMs} ms | ${outcome.mb} MB`)
    expect(outcome).toMatchObject({ code: exit, signal: null, left: [] })
    expect(outcome.says).toMatch(says)
    expect(outcome.mb).toBeLessThan(MOST_MB)
  },
)
