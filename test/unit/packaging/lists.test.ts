import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sizeClass, type Contents } from '../../../packaging/contents.ts'
import { differences, renew } from '../../../packaging/lists.ts'
import { SYSTEMS } from '../../../packaging/pack.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'lists-'))
const [linux] = SYSTEMS
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(() => {
  mkdirSync(path.join(root, 'packaging/lists'), { recursive: true })
  writeFileSync(path.join(root, 'packaging/lists/budget.json'), '{ "win": { "asar": 1, "main": 1, "renderer": 1, "resources": 1 } }')
})

const contents = (wishes: Partial<Contents> = {}): Contents => ({
  lines: ['a  ≤ 1 KiB', 'b  ≤ 4 KiB'],
  sizes: { asar: 1_000_000, main: 400_000, renderer: 300_000, resources: 2_000_000 },
  ofOneSystem: { names: [], bytes: 0 },
  asarHash: '',
  ...wishes,
})

test('what was written down differs in nothing; another system keeps its budget', () => {
  renew(root, linux, contents())
  expect(differences(root, linux, contents())).toEqual([])
  expect(JSON.parse(readFileSync(path.join(root, 'packaging/lists/budget.json'), 'utf8'))).toEqual({
    win: { asar: 1, main: 1, renderer: 1, resources: 1 },
    linux: { asar: 1_100_000, main: 500_000, renderer: 400_000, resources: 2_100_000 },
  })
})

test('a new file, one that is gone, one that has grown, and too many bytes are each said', () => {
  renew(root, linux, contents())
  const now = contents({ lines: ['b  ≤ 8 KiB', 'c  ≤ 1 KiB'], sizes: { ...contents().sizes, main: 500_001 } })
  expect(differences(root, linux, now)).toEqual([
    'Packed and not on linux.txt: b  ≤ 8 KiB',
    'Packed and not on linux.txt: c  ≤ 1 KiB',
    'On linux.txt and not packed: a  ≤ 1 KiB',
    'On linux.txt and not packed: b  ≤ 4 KiB',
    'main for linux has 500001 bytes, and 500000 are its budget.',
  ])
})

test.each([
  [0, '1 KiB'],
  [1024, '1 KiB'],
  [1025, '2 KiB'],
  [1024 ** 2, '1 MiB'],
  [1024 ** 2 + 1, '2 MiB'],
])('%i bytes are of the class of %s', (bytes, expected) => {
  expect(sizeClass(bytes)).toBe(expected)
})
