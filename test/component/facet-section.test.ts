import { expect, test } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import { stepThroughFacets } from '../../renderer/parts/lists/facet-keys.ts'
import FacetSection from '../../renderer/parts/lists/FacetSection.vue'
import { useCutFacet } from '../../renderer/parts/lists/long-facet.ts'
import { one, shown, texts } from './support/shown.ts'

const names = () => texts('.choice .ellipsis')
const more = () => document.querySelector<HTMLButtonElement>('button.more')

async function type(text: string): Promise<void> {
  const field = one('input[type=search]') as HTMLInputElement
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await nextTick()
}

test('a long facet shows a few choices, then at most 200; it is searched, and what is chosen stays in sight', async () => {
  const chosen = ref<number[]>([])
  shown(
    defineComponent(() => {
      const { long, choices, total } = useCutFacet(
        () => Array.from({ length: 250 }, (_, nth) => ({ key: nth, label: `Boiler ${nth}`, count: 250 - nth })),
        chosen,
      )
      return () =>
        h(FacetSection<number>, {
          title: 'Consumer',
          choices: choices.value,
          total: total.value,
          long,
          modelValue: chosen.value,
          'onUpdate:modelValue': (keys: number[]) => (chosen.value = keys),
        })
    }),
  )
  expect(names()).toHaveLength(8)
  expect(more()?.textContent?.trim()).toBe('242 more')
  more()?.click()
  await nextTick()
  expect(names()).toHaveLength(200)
  expect(more()?.textContent?.trim()).toBe('Fewer')
  await type('249')
  expect(names()).toEqual(['Boiler 249'])
  one('.choice input').click()
  await type('')
  more()?.click()
  await nextTick()
  expect(chosen.value).toEqual([249])
  expect(names()).toEqual([...Array.from({ length: 8 }, (_, nth) => `Boiler ${nth}`), 'Boiler 249'])
})

test('a choice is ticked or left out, never both; arrows lead from choice to choice', async () => {
  const [chosen, excepted] = [ref<string[]>([]), ref<string[]>([])]
  shown(
    defineComponent(
      () => () =>
        h('aside', { onKeydown: stepThroughFacets }, [
          h(FacetSection<string>, {
            title: 'Status',
            choices: [
              { key: 'works', label: 'Works', count: 12 },
              { key: 'fails', label: 'Fails', count: 3 },
            ],
            modelValue: chosen.value,
            'onUpdate:modelValue': (keys: string[]) => (chosen.value = keys),
            excepted: excepted.value,
            'onUpdate:excepted': (keys: string[] | undefined) => (excepted.value = keys ?? []),
          }),
        ]),
    ),
  )
  const said = () => [...document.querySelectorAll('.choice input')].map((choice) => choice.getAttribute('aria-label'))
  const press = async (key: string) => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await nextTick()
  }
  one('.choice input').focus()
  one('.choice input').click()
  await nextTick()
  expect(chosen.value).toEqual(['works'])
  await press('-')
  expect([chosen.value, excepted.value]).toEqual([[], ['works']])
  expect(said()).toEqual(['Works, 12, left out', 'Fails, 3'])
  await press('ArrowDown')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Fails, 3')
  await press('Delete')
  expect(excepted.value).toEqual(['works', 'fails'])
  one('.choice input').click()
  await nextTick()
  expect([chosen.value, excepted.value]).toEqual([['works'], ['fails']])
  one('.any').click()
  await nextTick()
  expect([chosen.value, excepted.value]).toEqual([[], []])
})
