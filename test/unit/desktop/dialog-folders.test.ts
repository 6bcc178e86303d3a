import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dialogFoldersIn } from '../../../electron/backend/dialog-folders.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dialog-folders-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const usual = { save: '/documents', book: '/books', folder: '/documents', update: '/downloads' }
const open = () => dialogFoldersIn(path.join(folder, 'dialogs.json'), usual)

test('each kind has its own folder, over a restart, until that folder is gone', () => {
  const stick = path.join(folder, 'stick')
  mkdirSync(stick)
  const folders = open()
  expect([folders.of('save'), folders.of('book')]).toEqual(['/documents', '/books'])
  folders.chosen('save', stick)
  folders.chosen('book', folder)
  const later = open()
  expect([later.of('save'), later.of('book'), later.of('folder')]).toEqual([stick, folder, '/documents'])
  rmSync(stick, { recursive: true })
  expect(later.of('save')).toBe('/documents')
})

test.each(['', '{', '[]', '{"save":7,"book":"relative"}', 'null'])('a damaged file (%j) is as good as none', (text) => {
  writeFileSync(path.join(folder, 'dialogs.json'), text)
  expect([open().of('save'), open().of('book')]).toEqual(['/documents', '/books'])
})

test('a place that cannot be written is remembered until the program ends', () => {
  const folders = dialogFoldersIn(path.join(folder, 'gone', 'dialogs.json'), usual)
  folders.chosen('save', folder)
  expect(folders.of('save')).toBe(folder)
})
