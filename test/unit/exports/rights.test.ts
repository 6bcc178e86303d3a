import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { writeWhole } from '../../../electron/exports/file.ts'

test.skipIf(process.platform === 'win32')('half a file is the user’s alone, the whole one has the usual rights', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meterbook-rights-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'a.csv')
  const half = () => readdirSync(folder).find((name) => name.endsWith('.part'))
  let seen = 0
  async function* content() {
    yield 'one\n'
    while (half() === undefined) await setImmediate()
    seen = statSync(join(folder, half() ?? '')).mode & 0o777
    yield 'two\n'
  }
  await writeWhole(file, Readable.from(content()))
  expect(seen).toBe(0o600)
  writeFileSync(join(folder, 'usual'), '')
  expect(statSync(file).mode).toBe(statSync(join(folder, 'usual')).mode)
  chmodSync(file, 0o640)
  await writeWhole(file, Readable.from(['three\n']))
  expect(statSync(file).mode & 0o777).toBe(0o640)
}) // oxfmt-ignore
