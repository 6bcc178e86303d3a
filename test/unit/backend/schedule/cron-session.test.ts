import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { cronEntry } from '../../../../electron/backend/schedule/texts/cron.ts'
import { nastyOrder, places } from '../../../support/schedulers/orders.ts'

/** Cron's script, run by a real shell: where the program that it starts finds the user's keychain. */

const isPosix = process.platform !== 'win32'
const run = promisify(execFile)

/** A computer whose sessions lie in a folder of the test, as elsewhere in /run/user; `hasBus`: a bus listens in the user's. */
async function session(hasBus: boolean) {
  // A socket's path is short.
  const folder = mkdtempSync(path.join(tmpdir(), 'cron-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const own = path.join(folder, 'user', String(userInfo().uid))
  mkdirSync(own, { recursive: true })
  if (hasBus) {
    const bus = createServer()
    await new Promise<void>((resolve) => bus.listen(path.join(own, 'bus'), resolve))
    onTestFinished(() => void bus.close())
  }
  const program = path.join(folder, 'meterbook')
  writeFileSync(program, '#!/bin/sh\necho "${XDG_RUNTIME_DIR-none} ${DBUS_SESSION_BUS_ADDRESS-none}"\n', { mode: 0o755 })
  const log = path.join(folder, 'log')
  const order = { ...nastyOrder, commandLine: { program, args: [] }, log }
  const [script] = cronEntry(order, places).texts
  const text = script?.text.replaceAll('/run/user/', `${folder}/user/`) ?? ''
  return {
    own,
    /** Runs it with cron's environment, which has neither, and what is given besides. */
    async variables(env: NodeJS.ProcessEnv = {}): Promise<string> {
      await run('/bin/sh', ['-c', text], { env: { HOME: folder, PATH: process.env['PATH'], ...env } })
      return readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) ?? ''
    },
  }
}

test.skipIf(!isPosix)(
  'is told of the session’s bus, where it is there when the script runs; what a session says itself stays',
  async () => {
    const { own, variables } = await session(true)
    expect(await variables()).toBe(`${own} unix:path=${own}/bus`)
    // 'Run now': the window has a session.
    expect(await variables({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/theirs' })).toBe(`${own} unix:path=/theirs`)
    expect(await variables({ XDG_RUNTIME_DIR: '/theirs', DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=x' })).toBe('/theirs unix:abstract=x')
  },
)

test.skipIf(!isPosix)('is told of none where none is there', async () => {
  const { variables } = await session(false)
  expect(await variables()).toBe('none none')
})
