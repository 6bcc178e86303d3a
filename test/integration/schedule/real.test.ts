import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSchedules } from '../../../electron/backend/schedule/schedules.ts'
import { launchdEntry } from '../../../electron/backend/schedule/texts/launchd.ts'
import { systemdEntry } from '../../../electron/backend/schedule/texts/systemd.ts'
import { USUAL_TIMES } from '../../../electron/contract/schedule-words.ts'
import { nastyOrder, places } from '../../support/schedulers/orders.ts'
import { builtCli } from '../cli/run-cli.ts'

/** What only a real system can say. Where it is not there, the test is skipped by name. */

const isThere = (tool: string) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0

test.skipIf(process.platform !== 'linux' || !isThere('systemd-analyze'))(
  'systemd-analyze finds no fault in the units (skipped where it is not installed)',
  () => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'meterbook-units-'))
    const program = path.join(home, 'program', path.basename(path.dirname(nastyOrder.commandLine.program)), 'meterbook')
    mkdirSync(path.dirname(program), { recursive: true })
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    const order = { ...nastyOrder, commandLine: { program, args: [] } }
    const { texts } = systemdEntry(order, { ...places, home, config: home })
    try {
      for (const { file, text } of texts) {
        mkdirSync(path.dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
      for (const { file } of texts) {
        // Its exit code speaks of the machine's other units as well.
        const { stderr } = spawnSync('systemd-analyze', ['--user', 'verify', file], {
          encoding: 'utf8',
          env: { ...process.env, HOME: home },
        })
        expect(stderr.split('\n').filter((line) => line.includes('meterbook-'))).toEqual([])
      }
      const calendar = texts[1]?.text.match(/OnCalendar=(.*)/)?.[1] ?? ''
      expect(spawnSync('systemd-analyze', ['calendar', calendar]).status).toBe(0)
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
)

test.skipIf(process.platform !== 'darwin')('plutil finds no fault in the property list (skipped on other systems than macOS)', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'meterbook-plist-'))
  const file = path.join(folder, 'a.plist')
  writeFileSync(file, launchdEntry(nastyOrder, places).texts[0]?.text ?? '')
  const { status, stdout } = spawnSync('plutil', ['-lint', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true, force: true })
  expect([status, stdout]).toEqual([0, `${file}: OK\n`])
})

/** The workflow has accounts of its own, which may be changed; a developer's may not. */
const mayWrite = process.env['METERBOOK_REAL_SCHEDULER'] === '1'

test.skipIf(!mayWrite)(
  "the system's own scheduler takes an entry, starts it, and lets it go (skipped without METERBOOK_REAL_SCHEDULER=1)",
  async () => {
    const data = mkdtempSync(path.join(os.tmpdir(), 'meterbook-real-schedule-'))
    const book = path.join(data, 'Книга & 50.meterbook')
    // No book: the run has to say so.
    writeFileSync(book, 'no book')
    const commandLine = { program: process.execPath, args: [builtCli] }
    const schedules = createSchedules({ host: { dataFolder: data, commandLine, systemTimeZone: 'UTC' }, nowMs: Date.now })
    try {
      const written = await schedules.set(book, { ...USUAL_TIMES, days: ['mon', 'sun'] })
      expect(written).toMatchObject({ standing: 'on', lastRun: null })
      // On Windows a run needs somebody who is logged on at a screen, and the workflow's machine has nobody.
      if (process.platform !== 'win32') {
        await schedules.run(book)
        let now = written
        while (now.lastRun === null || now.lastRun.end === 'running') {
          await wait(200)
          now = (await schedules.of(book)) ?? written
        }
        expect(now.lastRun).toMatchObject({ end: 'failed' })
        expect(now.says).not.toEqual([])
      }
      await schedules.remove(written.id)
      expect(await schedules.all()).toEqual([])
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  },
)
