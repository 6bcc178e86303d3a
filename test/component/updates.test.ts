import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { USUAL_PREFERENCES } from '../../electron/contract/preferences.ts'
import type { UpdateState } from '../../electron/contract/updates.ts'
import { connect, lineState } from '../../renderer/connection.ts'
import UpdateNotice from '../../renderer/components/UpdateNotice.vue'
import { i18n } from '../../renderer/i18n/index.ts'
import { useDownloads } from '../../renderer/stores/downloads.ts'
import { useProgram } from '../../renderer/stores/program.ts'
import UpdatesSection from '../../renderer/views/preferences/UpdatesSection.vue'
import { RUNNING } from './support/downloads.ts'
import { answer, asked, failing } from './support/fake-client.ts'
import { shown, texts } from './support/shown.ts'

/** What a desktop's window says of a new version, and what it asks of the program: one thing after each yes. */

const STATE: UpdateState = {
  version: '0.2.0',
  installedAs: 'appimage',
  way: 'itself',
  off: null,
  feed: 'https://releases.example.org/',
  checkedAtMs: Date.UTC(2026, 11, 1),
  failure: null,
  checking: false,
  offer: {
    version: '0.3.0',
    channel: 'stable',
    date: '2026-11-30',
    notes: { en: '# New\n<b>bold</b>', ru: 'Новое' },
    file: { name: 'meterbook-0.3.0.AppImage', bytes: 120_000_000, address: 'https://releases.example.org/meterbook-0.3.0.AppImage' },
  },
  ready: false,
}
let state: UpdateState
beforeEach(() => {
  state = STATE
  answer({ updates: { state: () => state } })
})

function section(changes: Partial<UpdateState> = {}) {
  state = { ...STATE, ...changes }
  shown(UpdatesSection)
  useProgram().$patch({ preferences: { ...USUAL_PREFERENCES } })
}
const button = (name: string | RegExp) =>
  [...document.querySelectorAll('button')].find((one) =>
    typeof name === 'string' ? one.textContent?.trim() === name : name.test(one.textContent?.trim() ?? ''),
  )
const all = () => texts('p').join(' · ')
const questions = () => asked.map(({ question }) => question).filter((question) => /^updates\.(?!state)/.test(question))

test('nothing is fetched before the first yes, and nothing installed before the second', async () => {
  answer({
    updates: {
      download: () => {
        state = { ...state, ready: true }
        return { saved: null }
      },
      install: () => null,
    },
  })
  section()
  await expect.poll(() => button(/^Download/)?.textContent?.trim()).toBe('Download 120 MB')
  expect(texts('.notes')).toEqual(['# New <b>bold</b>'])
  expect(document.querySelector('.notes b')).toBeNull()
  expect(questions()).toEqual([])
  button(/^Download/)?.click()
  await expect.poll(() => button('Install and restart')).toBeTruthy()
  expect(questions()).toEqual(['updates.download'])
  button('Install and restart')?.click()
  await expect.poll(() => button('Ending to install…')?.disabled).toBe(true)
  expect(questions()).toEqual(['updates.download', 'updates.install'])
  expect(asked.at(-1)?.question).toBe('updates.state')
})

/** The program hands the window a port, as the desktop does after each start of its backend. */
function handPort(): void {
  const port = Object.assign(new EventTarget(), { start: () => undefined, close: () => undefined, postMessage: () => undefined })
  window.dispatchEvent(Object.assign(new Event('message'), { data: 'port', source: window, ports: [port] }))
}

test('an installation that failed after all: the program is back, and its button as well', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Meterbook Electron/45')
  onTestFinished(() => void vi.restoreAllMocks())
  connect()
  handPort()
  expect(lineState.value).toBe('open')
  answer({ updates: { install: () => null } })
  section({ ready: true })
  await expect.poll(() => button('Install and restart')).toBeTruthy()
  button('Install and restart')?.click()
  await expect.poll(() => button('Ending to install…')?.disabled).toBe(true)
  handPort()
  await expect.poll(() => button('Install and restart')?.disabled).toBe(false)
})

test('while a download from the service goes on, what becomes of it is said beside the button', async () => {
  section({ ready: true })
  await expect.poll(() => button('Install and restart')).toBeTruthy()
  expect(all()).not.toContain('carried on after the restart')
  useDownloads().$patch({ progress: RUNNING })
  await expect.poll(all).toContain('it stops at its next page, and is carried on after the restart')
})

test('a package that was changed since is refused, and not offered for installation again', async () => {
  answer({
    updates: {
      install: () => {
        state = { ...state, ready: false }
        throw failing('UPDATE_REFUSED', { reason: 'digest' })
      },
    },
  })
  section({ ready: true })
  await expect.poll(() => button('Install and restart')).toBeTruthy()
  button('Install and restart')?.click()
  await expect.poll(() => texts('[role=alert]').join()).toContain('the package is not the one that was signed')
  await expect.poll(() => button(/^Download/)).toBeTruthy()
})

test.each([
  ['deb', 'sudo apt install ./meterbook-0.3.0.AppImage'],
  ['portable', 'A portable program does not replace itself'],
  ['dmg', 'Without a signature of Apple’s'],
] as const)('where a program cannot replace itself it says why: %s', async (installedAs, words) => {
  section({ way: 'by-hand', installedAs })
  await expect.poll(all).toContain(words)
  expect(button('Install and restart')).toBeUndefined()
})

test.each([
  ['source', 'This is the repository'],
  ['folder', 'Releases lie at https://releases.example.org/'],
] as const)('where no package can be chosen it says where releases are: %s', async (installedAs, words) => {
  section({ way: 'none', installedAs, offer: { ...(STATE.offer as NonNullable<UpdateState['offer']>), file: null } })
  await expect.poll(all).toContain(words)
  expect(button(/^Download/)).toBeUndefined()
})

test('notes are those of the language; a language that the release does not speak reads them in English', async () => {
  section()
  await expect.poll(() => texts('.notes')).toEqual(['# New <b>bold</b>'])
  useProgram().$patch({ preferences: { ...USUAL_PREFERENCES, language: 'ru' } })
  await expect.poll(() => i18n.global.locale.value).toBe('ru')
  await expect.poll(() => texts('.notes')).toEqual(['Новое'])
  state = { ...state, offer: { ...(STATE.offer as NonNullable<UpdateState['offer']>), notes: { en: 'English alone' } } }
  answer({ updates: { check: () => state } })
  button('Проверить сейчас')?.click()
  await expect.poll(() => texts('.notes')).toEqual(['English alone'])
  useProgram().$patch({ preferences: { ...USUAL_PREFERENCES, language: 'en' } })
  await expect.poll(() => i18n.global.locale.value).toBe('en')
})

test('switched off, there is no button to ask with', async () => {
  section({ off: 'switched-off', offer: null })
  await expect.poll(() => texts('h2')).toEqual(['Updates'])
  await expect.poll(() => texts('.preference-row').length).toBe(3)
  expect(button('Check now')).toBeUndefined()
})

/** The notice of the status bar. */
function notice(changes: Partial<UpdateState> = {}) {
  state = { ...STATE, ...changes }
  answer({ updates: { check: () => state } })
  shown(UpdateNotice)
}

test('switched off after something was found: no notice, and nothing to download', async () => {
  section({ off: 'switched-off' })
  await expect.poll(() => texts('.preference-row').length).toBe(3)
  expect(button(/^Download/)).toBeUndefined()
  expect(texts('.notes')).toEqual([])
  notice({ off: 'switched-off' })
  await expect.poll(questions).toEqual(['updates.check'])
  await flushPromises()
  expect(texts('.update-notice')).toEqual([])
})

test('a notice stands where updates are on', async () => {
  notice()
  await expect.poll(() => texts('.update-notice')).toEqual(['Version 0.3.0'])
})

test('switched off, what the user has brought can be installed all the same', async () => {
  section({ off: 'switched-off', ready: true })
  await expect.poll(() => button('Install and restart')).toBeTruthy()
})
