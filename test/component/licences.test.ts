import { config } from '@vue/test-utils'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import words from '../../electron/words/en/window/licences.ts'
import LicencesDialog from '../../renderer/views/preferences/LicencesDialog.vue'
import { fitting, type Licence } from '../../renderer/views/preferences/licences.ts'
import { shown, texts } from './support/shown.ts'

// A dialog is open when its transition has ended, so there has to be one.
beforeAll(() => {
  config.global.stubs = { transition: false }
})
afterAll(() => {
  config.global.stubs = { transition: true }
})
afterEach(() => vi.unstubAllGlobals())

const PARTS: readonly Licence[] = [
  { name: 'zod', version: '4.6.7', licence: 'MIT', text: 'Copyright Colin' },
  { name: 'SQLite', version: '3.54.1', licence: 'blessing', text: 'May you do good and not evil.', broughtBy: 'better-sqlite3' },
]
const served = (answer: Response) => vi.stubGlobal('fetch', () => Promise.resolve(answer))

test('a page from its sources says that the list is made by a build, and what to do', async () => {
  served(new Response('<!doctype html>', { status: 200 }))
  shown(LicencesDialog, { props: { open: true, withElectron: false } })
  await expect.poll(() => texts('[role=alert]')).toEqual([words.missing])
  expect(texts('p').join(' ')).not.toContain(words.electron)
})

test('each part is there with its licence; in Electron its own list is named', async () => {
  served(Response.json(PARTS))
  shown(LicencesDialog, { props: { open: true, withElectron: true } })
  await expect.poll(() => texts('li summary')).toHaveLength(2)
  expect(texts('li summary')[1]).toBe('SQLite 3.54.1 in better-sqlite3 blessing')
  expect(texts('pre')).toEqual(['Copyright Colin', 'May you do good and not evil.'])
  expect(texts('p')[0]).toContain(words.electron)
})

test.each([
  ['', ['zod', 'SQLite']],
  ['ZOD', ['zod']],
  ['better bless', ['SQLite']],
  ['evil', ['SQLite']],
  // A short word of the text would fit nearly every licence.
  ['do', []],
  ['mit evil', []],
])('%j finds %j', (asked, names) => {
  expect(fitting(PARTS, asked).map(({ name }) => name)).toEqual(names)
})
