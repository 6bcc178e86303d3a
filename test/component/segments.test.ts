import { expect, test } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import KindFilter from '../../renderer/parts/notes/KindFilter.vue'
import Segments from '../../renderer/components/Segments.vue'
import type { NoteKind } from '../../electron/contract/note-words.ts'
import { one, press, shown, texts } from './support/shown.ts'

const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('.segments > button')]
const pressedOnes = () => texts('.segments > [aria-pressed=true]')

test('a click chooses one of several; the group and its buttons have names', async () => {
  const step = ref('day')
  shown(
    defineComponent(
      () => () =>
        h(Segments<string>, {
          of: ['day', 'week', 'year'],
          label: 'Step',
          say: (value: string) => value.toUpperCase(),
          hint: (value: string) => `by the ${value}`,
          spoken: (value: string) => `one ${value}`,
          modelValue: step.value,
          'onUpdate:modelValue': (value: string | undefined) => (step.value = value ?? ''),
        }),
    ),
  )
  expect(one('.segments').getAttribute('role')).toBe('group')
  expect(one('.segments').getAttribute('aria-label')).toBe('Step')
  expect(texts('.segments > button')).toEqual(['DAY', 'WEEK', 'YEAR'])
  expect(buttons().map((button) => [button.type, button.title, button.getAttribute('aria-label')])).toEqual(
    ['day', 'week', 'year'].map((value) => ['button', `by the ${value}`, `one ${value}`]),
  )
  expect(pressedOnes()).toEqual(['DAY'])
  buttons()[2]?.click()
  await nextTick()
  expect(step.value).toBe('year')
  expect(pressedOnes()).toEqual(['YEAR'])
})

test('without a name the buttons are no group of their own; one that is named by another element is', () => {
  shown(Segments, { props: { of: [1], modelValue: 1 } })
  expect(one('.segments').hasAttribute('role')).toBe(false)
  expect(texts('.segments > button')).toEqual(['1'])
  document.body.replaceChildren()
  shown(Segments, { props: { of: [1], modelValue: 1, 'aria-labelledby': 'its-name' } })
  expect(one('.segments').getAttribute('role')).toBe('group')
})

test('arrows, Home and End move the focus and choose nothing', async () => {
  const { wrapper } = shown(Segments, { props: { of: ['a', 'b', 'c'], modelValue: 'a' } })
  const [first, second, third] = buttons()
  first?.focus()
  expect(press('ArrowRight').defaultPrevented).toBe(true)
  expect(document.activeElement).toBe(second)
  press('End')
  expect(document.activeElement).toBe(third)
  press('ArrowRight')
  expect(document.activeElement, 'the row has an end').toBe(third)
  press('ArrowLeft')
  expect(document.activeElement).toBe(second)
  press('Home')
  press('ArrowLeft')
  expect(document.activeElement).toBe(first)
  expect(press('Ctrl+ArrowRight').defaultPrevented, 'a chord is another key').toBe(false)
  expect(document.activeElement).toBe(first)
  expect(wrapper.emitted('update:modelValue')).toBeUndefined()
  expect(buttons().map(({ tabIndex }) => tabIndex)).toEqual([0, 0, 0])
})

test('several may be chosen: the owner says which are pressed, and hears of each press with its keys', async () => {
  const chosen = ref<NoteKind[]>([])
  shown(
    defineComponent(
      () => () =>
        h(KindFilter, {
          modelValue: chosen.value,
          counts: null,
          'onUpdate:modelValue': (kinds: NoteKind[]) => (chosen.value = kinds),
        }),
    ),
  )
  const click = async (at: number, ctrlKey = false) => {
    buttons()[at]?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey }))
    await nextTick()
    return buttons().flatMap((button, index) => (button.getAttribute('aria-pressed') === 'true' ? [index] : []))
  }
  expect(await click(2)).toEqual([2])
  expect(await click(1, true)).toEqual([1, 2])
  expect(await click(2, true)).toEqual([1])
  expect(await click(0)).toEqual([0])
  expect(chosen.value).toEqual([])
})
