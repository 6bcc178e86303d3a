import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearUnfinished, temporaryFolder, unfinishedName } from '../../../electron/book/file/unfinished.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unfinished-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The number of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid as number
}
const ofProcess = (name: string, pid: number) => name.replace(String(process.pid), String(pid))

test('what a process left that lives no more is cleared, files with their journals and folders', async () => {
  const dead = await deadProcess()
  const file = ofProcess(unfinishedName(), dead)
  const left = [file, `${file}-journal`, ofProcess(unfinishedName('new'), dead)]
  for (const name of left) writeFileSync(join(folder, name), 'x')
  const inside = ofProcess(basename(temporaryFolder('verify', folder)), dead)
  mkdirSync(join(folder, inside))
  writeFileSync(join(folder, inside, 'report.pdf'), 'x')
  expect(clearUnfinished(folder).sort()).toEqual([...left, inside].sort())
})

test('what this process makes stays, and so does what only looks alike', async () => {
  const dead = await deadProcess()
  writeFileSync(join(folder, unfinishedName()), 'x')
  temporaryFolder('bundle', folder)
  for (const name of [
    'book.meterbook.part',
    `.meterbook-${dead}.part`,
    `.meterbook-${dead}-0123456789ab.pdf`,
    `meterbook-${dead}-abcdef`,
  ])
    // oxfmt-ignore
    writeFileSync(join(folder, name), 'x')
  // A link with such a name is somebody's trap; a file where a folder is meant is nobody's.
  writeFileSync(join(folder, 'mine'), 'x')
  symlinkSync(join(folder, 'mine'), join(folder, ofProcess(unfinishedName(), dead)))
  writeFileSync(join(folder, `meterbook-verify-${dead}-abcdef`), 'x')
  const before = readdirSync(folder)
  expect(clearUnfinished(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual(before)
})

test('a folder that is not there has nothing to clear', () => {
  expect(clearUnfinished(join(folder, 'gone'))).toEqual([])
})
