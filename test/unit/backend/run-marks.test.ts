import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { markRun } from '../../../electron/backend/logged/run-marks.ts'

let dataFolder: string
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'run-marks-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))
const marks = () => readdirSync(path.join(dataFolder, 'logs'))
const plant = (name: string, mark: unknown) => {
  mkdirSync(path.join(dataFolder, 'logs'), { recursive: true })
  writeFileSync(path.join(dataFolder, 'logs', name), typeof mark === 'string' ? mark : JSON.stringify(mark))
}
/** The number of a process that has ended. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

test('a program leaves a mark while it runs, and none after a good end', () => {
  const run = markRun(dataFolder, 'web')
  expect(run.endedBadly).toBe(0)
  expect(marks()).toEqual([`running-web-${process.pid}`])
  run.clear()
  expect(marks()).toEqual([])
  expect(markRun(dataFolder, 'web').endedBadly).toBe(0)
})

test('the mark of a program that is gone is told once, to one of its kind', async () => {
  const pid = await endedPid()
  plant(`running-web-${pid}`, { pid, startedMs: Date.now(), who: 'web' })
  const cli = markRun(dataFolder, 'cli')
  expect(cli.endedBadly).toBe(0)
  const web = markRun(dataFolder, 'web')
  expect(web.endedBadly).toBe(1)
  web.clear()
  expect(markRun(dataFolder, 'web').endedBadly).toBe(0)
})

test('a program that runs still is none, one of before the computer started is', () => {
  const alive = process.ppid
  plant(`running-web-${alive}`, { pid: alive, startedMs: Date.now(), who: 'web' })
  expect(markRun(dataFolder, 'web').endedBadly).toBe(0)
  plant(`running-web-${alive}`, { pid: alive, startedMs: Date.now() - (os.uptime() + 60) * 1000, who: 'web' })
  expect(markRun(dataFolder, 'web').endedBadly).toBe(1)
})

test('the same number in another life is another program; a thread of the same process is the same', () => {
  plant(`running-web-${process.pid}`, { pid: process.pid, startedMs: Date.now() - (process.uptime() + 60) * 1000, who: 'web' })
  expect(markRun(dataFolder, 'web').endedBadly).toBe(1)
  expect(markRun(dataFolder, 'web').endedBadly).toBe(0)
})

test('nonsense in a mark is swept away and not told', () => {
  plant('running-web-1', '{')
  expect(markRun(dataFolder, 'web').endedBadly).toBe(0)
  expect(marks()).toEqual([`running-web-${process.pid}`])
})

test('a folder that cannot be written is no failure', () => {
  writeFileSync(path.join(dataFolder, 'logs'), '')
  const run = markRun(dataFolder, 'web')
  expect(run.endedBadly).toBe(0)
  run.clear()
  expect(existsSync(path.join(dataFolder, 'logs'))).toBe(true)
})
