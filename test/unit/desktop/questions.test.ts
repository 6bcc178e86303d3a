import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startUtilityProcess, wasEndedHere } from '../../../electron/desktop/questions.ts'
import * as standIn from '../../support/electron-stand-in/electron.ts'

/** The utility process of questions: it is ended whenever that is asked, and takes nobody along. */
vi.mock('electron', () => import('../../support/electron-stand-in/electron.ts'))

let folder: string
let program: string
beforeAll(async () => {
  await standIn.app.whenReady()
  folder = mkdtempSync(path.join(os.tmpdir(), 'utility-'))
  program = path.join(folder, 'idle.cjs')
  writeFileSync(program, 'process.on("disconnect", () => process.exit()); process.send({ end: {} }); setInterval(() => {}, 1000)')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const gone = { name: 'Meterbook questions', reason: 'killed' } as const

test('one that is ended before it is launched is ended when it is', async () => {
  const ended = Promise.withResolvers<void>()
  const own = startUtilityProcess(program)(() => undefined, ended.resolve)
  const child = standIn.utilityProcess.all.at(-1)
  expect(child?.pid).toBeUndefined()
  own.kill()
  await ended.promise
  expect(wasEndedHere(gone)).toBe(true)
})

test('its end is none of ours unless it was ended here, and each is told once', async () => {
  const ended = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<void>()
  const own = startUtilityProcess(program)(() => ready.resolve(), ended.resolve)
  await ready.promise
  expect(wasEndedHere(gone)).toBe(false)
  own.kill()
  own.kill()
  await ended.promise
  own.kill()
  const told = [{ ...gone, name: 'Network Service' }, { ...gone, reason: 'crashed' as const }, gone, gone]
  expect(told.map(wasEndedHere)).toEqual([false, false, true, false])
})

test('a fatal error of its engine is thrown nowhere', async () => {
  const ended = Promise.withResolvers<void>()
  const own = startUtilityProcess(program)(() => undefined, ended.resolve)
  expect(() => standIn.utilityProcess.all.at(-1)?.emit('error', 'FatalError', 'v8', '{}')).not.toThrow()
  own.kill()
  await ended.promise
  expect(wasEndedHere(gone)).toBe(true)
})
