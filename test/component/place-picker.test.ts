import { beforeEach, expect, test } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import type { StationDetail } from '../../electron/contract/stations.ts'
import PlacePicker from '../../renderer/components/stations/PlacePicker.vue'
import ConsumptionOfPicker from '../../renderer/parts/stations/ConsumptionOfPicker.vue'
import type { ConsumptionOf } from '../../renderer/places/consumption.ts'
import { answer } from './support/fake-client.ts'
import { one, press, shown, texts } from './support/shown.ts'

/** Enter takes the first that is found, and never all of them. */

const BOILER = {
  id: 9,
  name: 'Boiler house',
  consumerName: 'School',
  equipmentSerialNumber: '11',
  equipmentBrandName: null,
  foundIn: [],
}

beforeEach(() =>
  answer({
    stations: {
      tree: () => ({
        providers: [{ id: 1, name: 'Gas North', parentId: null, stations: 3 }],
        consumers: [
          { id: 5, name: 'Bakery', stations: 1, providerIds: [1] },
          { id: 6, name: 'School', stations: 2, providerIds: [1] },
        ],
        stations: 3,
      }),
      get: () => ({ ...BOILER }) as unknown as StationDetail,
      find: ({ text }) => ({
        stations: text === 'Boiler' ? [BOILER] : [],
        consumers: [],
        events: [],
        shownFor: null,
      }),
    },
  }),
)
const options = () => texts('[role=option]').filter((text) => text !== '')
async function type(text: string): Promise<void> {
  const field = one<HTMLInputElement>('[role=combobox]')
  field.focus()
  field.click()
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await nextTick()
}

test('the consumer whose name was typed is taken, not the provider above it', async () => {
  const key = ref<string>()
  shown(
    defineComponent(
      () => () => h(PlacePicker, { label: 'Place', modelValue: key.value, 'onUpdate:modelValue': (to?: string) => (key.value = to) }),
    ),
  )
  await type('scho')
  await expect.poll(options).toEqual(['School'])
  press('Enter', 'Enter')
  await expect.poll(() => key.value).toBe('c:1:6')
})

test('whose consumption: a station that was typed is taken, and all stations are not', async () => {
  const of = ref<ConsumptionOf>({ stations: [], consumer: null, provider: null })
  shown(
    defineComponent(
      () => () => h(ConsumptionOfPicker, { modelValue: of.value, 'onUpdate:modelValue': (to: ConsumptionOf) => (of.value = to) }),
    ),
  )
  await type('Boiler')
  await expect.poll(() => options().some((text) => text.startsWith('Boiler house'))).toBe(true)
  press('Enter', 'Enter')
  await expect.poll(() => of.value.stations).toEqual([9])
})
