import { beforeEach, expect, test } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import type { StationRow } from '../../electron/contract/stations.ts'
import StationPicker from '../../renderer/components/stations/StationPicker.vue'
import { answer, asked } from './support/fake-client.ts'
import { one, press, shown, texts } from './support/shown.ts'

const rowOf = (id: number, name: string, serial: string) => ({ id, name, equipmentSerialNumber: serial, consumerName: null }) as StationRow
const ROWS = [
  rowOf(1, 'ПРГ-1', '00412'),
  rowOf(2, 'ПРГ-10', '57982668'),
  rowOf(3, 'Boiler house 1', '11'),
  rowOf(4, 'Boiler house 1', '12'),
  rowOf(5, 'Boiler house 10', '13'),
]
const fits = (text: string) => ROWS.filter(({ name }) => name?.includes(text))

beforeEach(() =>
  answer({
    stations: {
      tree: () => ({ providers: [], consumers: [], stations: ROWS.length }),
      list: ({ ids, text = '' }) => {
        // What was typed with the keyboard switched to the other language is understood.
        const meant = text === 'ищшдук' ? 'Boiler' : text
        const rows = ids ? ROWS.filter(({ id }) => ids.includes(id)) : fits(meant)
        return { total: rows.length, rows, shownFor: meant === text ? null : { text: meant, also: false } }
      },
      ids: ({ text = '' }) => fits(text).map(({ id }) => id),
    },
  }),
)

function picker(ids: number[]) {
  const chosen = ref<'all' | number[]>(ids)
  shown(
    defineComponent(
      () => () => h(StationPicker, { modelValue: chosen.value, 'onUpdate:modelValue': (to: 'all' | number[]) => (chosen.value = to) }),
    ),
  )
  return chosen
}
const labelled = <Kind extends HTMLElement = HTMLElement>(label: string) => one<Kind>(`[aria-label="${label}"]`)
const listed = () => texts('.chosen li > .ellipsis')
const said = () => texts('[role=status]')[0]
const matches = () => texts('.results .name')
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('.results input')]
async function write(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  field.value = text
  field.dispatchEvent(new Event('input'))
  await nextTick()
}
async function by(way: 'Search' | 'Paste'): Promise<void> {
  ;[...document.querySelectorAll<HTMLButtonElement>('.segments button')].find((button) => button.textContent?.trim() === way)?.click()
  await nextTick()
}

test('the chosen stations are listed and taken out; the focus goes on to the next one', async () => {
  const chosen = picker([1, 2])
  await expect.poll(listed).toEqual(['ПРГ-1', 'ПРГ-10'])
  expect(said()).toBe('2 stations chosen')
  const [first] = document.querySelectorAll<HTMLButtonElement>('.chosen button')
  first?.focus()
  first?.click()
  await expect.poll(listed).toEqual(['ПРГ-10'])
  expect(chosen.value).toEqual([2])
  expect(said()).toBe('1 station chosen')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^Take out ПРГ-10/)
})

test('stations are searched and added one by one, or all of them, by keyboard', async () => {
  const chosen = picker([2])
  await by('Search')
  await write(labelled<HTMLInputElement>('Search stations'), 'ищшдук')
  await expect.poll(matches).toEqual(['Boiler house 1', 'Boiler house 1', 'Boiler house 10'])
  expect(texts('.meant')).toEqual(['Shown for “Boiler”'])

  await write(labelled<HTMLInputElement>('Search stations'), 'Boiler house 1')
  await expect.poll(() => texts('.meant')).toEqual([''])
  // The arrow down moves to the matches, and chooses nothing.
  labelled('Search stations').focus()
  press('ArrowDown')
  expect(document.activeElement).toBe(boxes()[0])
  expect(chosen.value).toEqual([2])
  boxes()[0]?.click()
  await expect.poll(() => chosen.value).toEqual([2, 3])
  await expect.poll(listed).toContain('Boiler house 1')
  boxes()[0]?.click()
  await expect.poll(() => chosen.value).toEqual([2])
  const all = [...document.querySelectorAll<HTMLButtonElement>('button')].find((button) => button.textContent?.trim() === 'Add all 3')
  all?.click()
  await expect.poll(() => chosen.value).toEqual([2, 3, 4, 5])
  expect(said()).toBe('4 stations chosen')
})

test('Enter takes the first match, also when it is pressed before the matches are there', async () => {
  const chosen = picker([2])
  await by('Search')
  const field = labelled<HTMLInputElement>('Search stations')
  field.focus()
  await write(field, 'Boiler house 10')
  press('Enter')
  await expect.poll(() => chosen.value).toEqual([2, 5])
  // Once more takes it not out again, and takes nothing else.
  press('Enter')
  await nextTick()
  expect(chosen.value).toEqual([2, 5])
  await write(field, 'nothing of the kind')
  await expect.poll(matches).toEqual([])
  press('Enter')
  await nextTick()
  expect(chosen.value).toEqual([2, 5])
})

test('pasted lines: what is known is added, what is unknown stays and is named', async () => {
  answer({
    downloads: {
      matchPasted: () => ({ found: [{ line: '412', stationId: 1, stationName: 'ПРГ-1' }], unknown: ['нет такой'], ambiguous: [] }),
    },
  })
  const chosen = picker([])
  await by('Paste')
  const field = one<HTMLTextAreaElement>('textarea')
  await write(field, '412\nнет такой')
  one('.station-paste button').click()
  await expect.poll(() => chosen.value).toEqual([1])
  await expect.poll(listed).toEqual(['ПРГ-1'])
  expect(field.value).toBe('нет такой')
  expect(texts('.tone-warn')).toContain('Not found (1): нет такой')
  expect(asked.filter(({ question }) => question === 'downloads.matchPasted')).toMatchObject([{ input: { text: '412\nнет такой' } }])
})

test('when a pasted line fits several stations, the user chooses one', async () => {
  const several = [3, 4].map((id) => ({ stationId: id, stationName: 'Boiler house 1', equipmentSerialNumber: String(8 + id) }))
  answer({ downloads: { matchPasted: () => ({ found: [], unknown: [], ambiguous: [{ line: 'Boiler house 1', stations: several }] }) } })
  const chosen = picker([])
  await by('Paste')
  await write(one<HTMLTextAreaElement>('textarea'), 'Boiler house 1')
  one('.station-paste button').click()
  const which = () => [...document.querySelectorAll<HTMLButtonElement>('.several button')]
  await expect.poll(() => which().length).toBe(2)
  expect(one('.several').getAttribute('aria-label')).toMatch(/^“Boiler house 1” fits several stations/)
  expect(said()).toBe('0 stations chosen')
  which()[0]?.click()
  await expect.poll(() => chosen.value).toEqual([3])
  await expect.poll(() => which().length).toBe(0)
  await expect.poll(listed).toEqual(['Boiler house 1'])
  expect(one<HTMLTextAreaElement>('textarea').value).toBe('')
})
