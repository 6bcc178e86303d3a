import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Entries started on the machine's own Node, when that is an old one: a sentence and exit 2, before anything native loads. */
const root = path.resolve(import.meta.dirname, '../..')
const oldNode = findOldNode()

function findOldNode(): string | null {
  const own = path.join(root, 'node_modules')
  const folders = ['/usr/local/bin', '/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)]
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const programs = folders.filter((folder) => !folder.startsWith(own)).map((folder) => path.join(folder, name))
  const isOld = (program: string) => Number.parseInt(execFileSync(program, ['-p', 'process.versions.node']).toString(), 10) < 22
  return programs.find((program) => existsSync(program) && isOld(program)) ?? null
}

if (!oldNode) console.warn('SKIPPED: no Node older than 22 on this machine; the refusal of old versions is not tested here.')

function start(...args: string[]) {
  const { status, stdout, stderr, signal } = spawnSync(oldNode ?? '', args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, stdout, stderr, signal }
}

test.skipIf(!oldNode).each([
  ['out/main/web.cjs', []],
  ['out/main/cli.cjs', ['status', '--book', 'x.meterbook']],
  ['electron/entry.cjs', ['start']],
  ['electron/entry.cjs', ['web']],
  ['electron/entry.cjs', ['cli', '--help']],
])('%s %j', (entry, args) => {
  const { status, stdout, stderr, signal } = start(path.join(root, entry), ...args)
  expect(signal).toBeNull()
  expect(stderr).toMatch(/^Meterbook needs Node\.js 22(\.18)? or newer[^\n]*, and this is \d+\.\d+\.\d+: update it[^\n]*\.\n$/)
  expect(stdout).toBe('')
  expect(status).toBe(2)
})
