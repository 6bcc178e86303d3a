import { expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { useKeyPlace } from '../../renderer/components/keys/bound.ts'
import KeyHelp from '../../renderer/components/keys/KeyHelp.vue'
import { SHORTCUTS } from '../../renderer/components/keys/shortcuts.ts'
import { useShellKeys } from '../../renderer/components/shell-keys.ts'
import { useGuide } from '../../renderer/stores/guide.ts'
import { useHelp } from '../../renderer/stores/help.ts'
import { one, press, shown, texts } from './support/shown.ts'

/** The keys that work everywhere, the list of all keys, and a text field. */
function shell() {
  const find = vi.fn()
  const { router } = shown(
    defineComponent(() => {
      const list = useHelp()
      useShellKeys({ find })
      useKeyPlace('fleet')
      useKeyPlace('table')
      return () => [h('input'), h(KeyHelp, { open: list.open, 'onUpdate:open': (now: boolean) => (list.open = now) })]
    }),
  )
  return { find, router }
}
const help = () => one<HTMLDialogElement>('dialog')

test('F1 opens the guide at the place where one is', () => {
  shell()
  expect(press('F1', 'F1').defaultPrevented).toBe(true)
  expect(useGuide().wish).toEqual({ at: null, turns: true })
})

test('? lists the keys of every place, those of this screen first', async () => {
  shell()
  expect(help().open).toBe(false)
  expect(press('Shift+?', 'Slash').defaultPrevented).toBe(true)
  await expect.poll(() => help().open).toBe(true)
  expect(texts('dialog .part')).toEqual(['On this screen', 'On other screens'])
  expect(texts('dialog h3')).toEqual([
    'Who needs a visit',
    'Tables',
    'Everywhere',
    'Stations',
    'Station page',
    'Events of all stations',
    'Findings',
    'What is new',
    'Questions in SQL',
    'Reports',
    'Pages of a report',
    'Tree of providers',
    'Spans of time',
    'Charts',
    'Carpet',
  ])
  expect(texts('dialog dt')).toHaveLength(Object.values(SHORTCUTS).flat().length)
  // A key without its words would show the name of the message.
  expect(texts('dialog dd').filter((words) => words === '' || words.startsWith('keys.'))).toEqual([])
  one('dialog header .icon-button').click()
  await expect.poll(() => help().open).toBe(false)
})

test('in a text field a question mark is an ordinary character', () => {
  shell()
  one('input').focus()
  expect(press('Shift+?', 'Slash').defaultPrevented).toBe(false)
  expect(help().open).toBe(false)
})

test('a key comes to the screen while the focus is still in the field of a dialog that has just closed', async () => {
  shell()
  const closed = document.createElement('dialog')
  const field = document.createElement('input')
  closed.append(field)
  document.body.append(closed)
  closed.showModal()
  field.focus()
  expect(press('Shift+?', 'Slash').defaultPrevented).toBe(false)
  closed.close()
  expect(document.activeElement).toBe(field)
  expect(press('Shift+?', 'Slash').defaultPrevented).toBe(true)
  await expect.poll(() => help().open).toBe(true)
  closed.remove()
})

test('Ctrl+K goes by the position of the key: on a Russian layout it types л', () => {
  const { find } = shell()
  expect(press('Ctrl+л', 'KeyK').defaultPrevented).toBe(true)
  expect(find).toHaveBeenCalledOnce()
})

test.each([
  [2, 'downloads'],
  [3, 'reference'],
  [6, 'findings'],
  [9, 'reports'],
])('Ctrl+%i leads to %s', async (digit, name) => {
  const { router } = shell()
  press(`Ctrl+${digit}`, `Digit${digit}`)
  await expect.poll(() => router.currentRoute.value.name).toBe(name)
})
