import { beforeEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { USUAL_PREFERENCES, type Preferences } from '../../electron/contract/preferences.ts'
import { i18n } from '../../renderer/i18n/index.ts'
import { useNotices } from '../../renderer/stores/notices.ts'
import { useProgram } from '../../renderer/stores/program.ts'
import { useFormat } from '../../renderer/stores/words/format.ts'
import DisplaySection from '../../renderer/views/preferences/DisplaySection.vue'
import DownloadSection from '../../renderer/views/preferences/DownloadSection.vue'
import { answer, asked, failing } from './support/fake-client.ts'
import { one, shown, texts } from './support/shown.ts'

/** The preferences as the program keeps them: it takes each change and answers with all. */
let kept: Preferences
beforeEach(() => {
  kept = { ...USUAL_PREFERENCES, timeZone: 'Europe/Moscow' }
  answer({
    program: { setPreferences: (wishes) => (kept = { ...kept, ...(wishes as Partial<Preferences>) }), proxyAccount: () => null },
  })
})

const MOMENT_MS = Date.UTC(2026, 10, 20, 18)
/** The sections, and what follows from them: a number, a moment, the gas day. */
function preferences() {
  const Follows = defineComponent(() => {
    const [format, program] = [useFormat(), useProgram()]
    return () => [
      h('output', { id: 'number' }, format.number(123_456.789)),
      h('output', { id: 'moment' }, format.dateTimeSeconds(MOMENT_MS)),
      h('output', { id: 'zone' }, format.zoneLabel(MOMENT_MS)),
      h('output', { id: 'gas-day' }, `${program.usualClock.contractHour} ${program.usualClock.zone}`),
    ]
  })
  shown(defineComponent(() => () => [h(DisplaySection), h(DownloadSection), h(Follows)]))
  useProgram().$patch({ preferences: kept })
}
const said = (id: string) => texts(`#${id}`)[0]
const choice = (group: string, name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=group]')]
    .filter((one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent === group)
    .flatMap((one) => [...one.querySelectorAll('button')])
    .find((button) => button.textContent?.trim() === name)
const changes = () => asked.filter(({ question }) => question === 'program.setPreferences').map(({ input }) => input)

test('numbers are written in the language’s format or plainly, at once', async () => {
  preferences()
  await expect.poll(() => said('number')).toBe('123,456.789')
  choice('Numbers', 'Plain')?.click()
  await expect.poll(() => said('number')).toBe('123456.789')
  expect(texts('small')).toContain('1234567.891')
  expect(changes()).toEqual([{ numberFormat: 'plain' }])
  expect(choice('Numbers', 'Plain')?.getAttribute('aria-pressed')).toBe('true')
})

test('language and theme take effect at once', async () => {
  preferences()
  choice('Theme', 'Dark')?.click()
  await expect.poll(() => document.documentElement.classList.contains('dark')).toBe(true)
  choice('Language', 'Русский')?.click()
  await expect.poll(() => document.documentElement.lang).toBe('ru')
  expect(texts('h2')[0]).toBe('Отображение')
  choice('Тема', 'Светлая')?.click()
  await expect.poll(() => document.documentElement.classList.contains('dark')).toBe(false)
  expect(changes()).toEqual([{ theme: 'dark' }, { language: 'ru' }, { theme: 'light' }])
  i18n.global.locale.value = 'en'
})

/** Opens a list of choices, types what is looked for, and takes the choice whose words begin so. */
async function take(label: string, text: string, words: string): Promise<void> {
  const field = one<HTMLInputElement>(`[role=combobox][aria-label="${label}"]`)
  field.click()
  field.focus()
  if (text !== '') {
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const option = () =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find((found) => found.textContent?.trim().startsWith(words))
  await expect.poll(() => option()).toBeDefined()
  option()?.click()
}

test('every time is shown in the chosen time zone, which is found by its city and named', async () => {
  preferences()
  await expect.poll(() => said('moment')).toBe('20/11/2026, 21:00:00')
  expect(said('zone')).toBe('Europe/Moscow (UTC+3)')
  await take('Usual time zone', 'екатеринбург', 'Yekaterinburg')
  await expect.poll(() => said('moment')).toBe('20/11/2026, 23:00:00')
  expect(said('zone')).toBe('Asia/Yekaterinburg (UTC+5)')
  expect(changes()).toEqual([{ timeZone: 'Asia/Yekaterinburg' }])
})

test('another contract hour begins the gas day', async () => {
  preferences()
  await expect.poll(() => said('gas-day')).toBe('10 Europe/Moscow')
  await take('Usual contract hour', '', '00:00')
  await expect.poll(() => said('gas-day')).toBe('0 Europe/Moscow')
  expect(changes()).toEqual([{ contractHour: 0 }])
})

test('what the program refuses is said in a notice, and nothing changes', async () => {
  preferences()
  answer({ program: { setPreferences: () => Promise.reject(failing('BAD_ADDRESS')) } })
  const proxy = one<HTMLInputElement>('.proxy')
  proxy.value = 'nonsense'
  proxy.dispatchEvent(new Event('input'))
  proxy.dispatchEvent(new Event('change'))
  await expect.poll(() => proxy.value).toBe('')
  expect(useNotices().shown).toMatchObject([{ kind: 'failure', failure: { code: 'BAD_ADDRESS' } }])
})
