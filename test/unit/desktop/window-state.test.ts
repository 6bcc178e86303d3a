import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { keepWindowState, readWindowState } from '../../../electron/backend/window-state.ts'

const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'window-')), 'window.json')
const screen = { x: 0, y: 25, width: 1920, height: 1055 }
const state = { x: 100, y: 100, width: 1200, height: 800, isMaximised: false }

test('comes back where it was', () => {
  keepWindowState(file, state)
  expect(readWindowState(file, [screen])).toEqual(state)
})

test.each([
  ['left of every screen', { ...state, x: -1190 }],
  ['on a screen that was unplugged', { ...state, x: 2500 }],
  ['above the work area', { ...state, y: -300 }],
  ['below it', { ...state, y: 1070 }],
])('%s: forgotten', (_name, lost) => {
  keepWindowState(file, lost)
  expect(readWindowState(file, [screen])).toBeNull()
})

test('partly outside is fine while its title can be grabbed, on any screen', () => {
  keepWindowState(file, { ...state, x: -1000 })
  expect(readWindowState(file, [screen])).not.toBeNull()
  keepWindowState(file, { ...state, x: 2500 })
  expect(readWindowState(file, [screen, { x: 1920, y: 0, width: 1280, height: 1024 }])).not.toBeNull()
})

test.each([
  '',
  '{',
  '[]',
  '{"x":1}',
  '{"x":"a","y":0,"width":900,"height":700,"isMaximised":false}',
  '{"x":0,"y":30,"width":3,"height":700,"isMaximised":false}',
])('a damaged file (%j) is no state', (text) => {
  writeFileSync(file, text)
  expect(readWindowState(file, [screen])).toBeNull()
})

test('a place that cannot be written is no failure', () => {
  expect(() => keepWindowState(path.join(file, 'below a file'), state)).not.toThrow()
})
