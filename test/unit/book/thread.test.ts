import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inThread } from '../../../electron/book/thread.ts'

test('a thread reads what the process that began it has compiled', async () => {
  const own = getCompileCacheDir()
  expect(own).toBeDefined()
  const folder = path.join(import.meta.dirname, '../../support/compiled')
  expect(await inThread({ folder, built: '', name: 'test', asked: null }, {})).toBe(own)
})
