import { ref } from 'vue'
import { expect, test } from 'vitest'
import { useSettledTop } from '../../../renderer/components/grid/settled.ts'

/** A list whose rows come position by position, when the test says so. */
function flight() {
  const wished = ref(0)
  const arrived = ref(0)
  const held = new Set([0])
  const drawn = useSettledTop(wished, (top) => held.has(top), arrived)
  const come = (top: number) => {
    held.add(top)
    arrived.value++
  }
  return { wished, drawn, come }
}

test('1. loaded rows are drawn at once', () => {
  const { wished, drawn, come } = flight()
  come(28)
  wished.value = 28
  expect(drawn.value).toBe(28)
})

test('2. the old rows stay while those of the new position are fetched', () => {
  const { wished, drawn, come } = flight()
  wished.value = 5600
  expect(drawn.value).toBe(0)
  come(5600)
  expect(drawn.value).toBe(5600)
})

test('3. a fast scroll draws the newest loaded position on its way, and never goes back', () => {
  const { wished, drawn, come } = flight()
  for (const top of [1000, 2000, 3000, 4000]) wished.value = top
  come(2000)
  expect(drawn.value).toBe(2000)
  come(1000)
  expect(drawn.value).toBe(2000)
  wished.value = 5000
  come(4000)
  expect(drawn.value).toBe(4000)
})
