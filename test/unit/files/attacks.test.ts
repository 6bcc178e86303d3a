import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect } from 'vitest'
import { MeterbookError } from '../../../electron/contract/errors.ts'
import { readRegular, readRegularNow } from '../../../electron/files/regular-file.ts'
import { attacks } from '../../support/attacks.ts'
import { canBeNobody, NOBODY } from '../../support/nobody.ts'
import { testFolder } from '../../support/pull.ts'

/** A file changes while it is read: what comes back is all of it as it was, or a failure that says so. */

const folder = testFolder()
afterAll(() => folder.remove())
const MOST = 64 * 1024 * 1024
const MODULE = new URL('../../../electron/files/regular-file.ts', import.meta.url).pathname

/** A program that changes the file without end, until it is killed; it prints a line once it has begun. */
async function changing(script: string, file: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [
    '-e',
    `const fs = require('node:fs'); const file = process.argv[1]; console.log('begun'); ${script}`,
    file,
  ])
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
}

/** Reads while the file changes; returns what came back and the reasons of failures. */
async function readOften(file: string, times = 60): Promise<{ read: Buffer[]; reasons: Set<unknown> }> {
  const [read, reasons] = [[] as Buffer[], new Set<unknown>()]
  for (let time = 0; time < times; time++)
    for (const one of [() => readRegular(file, { most: MOST }), async () => readRegularNow(file, { most: MOST })])
      try {
        read.push(await one())
      } catch (error) {
        expect(error).toBeInstanceOf(MeterbookError)
        expect((error as MeterbookError).code).toBe('FILE_NOT_READABLE')
        reasons.add((error as MeterbookError).data['reason'])
      }
  return { read, reasons }
}

describe.skipIf(process.platform === 'win32')('a file that is read', () => {
  attacks(3, 'a file changes while it is read', [
    {
      name: 'a pipe takes its place and goes',
      async run() {
        const [file, pipe] = [folder.file('swapped'), folder.file('pipe')]
        writeFileSync(file, 'whole')
        execFileSync('mkfifo', [pipe])
        const stop = await changing(
          "for (;;) { try { fs.symlinkSync(file.replace('swapped', 'pipe'), file + '-l'); fs.renameSync(file + '-l', file); fs.writeFileSync(file + '-n', 'whole'); fs.renameSync(file + '-n', file) } catch {} }",
          file,
        )
        const { read, reasons } = await readOften(file, 300)
        await stop()
        expect(read.every((bytes) => bytes.toString() === 'whole')).toBe(true)
        expect([...reasons].every((reason) => reason === 'pipe' || reason === 'ENOENT')).toBe(true)
      },
    },
    {
      name: 'it grows without end',
      async run() {
        const file = folder.file('growing')
        writeFileSync(file, 'x'.repeat(4_000_000))
        const stop = await changing(
          "for (;;) { fs.appendFileSync(file, 'y'.repeat(1000)); if (fs.statSync(file).size > 2e7) fs.truncateSync(file, 4e6) }",
          file,
        )
        const { reasons } = await readOften(file)
        await stop()
        expect([...reasons].every((reason) => reason === 'UNSTEADY')).toBe(true)
      },
    },
    {
      name: 'it is cut again and again',
      async run() {
        const file = folder.file('cut')
        writeFileSync(file, 'x'.repeat(4_000_000))
        const stop = await changing('for (;;) { fs.truncateSync(file, 100); fs.truncateSync(file, 4e6) }', file)
        const { read, reasons } = await readOften(file)
        await stop()
        expect(read.every(({ length }) => length === 100 || length === 4_000_000)).toBe(true)
        expect([...reasons].every((reason) => reason === 'UNSTEADY')).toBe(true)
      },
    },
    {
      name: 'it is as large as may be, and a byte larger',
      async run() {
        const file = folder.file('large')
        writeFileSync(file, '')
        truncateSync(file, 1000)
        expect(await readRegular(file, { most: 1000 })).toHaveLength(1000)
        truncateSync(file, 1001)
        await expect(readRegular(file, { most: 1000 })).rejects.toMatchObject({ data: { reason: 'EFBIG' } })
        expect(() => readRegularNow(file, { most: 1000, tooLarge: () => new Error('own') })).toThrow('own')
      },
    },
    {
      name: 'a request to end comes before its first byte',
      async run() {
        const file = folder.file('asked')
        writeFileSync(file, 'x')
        await expect(readRegular(file, { most: 10 }, AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
      },
    },
    {
      name: 'another user’s file that may not be read',
      run() {
        if (!canBeNobody(MODULE)) return
        const file = folder.file('secret')
        writeFileSync(file, 'x')
        chmodSync(file, 0o000)
        const script = `import(${JSON.stringify(MODULE)}).then(({ readRegularNow }) => readRegularNow(process.argv[1], { most: 9 })).catch((error) => console.log(error.code, error.data.reason))`
        const said = execFileSync(process.execPath, ['-e', script, file], {
          ...NOBODY,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        })
        expect(said).toMatch(/^FILE_NOT_READABLE E(?:ACCES|PERM)/)
        rmSync(file)
      },
    },
    {
      name: 'a chain of forty links',
      async run() {
        const target = folder.file('end')
        writeFileSync(target, 'end')
        let last = target
        for (let nth = 0; nth < 45; nth++) {
          const link = folder.file(`link-${nth}`)
          symlinkSync(last, link)
          last = link
        }
        await expect(readRegular(last, { most: 9 })).rejects.toMatchObject({ data: { reason: 'ELOOP' } })
        expect((await readRegular(folder.file('link-20'), { most: 9 })).toString()).toBe('end')
      },
    },
  ])
})
