import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApp, effectScope, nextTick } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { ids, listOf, text } from '../../../renderer/address/fields.ts'
import { days } from '../../../renderer/address/times.ts'
import { ONCE_AT_REST, useAddressState, useAddressWords } from '../../../renderer/address/use-address-state.ts'

const NOWHERE = { render: () => null }
const FIELDS = { kinds: listOf(['a', 'b']), stations: ids, text: text(), span: days }

/** A window on an address, and what is kept in it. */
async function at<Kept>(path: string, keep: () => Kept) {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/findings', name: 'findings', component: NOWHERE },
      { path: '/reports/:tab?', name: 'reports', component: NOWHERE },
    ],
  })
  await router.push(path)
  const app = createApp(NOWHERE).use(router)
  const scope = effectScope()
  const kept = app.runWithContext(() => scope.run(keep))
  if (!kept) throw new Error('nothing is kept')
  const back = () => {
    const there = new Promise<void>((resolve) => {
      const stop = router.afterEach(() => {
        stop()
        resolve()
      })
    })
    router.back()
    return there
  }
  return { router, back, kept, path: () => decodeURIComponent(router.currentRoute.value.fullPath) }
}
afterEach(() => void vi.useRealTimers())

describe('what a screen shows is kept in its address', () => {
  test('a change is written in place; words of other hands stay, and those that led here once go', async () => {
    const { kept, path, back, router } = await at('/findings', () => useAddressState(FIELDS, { once: ['at'] }))
    await router.push('/findings?at=5&view=old&stations=3')
    kept.parts.kinds.value = ['b', 'a']
    kept.change({ text: 'клапан' })
    await expect.poll(path).toBe('/findings?view=old&kinds=a,b&stations=3&text=клапан')
    await back()
    expect(path()).toBe('/findings')
    await expect.poll(() => kept.state.value).toMatchObject({ kinds: [], stations: [], text: '' })
  })

  test('an address of another hand is shown, and what it leaves as it was stays the same object', async () => {
    const followed = vi.fn()
    const { kept, router, path } = await at('/findings?stations=3,4', () => useAddressState(FIELDS, { followed }))
    const { stations } = kept.state.value
    await router.push('/findings?stations=3,4&kinds=a,nonsense')
    expect(followed).toHaveBeenCalledOnce()
    expect(kept.parts.kinds.value).toEqual(['a'])
    expect(kept.state.value.stations).toBe(stations)
    // It was not this screen's to mend.
    expect(path()).toBe('/findings?stations=3,4&kinds=a,nonsense')
    kept.parts.text.value = 'x'
    await expect.poll(path).toBe('/findings?kinds=a&stations=3,4&text=x')
    // What the screen writes itself is not told back to it.
    expect(followed).toHaveBeenCalledOnce()
  })

  test('another tab is another place; an address without a tab means the first', async () => {
    const { kept, router, path } = await at('/reports?text=one', () => useAddressState(FIELDS))
    await router.push('/reports/make?text=two')
    expect(kept.parts.text.value).toBe('two')
    await router.push('/reports/saved?text=three')
    expect(kept.parts.text.value).toBe('two')
    kept.parts.text.value = 'four'
    await nextTick()
    expect(path()).toBe('/reports/saved?text=three')
  })

  test('what changes many times a second is written once it rests, and not after another hand has written', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { kept, router, path } = await at('/findings', () => useAddressState(FIELDS, ONCE_AT_REST))
    for (const typed of ['a', 'ab', 'abc']) kept.parts.text.value = typed
    await nextTick()
    expect([path(), kept.state.value.text]).toEqual(['/findings', 'abc'])
    await vi.runAllTimersAsync()
    expect(path()).toBe('/findings?text=abc')
    kept.parts.text.value = 'late'
    await router.push('/findings?text=link')
    await vi.runAllTimersAsync()
    expect([path(), kept.state.value.text]).toEqual(['/findings?text=link', 'link'])
  })

  test('what still waits to be written is written before another address is opened', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { kept, router, path, back } = await at('/findings', () => useAddressState(FIELDS, ONCE_AT_REST))
    kept.parts.text.value = 'typed'
    await router.push('/reports')
    expect(path()).toBe('/reports')
    await back()
    expect([path(), kept.state.value.text]).toEqual(['/findings?text=typed', 'typed'])
    // Typed just before 'Back', it must not be written over the place that 'Back' leads to.
    await router.push('/findings?text=other')
    kept.parts.text.value = 'lost'
    await back()
    await vi.runAllTimersAsync()
    expect([path(), kept.state.value.text]).toEqual(['/findings?text=typed', 'typed'])
  })

  test('a step of the history can be gone back from, to the place it was said to start at', async () => {
    const { kept, back, path } = await at('/findings?text=a', () => useAddressState(FIELDS))
    await kept.go({ text: 'b' }, { stations: [7] })
    expect([path(), kept.state.value.text]).toEqual(['/findings?stations=7&text=b', 'b'])
    await back()
    await expect.poll(() => kept.state.value).toMatchObject({ text: 'a', stations: [7] })
  })

  test('it is known what the address says, and that can be made usual again', async () => {
    const { kept, path } = await at('/findings?kinds=a&from=2026-01-01&to=2026-01-02', () => useAddressState(FIELDS))
    expect([kept.says('kinds'), kept.says('span'), kept.says('text', 'stations')]).toEqual([true, true, false])
    kept.clear('kinds', 'text')
    expect([kept.says('kinds'), kept.says('kinds', 'span')]).toEqual([false, true])
    await expect.poll(path).toBe('/findings?from=2026-01-01&to=2026-01-02')
  })
})

test('a screen that only reads its address reads the present one', async () => {
  const { kept, router } = await at('/findings?stations=3', () => useAddressWords({ stations: ids }))
  expect(kept.value).toEqual({ stations: [3] })
  await router.push('/findings?stations=4,x')
  expect(kept.value).toEqual({ stations: [4] })
})
