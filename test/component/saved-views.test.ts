import { beforeEach, expect, test } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import type { SavedView, ViewScreen } from '../../electron/contract/saved-views.ts'
import { useViews, type Views } from '../../renderer/parts/saved-views/use-views.ts'
import ViewList from '../../renderer/parts/saved-views/ViewList.vue'
import { BOOK } from './support/book.ts'
import { answer } from './support/fake-client.ts'
import { useBook } from '../../renderer/stores/book.ts'
import { one, shown, texts } from './support/shown.ts'

/** The views as the program keeps them: by screen and name. */
let kept: SavedView[]
beforeEach(() => {
  kept = []
  const without = (screen: ViewScreen, name: string) => kept.filter((view) => view.screen !== screen || view.name !== name)
  answer({
    savedViews: {
      list: () => kept,
      save: ({ view, replaces = view.name }) => {
        kept = without(view.screen, replaces)
        return (kept = [...without(view.screen, view.name), view])
      },
      remove: ({ screen, name }) => (kept = without(screen, name)),
    },
  })
})

/** The list of one screen's views. */
function views(screen: ViewScreen) {
  let of: Views | undefined
  const { router } = shown(
    defineComponent(() => {
      const views = (of = useViews(screen))
      return () => h(ViewList, { of: views })
    }),
  )
  useBook().summary = BOOK
  if (!of) throw new Error('nothing is shown')
  return { of, router }
}
const names = () => texts('.apply')
const labelled = (label: string) => one(`[aria-label="${label}"]`)
async function enter(selector: string, text: string): Promise<void> {
  const input = one<HTMLInputElement>(selector)
  input.value = text
  input.dispatchEvent(new Event('input'))
  await nextTick()
  input.closest('form')?.requestSubmit()
}

test.each([
  ['events', '/events?archives=alarm'],
  ['findings', '/findings?flags=4&sort=-m3'],
  ['fleet', '/fleet?class=A&show=consumer'],
] as const)('%s keeps views of its own: a name that another screen has is free on it', async (screen, narrowed) => {
  const other = screen === 'events' ? 'findings' : 'events'
  kept = [{ screen: other, name: 'Morning', account: null, query: {}, columns: {} }]
  const { of, router } = views(screen)
  await of.load()
  await router.push(narrowed)
  expect(names()).toEqual([])
  await enter('.save input', 'Morning')
  await expect.poll(names).toEqual(['Morning'])
  expect(kept.map((view) => `${view.screen} ${view.name}`)).toEqual([`${other} Morning`, `${screen} Morning`])
  expect(of.current.value?.name).toBe('Morning')
  expect(of.changed.value).toBe(false)

  // Who comes by an address that says something else looks at no view; the view brings its own back.
  await router.push({ name: screen })
  expect(of.changed.value).toBe(true)
  of.leaveOther()
  expect(of.current.value).toBeNull()
  labelled('Show “Morning”').click()
  await expect.poll(() => router.currentRoute.value.fullPath).toBe(narrowed)
  expect(of.current.value?.name).toBe('Morning')
  expect(of.changed.value).toBe(false)
})

test('a view is renamed, deleted and brought back; a name that is taken is refused', async () => {
  const { of, router } = views('events')
  await router.push('/events?text=gas')
  await enter('.save input', 'To repair')
  await enter('.save input', 'Evening')
  await expect.poll(names).toEqual(['Evening', 'To repair'])
  labelled('Rename “To repair”').click()
  await nextTick()
  await enter('li input', 'Evening')
  expect(texts('[role=alert]')).toHaveLength(1)
  await enter('li input', 'Alarms')
  await expect.poll(names).toEqual(['Alarms', 'Evening'])

  labelled('Delete “Alarms”').click()
  await expect.poll(names).toEqual(['Evening'])
  expect(texts('.removed')[0]).toContain('“Alarms” is deleted.')
  one('.removed button').click()
  await expect.poll(names).toEqual(['Alarms', 'Evening'])
  labelled('Show “Alarms”').click()
  await expect.poll(() => of.current.value?.name).toBe('Alarms')
  expect(router.currentRoute.value.query).toEqual({ text: 'gas' })
})
