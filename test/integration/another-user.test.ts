import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { admit } from '../support/admitted.ts'

/**
 * Another user of the same machine, who reads what the system shows of every program (its arguments) and every file
 * that file modes allow, while Meterbook opens itself in the browser.
 */
const isLinux = process.platform === 'linux'
if (!isLinux) console.warn('SKIPPED: the attack of another user is tested on Linux only (/proc, file modes).')

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'another-user-'))
const SECRETS = {
  METERBOOK_PASSWORD: 'Пароль-7d1',
  METERBOOK_VAULT_KEY: 'vault-key-of-this-test',
  MY_API_KEY: 'key-77',
}
const NOBODY = 65_534

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Stands for the system's opener: notes what it was given, and stays, as a browser does. */
function fakeOpener(): { program: string; seen: () => { args: string[]; env: Record<string, string> } | null } {
  const program = path.join(folder, 'xdg-open')
  const notes = path.join(folder, 'opened.json')
  const script = `const fs = require('node:fs'); fs.writeFileSync('${notes}.new', JSON.stringify({ args: process.argv.slice(2), env: process.env })); fs.renameSync('${notes}.new', '${notes}'); setInterval(() => { if (!fs.existsSync('${notes}')) process.exit() }, 50)`
  writeFileSync(`${program}.cjs`, script)
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${program}.cjs' "$@"\n`)
  chmodSync(program, 0o755)
  return { program, seen: () => (existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')) : null) }
}

/** The arguments of every program of the machine. */
function argumentsOfAll(): string {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.map((id) => readOrNothing(`/proc/${id}/cmdline`)).join('\n')
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

test.skipIf(!isLinux)(
  'the browser is opened by a file of the user alone; the token stands in no argument list, and no secret in its environment',
  async () => {
    const opener = fakeOpener()
    const child = spawn(process.execPath, [path.join(root, 'electron/start.ts'), '--browser'], {
      cwd: root,
      env: { ...process.env, ...SECRETS, PATH: `${folder}:${process.env['PATH']}`, METERBOOK_DATA: path.join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    let address = ''
    for await (const line of createInterface({ input: child.stdout })) {
      address = /http:\S+/.exec(line)?.[0] ?? ''
      if (address !== '') break
    }
    const token = new URL(address).searchParams.get('token') ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    await expect.poll(() => opener.seen()).not.toBeNull()
    const seen = opener.seen()

    // What the system shows to everybody.
    expect(argumentsOfAll()).toContain(`${opener.program}.cjs`)
    expect(argumentsOfAll()).not.toContain(token)
    // What the browser inherits, and hands on to its own children.
    expect(Object.keys(seen?.env ?? {})).toEqual(expect.arrayContaining(['PATH', 'METERBOOK_DATA']))
    for (const secret of [...Object.values(SECRETS), token]) expect(JSON.stringify(seen)).not.toContain(secret)

    // The file leads to the address, for its owner only.
    const file = fileURLToPath(seen?.args[0] ?? '')
    expect(readFileSync(file, 'utf8')).toContain(address)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
    if (process.getuid?.() === 0) {
      const other = { uid: NOBODY, gid: NOBODY, encoding: 'utf8' as const }
      expect(spawnSync('cat', [file], other)).toMatchObject({ stdout: '', stderr: expect.stringContaining('denied') })
      expect(spawnSync('ls', [path.dirname(file)], other).status).not.toBe(0)
    }

    // It goes away with the token's use; the address is then worth nothing.
    await admit(address)
    await expect.poll(() => existsSync(path.dirname(file))).toBe(false)
    await expect(admit(address)).rejects.toThrow('HTTP 401')
    child.kill('SIGHUP')
    expect(await exit).toEqual([0, null])
    rmSync(path.join(folder, 'opened.json'))
  },
)

test.skipIf(!isLinux)('an address that nobody opened leaves no file behind when Meterbook ends', async () => {
  const opener = fakeOpener()
  const child = spawn(process.execPath, [path.join(root, 'electron/start.ts'), '--browser'], {
    cwd: root,
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}`, METERBOOK_DATA: path.join(folder, 'data') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exit = once(child, 'exit')
  await expect.poll(() => opener.seen()).not.toBeNull()
  const file = fileURLToPath(opener.seen()?.args[0] ?? '')
  expect(existsSync(file)).toBe(true)
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(existsSync(path.dirname(file))).toBe(false)
  rmSync(path.join(folder, 'opened.json'))
})
