import { expect, onTestFinished, test, vi } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import { commandSchema } from '../../electron/contract/program.ts'
import { DOWNLOAD_TABS, OFFERED, REFERENCE_TABS, REPORT_TABS, SCREENS, STATION_TABS } from '../../electron/contract/screens.ts'
import en from '../../electron/words/en/window/index.ts'
import names from '../../electron/words/en/names.ts'
import { useKeys } from '../../renderer/components/keys/use-keys.ts'
import { useAccount } from '../../renderer/stores/account.ts'
import { useBook } from '../../renderer/stores/book.ts'
import { useGuide } from '../../renderer/stores/guide.ts'
import { useHelp } from '../../renderer/stores/help.ts'
import { useNotices } from '../../renderer/stores/notices.ts'
import { useProgram } from '../../renderer/stores/program.ts'
import { usePaletteCommands, type PaletteCommand } from '../../renderer/window/palette/commands.ts'
import { useOnScreen } from '../../renderer/window/palette/on-screen.ts'
import { BOOK } from './support/book.ts'
import { answer } from './support/fake-client.ts'
import { shown } from './support/shown.ts'

/** The palette knows every command: screens, tabs, the menu of the desktop, keys and buttons of the screen. */

/** A window on a station of an open book, signed in, on the desktop; and what its palette offers. */
async function window_() {
  answer({
    book: { recent: () => [{ file: '/books/other.meterbook', exists: true, isRestorable: false, bytes: 1, openedMs: 0, changedMs: 0 }] },
  })
  let commands = (): readonly PaletteCommand[] => []
  let onScreen = (): PaletteCommand[] => []
  const print = vi.fn()
  const press = vi.fn()
  const { router } = shown(
    defineComponent(() => {
      const palette = usePaletteCommands()
      commands = () => palette.commands.value
      onScreen = useOnScreen()
      useKeys('fleet', { print })
      void palette.loadRecent()
      return () =>
        h('main', [
          h('button', { onClick: press }, 'Fold all'),
          h('button', { disabled: true }, 'Not now'),
          h('div', { role: 'grid' }, [h('button', 'Of a row')]),
          h('button', { 'aria-label': 'Columns' }, '…'),
        ])
    }),
  )
  useBook().summary = BOOK
  useAccount().state = { session: 'signed-in' } as ReturnType<typeof useAccount>['state']
  useProgram().info = { host: 'desktop', systemLocale: 'en', can: { chooseFiles: true } } as unknown as ReturnType<
    typeof useProgram
  >['info']
  await router.push('/stations/10002')
  const ids = () => commands().map(({ id }) => id)
  const words = () => commands().map((command) => command.words)
  return { commands, onScreen, ids, words, print, press, router }
}

test('every screen that can be gone to is offered, and every tab', async () => {
  const { ids, words } = await window_()
  expect(ids()).toEqual(expect.arrayContaining(OFFERED.map(({ name }) => name)))
  // The others are places of a station or of chosen stations, and the sign-in screen, which the account leads to.
  expect(SCREENS.filter((screen) => !('icon' in screen)).map(({ name }) => name)).toEqual(['station', 'compare', 'overlay', 'sign-in'])
  const tab = (screen: keyof typeof names.screen, name: string) => `${names.screen[screen]}: ${name}`
  expect(words()).toEqual(
    expect.arrayContaining([
      ...STATION_TABS.map((name) => tab('station', en.station.tab[name])),
      ...DOWNLOAD_TABS.slice(1)
        .filter((name) => name !== 'trips')
        .map((name) => tab('downloads', en.downloads.tab[name])),
      // Five tabs have names of their own in the palette.
      ...REPORT_TABS.filter((name) => name === 'log').map((name) => tab('reports', en.reports.tab[name])),
      ...[en.palette.namedTrips, en.palette.savedReports, en.palette.letterhead, en.palette.meanings, en.palette.rules],
      ...REFERENCE_TABS.filter((name) => ['channels', 'messages', 'rejected'].includes(name)).map((name) =>
        tab('reference', en.reference.tab[name]),
      ),
    ]),
  )
  expect(words().filter((text) => text.includes('.tab.') || text.includes('screen.') || text.includes('palette.'))).toEqual([])
})

test('every command of the desktop’s menu is offered, and books that were open before', async () => {
  const { ids, words } = await window_()
  // The palette is what 'find' opens; the other two come from outside.
  const asked = commandSchema.options.filter((name) => !['find', 'open-link', 'second-browser'].includes(name))
  expect(ids()).toEqual(expect.arrayContaining(asked))
  await expect.poll(words).toContain('Open other')
})

test('guide and keys are opened', async () => {
  const { commands } = await window_()
  await commands()
    .find(({ id }) => id === 'guide')
    ?.run()
  expect(useGuide().wish).toEqual({ at: null, turns: false })
  await commands()
    .find(({ id }) => id === 'keys')
    ?.run()
  expect(useHelp().open).toBe(true)
})

test('what the keys and buttons of the screen do is offered, and done', async () => {
  const { onScreen, print, press } = await window_()
  const found = onScreen()
  expect(found.map(({ words }) => words)).toEqual([en.keys.fleet.print, 'Fold all', 'Columns'])
  await found[0]?.run()
  expect(print).toHaveBeenCalledOnce()
  await found[1]?.run()
  expect(press).toHaveBeenCalledOnce()
})

test.each([
  ['dialog', 'open'],
  ['div', 'aria-modal'],
])('below another dialog, a %s, the screen offers nothing', async (tag, attribute) => {
  const { onScreen } = await window_()
  const dialog = document.body.appendChild(document.createElement(tag))
  onTestFinished(() => dialog.remove())
  dialog.setAttribute(attribute, 'true')
  expect(onScreen()).toEqual([])
  dialog.removeAttribute(attribute)
  expect(onScreen()).not.toEqual([])
})

test('the palette itself is no other dialog', async () => {
  const { onScreen } = await window_()
  const dialog = document.body.appendChild(document.createElement('dialog'))
  onTestFinished(() => dialog.remove())
  dialog.className = 'palette'
  dialog.setAttribute('open', '')
  expect(onScreen()).not.toEqual([])
})

test('buttons that are called the same are all offered, each with its part of the screen, and pressed as they are now', async () => {
  answer({})
  const pressed: string[] = []
  /** Changes when the screen is drawn anew. */
  const drawn = ref(0)
  const shows = ref(true)
  let onScreen = (): PaletteCommand[] => []
  const removing = (part: string) => h('button', { key: `${part}${drawn.value}`, onClick: () => pressed.push(part) }, 'Remove')
  shown(
    defineComponent(() => {
      onScreen = useOnScreen()
      return () =>
        h('main', [
          h('section', { 'aria-label': 'Lake' }, shows.value ? removing('lake') : []),
          h('section', [h('h2', 'Backups'), h('div', removing('backups'))]),
          h('fieldset', [h('legend', 'Logo'), removing('first'), removing('second')]),
        ])
    }),
  )
  const found = onScreen()
  expect(found.map(({ words, hint }) => [words, hint])).toEqual([
    ['Remove', 'Lake'],
    ['Remove', 'Backups'],
    ['Remove', 'Logo · 1/2'],
    ['Remove', 'Logo · 2/2'],
  ])
  drawn.value++
  await nextTick()
  await found[3]?.run()
  await found[1]?.run()
  expect(pressed).toEqual(['second', 'backups'])
  shows.value = false
  await nextTick()
  await found[0]?.run()
  expect(pressed).toEqual(['second', 'backups'])
  expect(useNotices().all).toMatchObject([{ key: 'palette.gone', named: { name: 'Remove' } }])
})
