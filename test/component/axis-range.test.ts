import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'
import { i18n } from '../../renderer/i18n/index.ts'
import AxisRangeChoice from '../../renderer/views/station/readings/panes/AxisRangeChoice.vue'

test('an end that is being typed is not lost when the chart is drawn anew meanwhile', async () => {
  setActivePinia(createPinia())
  const choice = mount(AxisRangeChoice, {
    props: { label: 'Axis', range: [0, 10], now: [0, 10] },
    global: { plugins: [i18n] },
  })
  const upper = choice.findAll('input.field')[1]
  if (!upper) throw new Error('no field')
  await upper.setValue('500')
  await choice.setProps({ label: 'Axis', range: [0, 10], now: [0, 11] })
  await upper.trigger('keydown', { key: 'Enter' })
  expect(choice.emitted('choose')?.at(-1)).toEqual([[0, 500]])
  expect(choice.find('[role=alert]').exists()).toBe(false)
})
