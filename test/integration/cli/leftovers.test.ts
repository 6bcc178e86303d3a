import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBook } from '../../unit/exports/evidence/sample.ts'
import { meterbook } from './run-cli.ts'

/** What writers leave where the disk is full: nothing, at once. */

let folder: string
let book: string
let disk: string
const inShell = (line: string) => spawnSync('sh', ['-c', line]).status === 0
let isMounted = false

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-full-'))
  sampleBook(folder).close()
  book = join(folder, 'a.meterbook')
  disk = join(folder, 'disk')
  mkdirSync(disk)
  isMounted = inShell(`mount -t tmpfs -o size=${Math.floor(statSync(book).size / 2)} tmpfs '${disk}'`)
})
afterAll(() => {
  if (isMounted) inShell(`umount '${disk}'`)
  rmSync(folder, { recursive: true, force: true })
})

test.for(['backup', 'share', 'restore'])('%s to a disk that is full leaves no file and no journal there', async (name, { skip }) => {
  skip(!isMounted, 'a small disk can be mounted by root on Linux only')
  const target = join(disk, 'b.meterbook')
  const args = name === 'restore' ? ['--book', target, book] : ['--book', book, '--out', target]
  const done = await meterbook([name, ...args, ...(name === 'share' ? ['--stations', 'all'] : [])], folder)
  expect([done.code, done.stderr]).toEqual([5, expect.stringContaining('The disk is full')])
  // The lock of a book that was to be restored stays, as every lock does.
  expect(readdirSync(disk).filter((left) => left !== 'b.meterbook.lock')).toEqual([])
})
