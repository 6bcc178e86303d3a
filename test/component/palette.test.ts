import { expect, test } from 'vitest'
import { defineComponent, h, ref, type Ref } from 'vue'
import { USUAL_PREFERENCES, type Preferences } from '../../electron/contract/preferences.ts'
import CommandPalette from '../../renderer/window/palette/CommandPalette.vue'
import type { client } from '../../renderer/client.ts'
import { useBook } from '../../renderer/stores/book.ts'
import { BOOK } from './support/book.ts'
import { answer, asked } from './support/fake-client.ts'
import { one, press, shown, texts } from './support/shown.ts'
import { NO_TRIPS } from './support/trips.ts'

type Station = Awaited<ReturnType<typeof client.stations.find>>['stations'][number]

const STATIONS: readonly Station[] = ['ПРГ-1', 'ПРГ-14', 'ПРГ-2'].map((name, at) => ({
  id: 10_001 + at,
  name,
  consumerName: null,
  equipmentSerialNumber: null,
  equipmentBrandName: null,
  foundIn: [],
}))

async function opened(open: Ref<boolean>): Promise<void> {
  open.value = true
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('combobox')
}

/** The palette, open on a book whose stations are found by a part of their name. */
async function palette() {
  answer({
    reference: { archiveTypes: () => [] },
    namedTrips: NO_TRIPS,
    savedViews: { list: () => [] },
    notes: { find: () => [] },
    book: { recent: () => [] },
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
  await opened(open)
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

const MESSAGE = { archiveType: 'alarm' as const, code: 'A-15', description: 'Заклинило клапан' }
/** What the program finds for every text: messages that are said so often. */
const findsMessages = (...events: (typeof MESSAGE & { events: number })[]) =>
  answer({ stations: { find: () => ({ stations: [], consumers: [], events, shownFor: null }) } })
const escape = () => one('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))
const options = () => texts('[role=option]')

test('a message is counted over all stations, leads to those that have it, and from one of them to its log', async () => {
  const { open, router } = await palette()
  findsMessages({ ...MESSAGE, events: 5 })
  answer({
    events: {
      places: () => [
        { stationId: 10_002, stationName: 'ПРГ-1', events: 3, lastMs: 0 },
        { stationId: 10_006, stationName: 'ГРП-14', events: 2, lastMs: 0 },
      ],
    },
  })
  await type('заклинило клапан')
  await expect.poll(options).toEqual([expect.stringMatching(/A-15 Заклинило клапан.*5 events/)])
  press('Enter')
  await expect.poll(options).toEqual([expect.stringMatching(/ПРГ-1.*3 events/), expect.stringMatching(/ГРП-14.*2 events/)])
  expect(one('[role=group]').getAttribute('aria-label')).toBe('Stations with “A-15 Заклинило клапан”')
  expect(asked.filter(({ question }) => question === 'events.places')).toMatchObject([{ input: { message: MESSAGE } }])

  // Esc leads back to what was found, with the text that was typed.
  escape()
  await expect.poll(options).toEqual([expect.stringMatching(/A-15 Заклинило клапан.*5 events/)])
  expect(one<HTMLInputElement>('[role=combobox]').value).toBe('заклинило клапан')
  press('Enter')
  await expect.poll(() => options().length).toBe(2)
  await type('грп')
  expect(options()).toEqual([expect.stringContaining('ГРП-14')])
  press('Enter')
  await expect.poll(() => router.currentRoute.value.path).toBe('/stations/10006/events')
  expect(router.currentRoute.value.query).toHaveProperty('message')
  expect(open.value).toBe(false)
})

test('a message that only one station has leads straight to its log', async () => {
  const { open, router } = await palette()
  findsMessages({ ...MESSAGE, events: 7 })
  answer({ events: { places: () => [{ stationId: 10_002, stationName: 'ПРГ-1', events: 7, lastMs: 0 }] } })
  await type('заклинило')
  await expect.poll(options).toHaveLength(1)
  press('Enter')
  await expect.poll(() => router.currentRoute.value.path).toBe('/stations/10002/events')
  expect(open.value).toBe(false)
})

test('a consumer leads to its stations, a command acts at once, a view of any screen is shown', async () => {
  const { open, router } = await palette()
  answer({
    stations: {
      find: () => ({
        stations: [],
        consumers: [{ id: 77, name: 'ООО «Стекломаш»', inn: '7700000000', stations: 4 }],
        events: [],
        shownFor: null,
      }),
    },
    program: { setPreferences: (wishes) => ({ ...USUAL_PREFERENCES, ...(wishes as Partial<Preferences>) }) },
    savedViews: { list: () => [{ screen: 'fleet', name: 'Morning', account: null, query: { class: 'A' }, columns: {} }] },
  })
  await type('Стекломаш')
  await expect.poll(options).toEqual([expect.stringMatching(/ООО «Стекломаш».*4 stations/)])
  press('Enter')
  await expect.poll(() => router.currentRoute.value.query).toEqual({ consumer: '77' })

  answer({ stations: { find: () => ({ stations: [], consumers: [], events: [], shownFor: null }) } })
  await opened(open)
  await type('dark')
  await expect.poll(chosen).toEqual([expect.stringMatching(/light and dark/)])
  press('Enter')
  await expect.poll(() => document.documentElement.classList.contains('dark')).toBe(true)

  await opened(open)
  await type('morning')
  await expect.poll(options).toEqual([expect.stringMatching(/View: Morning.*Visits/)])
  press('Enter')
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/fleet?class=A')
})
