import { expect, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import type { BookSummary } from '../../electron/contract/book.ts'
import CommandPalette from '../../renderer/window/palette/CommandPalette.vue'
import type { client } from '../../renderer/client.ts'
import { useBook } from '../../renderer/stores/book.ts'
import { answer, asked } from './support/fake-client.ts'
import { one, press, shown, texts } from './support/shown.ts'

type Station = Awaited<ReturnType<typeof client.stations.find>>['stations'][number]

const BOOK: BookSummary = {
  file: '/books/trip.meterbook',
  mode: 'write',
  fileBytes: 4096,
  account: null,
  counts: {
    providers: 0,
    consumers: 0,
    stations: 3,
    unlistedStations: 0,
    equipmentTypes: 0,
    channels: 0,
    messages: 0,
    readings: 0,
    events: 0,
    settingSnapshots: 0,
    sessions: 0,
    notes: 0,
    rejected: 0,
    farStamps: 0,
  },
  archives: [],
  freshAtMs: null,
}
const STATIONS: readonly Station[] = ['ПРГ-1', 'ПРГ-14', 'ПРГ-2'].map((name, at) => ({
  id: 10_001 + at,
  name,
  consumerName: null,
  equipmentSerialNumber: null,
  equipmentBrandName: null,
  foundIn: [],
}))

/** The palette, open on a book whose stations are found by a part of their name. */
async function palette() {
  answer({
    reference: { archiveTypes: () => [] },
    savedViews: { list: () => [] },
    notes: { find: () => [] },
    stations: {
      find: ({ text }) => ({
        stations: STATIONS.filter(({ name }) => name?.includes(text)),
        consumers: [],
        events: [],
        shownFor: null,
      }),
    },
  })
  const open = ref(false)
  const { router } = shown(
    defineComponent(() => () => h(CommandPalette, { open: open.value, 'onUpdate:open': (now: boolean) => (open.value = now) })),
  )
  useBook().summary = BOOK
  open.value = true
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('combobox')
  return { open, router }
}
async function type(text: string): Promise<void> {
  const input = one<HTMLInputElement>('[role=combobox]')
  input.value = text
  input.dispatchEvent(new Event('input'))
  await expect.poll(() => one('[role=listbox]').getAttribute('aria-busy')).toBe('false')
}
const chosen = () => texts('[role=option][aria-selected=true] .words')

test('the palette is worked with the keyboard alone', async () => {
  const { open, router } = await palette()
  await type('ПРГ-1')
  await expect.poll(chosen).toEqual(['ПРГ-1'])
  expect(texts('[role=option] .words')).toEqual(['ПРГ-1', 'ПРГ-14'])
  press('ArrowDown')
  await expect.poll(chosen).toEqual(['ПРГ-14'])
  const input = one('[role=combobox]')
  expect(document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent).toContain('ПРГ-14')
  // Past the end it begins again, in both directions.
  press('ArrowDown')
  await expect.poll(chosen).toEqual(['ПРГ-1'])
  press('ArrowUp')
  await expect.poll(chosen).toEqual(['ПРГ-14'])
  press('Enter')
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/stations/10002')
  expect(open.value).toBe(false)
})

test('another text begins at its first find', async () => {
  await palette()
  await type('ПРГ')
  await expect.poll(() => texts('[role=option]').length).toBe(3)
  press('ArrowDown')
  press('ArrowDown')
  await expect.poll(chosen).toEqual(['ПРГ-2'])
  await type('ПРГ-1')
  await expect.poll(chosen).toEqual(['ПРГ-1'])
})

test('what nothing is called is said, and commands are found without the program', async () => {
  const { router } = await palette()
  await type('zzz')
  await expect.poll(() => texts('.none')).toEqual([expect.stringMatching(/^Nothing found/)])
  press('Enter')
  expect(router.currentRoute.value.fullPath).toBe('/')

  answer({ stations: { find: () => Promise.reject(new Error('the line broke')) } })
  await type('reference')
  await expect.poll(chosen).toEqual(['Reference'])
  expect(asked.at(-1)).toMatchObject({ input: { text: 'reference' } })
  press('Enter')
  await expect.poll(() => router.currentRoute.value.name).toBe('reference')
})
