import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { fractions, seedOf } from '../../support/child.ts'
import { sampleBook } from '../../unit/exports/evidence/sample.ts'
import { meterbookProcess, start } from './run-cli.ts'

/** `kill -9` of every command that writes, at random moments: the next run of the command finds the book sound, and leaves no trace of the one before. */
const seed = seedOf()
const HOUR_MS = 3_600_000

let folder: string
let env: NodeJS.ProcessEnv
const at = (name: string) => join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-kills-'))
  for (const name of ['out', 'lake', 'temp', 'data', 'sync']) mkdirSync(at(name))
  // Nothing else is in there: what is left there was left by the command.
  env = { TMPDIR: at('temp'), METERBOOK_VAULT_KEY: '07'.repeat(32) }
  const book = sampleBook(folder)
  const archive = { equipmentId: 101, archiveType: 'hourly', view: 'general' } as const
  const from = Date.parse('2026-01-01T00:00:00Z')
  book.page(() =>
    book.readings.put(
      archive,
      Array.from({ length: 6000 }, (_, hour) => ({
        atMs: from + hour * HOUR_MS,
        values: { P: hour / 7, T: hour / 3 },
      })),
    ),
  )
  book.close()
  copyFileSync(at('a.meterbook'), at('other.meterbook'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const book = ['--book']
const COMMANDS: Record<string, { args: () => string[]; out?: string }> = {
  'export csv': { args: () => ['export', 'readings', ...book, at('a.meterbook'), '--out', at('out/a.csv')], out: 'out/a.csv' },
  'export xlsx': { args: () => ['export', 'readings', ...book, at('a.meterbook'), '--out', at('out/a.xlsx')], out: 'out/a.xlsx' },
  report: { args: () => ['report', 'passport', ...book, at('a.meterbook'), '--stations', '1', '--out', at('out/a.pdf')], out: 'out/a.pdf' },
  evidence: {
    args: () => ['evidence', ...book, at('a.meterbook'), '--stations', '1', '--sign', '--out', at('out/a.zip')],
    out: 'out/a.zip',
  },
  share: {
    args: () => ['share', ...book, at('a.meterbook'), '--stations', 'all', '--out', at('out/shared.meterbook')],
    out: 'out/shared.meterbook',
  },
  backup: { args: () => ['backup', ...book, at('a.meterbook'), '--out', at('out/backup.meterbook')], out: 'out/backup.meterbook' },
  restore: { args: () => ['restore', ...book, at('restored.meterbook'), at('other.meterbook')] },
  merge: { args: () => ['merge', ...book, at('a.meterbook'), at('other.meterbook')] },
  'export lake': { args: () => ['export', 'lake', ...book, at('a.meterbook'), '--out', at('lake')] },
  verify: { args: () => ['verify', at('bundle.zip')] },
  'sync --demo': { args: () => ['sync', '--demo', ...book, at('sync/demo.meterbook'), '--archives', 'reference'] },
}

/** One of each command, more in the long run. */
const KILLS = process.env['METERBOOK_LONG'] === '1' ? 150 : Object.keys(COMMANDS).length

/** What stands unfinished somewhere in the folders: no name of ours, no journal of one. */
const unfinished = () =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /(^|\/)(\.meterbook-|meterbook-[a-z]+-\d+-)|\.(part|new)(-\w+)?$/.test(name))

const sound = (file: string): void => {
  const made = openBook(file, { mode: 'write', now: Date.now })
  expect([file, made.integrity().problems]).toEqual([file, []])
  made.close()
}
const hashOf = (name: string) =>
  existsSync(at(name))
    ? createHash('sha256')
        .update(readFileSync(at(name)))
        .digest('hex')
    : null

test(`${KILLS} kills (METERBOOK_SEED=${seed})`, async () => {
  const random = fractions(seed)
  const run = (args: string[]) => meterbookProcess(args, at('data'), env)
  expect((await run(['evidence', ...book, at('a.meterbook'), '--stations', '1', '--sign', '--out', at('bundle.zip')])).code).toBe(0)
  const names = Object.keys(COMMANDS)
  const seen = { killed: 0, left: 0 }
  for (const [nth, name] of names.entries()) {
    const { args, out } = COMMANDS[name] as (typeof COMMANDS)[string]
    const whole = async () => {
      const begun = performance.now()
      const { code, stderr } = await run(args())
      expect([name, code, stderr, unfinished()]).toEqual([name, 0, stderr, []])
      return performance.now() - begun
    }
    // How long it takes on this machine.
    const lasts = await whole()
    for (let kill = nth; kill < KILLS; kill += names.length) {
      const before = out === undefined ? null : hashOf(out)
      const running = start(args(), at('data'), env)
      running.child.stdin.end()
      await sleep(lasts * (0.3 + 0.5 * random()))
      running.child.kill('SIGKILL')
      const { signal } = await running.done
      if (signal === 'SIGKILL') seen.killed++
      if (unfinished().length > 0) seen.left++
      // A file is the one of before, or another whole one.
      if (out !== undefined && hashOf(out) !== before) await wholeOrFail(out, run)
      for (const file of ['a.meterbook', 'restored.meterbook', 'sync/demo.meterbook']) if (existsSync(at(file))) sound(at(file))
    }
    await whole()
  }
  console.log(`${KILLS} kills: ${seen.killed} in the middle, ${seen.left} left something, which the next run cleared`)
  expect(seen.killed).toBeGreaterThan(0)
}, 900_000)

/** What stands under its real name is whole. */
async function wholeOrFail(out: string, run: (args: string[]) => Promise<{ code: number | null; stderr: string }>): Promise<void> {
  const bytes = readFileSync(at(out))
  if (out.endsWith('.meterbook')) return sound(at(out))
  if (out.endsWith('.csv')) return expect(bytes.toString().endsWith('\n')).toBe(true)
  if (out.endsWith('.pdf')) return expect(bytes.subarray(-6).toString().trim()).toBe('%%EOF')
  if (out.endsWith('.xlsx')) return expect(bytes.subarray(-22, -18).toString('latin1')).toBe('PK\u0005\u0006')
  const verified = await run(['verify', at(out)])
  expect([out, verified.code, verified.stderr]).toEqual([out, 0, verified.stderr])
}
