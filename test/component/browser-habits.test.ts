import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { USUAL_PREFERENCES, type Preferences } from '../../electron/contract/preferences.ts'
import { useBrowserHabits } from '../../renderer/components/browser-habits.ts'
import { useNotices } from '../../renderer/stores/notices.ts'
import { useProgram } from '../../renderer/stores/program.ts'
import DownloadSection from '../../renderer/views/preferences/DownloadSection.vue'
import { answer, asked } from './support/fake-client.ts'
import { one, shown } from './support/shown.ts'

/** The notifications that the browser has shown. */
let told: string[]
let permission: NotificationPermission
beforeEach(() => {
  told = []
  permission = 'default'
  class WrittenDown {
    static get permission() {
      return permission
    }
    static requestPermission = () => Promise.resolve((permission = 'granted'))
    constructor(title: string, options?: NotificationOptions) {
      told.push(`${title}: ${options?.body}`)
    }
  }
  vi.stubGlobal('Notification', WrittenDown)
})
afterEach(() => void vi.unstubAllGlobals())

type Host = 'web' | 'desktop'
/** The page in a host; the program says something when it is told to. */
async function page(host: Host) {
  let give: (body: string) => void = () => undefined
  let heard: () => void = () => undefined
  let kept: Preferences = { ...USUAL_PREFERENCES, notifications: false }
  answer({
    program: {
      notices: async function* () {
        for (;;) {
          const next = new Promise<string>((resolve) => (give = resolve))
          heard()
          yield { title: 'Download finished', body: await next }
        }
      } as never,
      proxyAccount: () => null,
      setPreferences: (wishes) => (kept = { ...kept, ...(wishes as Partial<Preferences>) }),
    },
  })
  shown(
    defineComponent(() => {
      const program = useProgram()
      program.$patch({ info: { host, systemLocale: 'en-GB', can: { notify: true } }, preferences: kept })
      useBrowserHabits()
      return () => h(DownloadSection)
    }),
  )
  await expect.poll(() => asked.map(({ question }) => question)).toContain('program.notices')
  /** Resolves when the page has heard it, and waits for what is said next. */
  const say = (body: string) =>
    new Promise<void>((resolve) => {
      heard = resolve
      give(body)
    })
  return { say, notices: useNotices() }
}
const toggle = () => one('[role=switch][aria-label="Notify when a download ends"]')

test('a download’s end is notified outside the page once the browser has allowed it', async () => {
  const { say } = await page('web')
  expect(toggle().getAttribute('aria-checked')).toBe('false')
  await say('1 record fetched')
  toggle().click()
  await expect.poll(() => toggle().getAttribute('aria-checked')).toBe('true')
  expect(permission).toBe('granted')
  expect(asked.at(-1)).toMatchObject({ question: 'program.setPreferences', input: { notifications: true } })
  await say('24 records fetched')
  await expect.poll(() => told).toEqual(['Download finished: 24 records fetched'])

  toggle().click()
  await expect.poll(() => toggle().getAttribute('aria-checked')).toBe('false')
  expect(asked.at(-1)).toMatchObject({ question: 'program.setPreferences', input: { notifications: false } })
})

test('what the browser refuses stays off and is said', async () => {
  await page('web')
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('denied')
  toggle().click()
  await expect.poll(() => document.body.textContent).toContain('does not allow this page to notify')
  expect(toggle().getAttribute('aria-checked')).toBe('false')
  expect(asked.filter(({ question }) => question === 'program.setPreferences')).toEqual([])
})

test('the desktop notifies by itself: its page does not', async () => {
  const { say } = await page('desktop')
  permission = 'granted'
  await say('24 records fetched')
  expect(told).toEqual([])
})

test('a file that is dropped on the page does not take its place, and a notice says what to do', async () => {
  const { notices } = await page('web')
  const taken = ['dragover', 'drop'].map((kind) => {
    const event = new Event(kind, { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types: ['Files'], files: [{ name: 'ГРП-1.meterbook' }] } })
    return !document.body.dispatchEvent(event)
  })
  expect(taken).toEqual([true, true])
  expect(notices.shown).toMatchObject([{ key: 'shell.dropped', named: { file: 'ГРП-1.meterbook' } }])
})
