import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { olderBook, OLDER_VERSION, versionOf } from '../../support/older-book.ts'
import { note } from '../../unit/book/backups/support.ts'
import { NOW, station } from '../../unit/book/fixtures.ts'
import { meterbook } from './run-cli.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-backups-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a backup is made now and listed; a restore is previewed, changes nothing, and then brings the book back', async () => {
  const file = join(folder, 'trip.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.page(() => book.stations.put([station({ id: 1 })], NOW))
  book.close()
  expect((await meterbook(['backup', '--book', file], folder)).code).toBe(2)
  const made = await meterbook(['backup', '--book', file, '--now', '--json'], folder)
  const { backup } = JSON.parse(made.stdout) as { backup: { file: string } }
  const list = await meterbook(['backup', '--book', file, '--list'], folder)
  expect([list.code, list.stdout]).toEqual([0, expect.stringContaining(backup.file)])

  const again = openBook(file, { mode: 'write', now: () => NOW })
  note(again, 'written since')
  again.close()
  const preview = await meterbook(['restore', '--book', file, backup.file, '--preview'], folder)
  expect(preview.code).toBe(0)
  expect(preview.stdout).toMatch(/note would be lost: ГРП-1 · Olga · written since/)
  expect(preview.stdout).toContain('Nothing was changed')
  const asJson = JSON.parse((await meterbook(['restore', '--book', file, backup.file, '--preview', '--json'], folder)).stdout) as object
  expect(asJson).toMatchObject({ changed: { lost: 1, back: 0, other: 0 }, exit: 0 })
  const notes = () => {
    const open = openBook(file, { mode: 'read', now: () => NOW })
    const { total } = open.notes.query({})
    open.close()
    return total
  }
  expect(notes()).toBe(1)
  expect((await meterbook(['restore', '--book', file, backup.file], folder)).code).toBe(0)
  expect(notes()).toBe(0)
})

test('any command that opens an older book copies it first, unless it is told not to', async () => {
  const file = olderBook(join(folder, 'old.meterbook'))
  expect((await meterbook(['status', '--book', file], folder)).code).toBe(0)
  const { backups } = JSON.parse((await meterbook(['backup', '--book', file, '--list', '--json'], folder)).stdout) as {
    backups: { file: string; why: string }[]
  }
  expect(backups.map(({ why }) => why)).toEqual(['migration'])
  expect(versionOf(backups[0]?.file ?? '')).toBe(OLDER_VERSION)
  const other = olderBook(join(folder, 'other.meterbook'))
  expect((await meterbook(['status', '--book', other, '--without-copy'], folder)).code).toBe(0)
  expect(versionOf(other)).toBeGreaterThan(OLDER_VERSION)
  const listed = await meterbook(['backup', '--book', other, '--list', '--json'], folder)
  // Two books without an account and an age of their own are one book at two places.
  expect((JSON.parse(listed.stdout) as { backups: { isOwn: boolean }[] }).backups.filter(({ isOwn }) => isOwn)).toEqual([])
})
