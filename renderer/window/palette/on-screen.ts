import { nextTick } from 'vue'
import { useI18n } from 'vue-i18n'
import { actionsNow } from '../../components/keys/bound.ts'
import type { PaletteCommand } from './commands.ts'

/** What can be pressed on a screen. Rows, nodes and cells are found by what they hold, not by their buttons. */
const PRESSED = 'main button, main summary, main nav a, main [role=tab], main a.button'
const OF_ROWS = '[role=grid] *, [role=tree] *, [role=listbox] *, [role=row] *, [aria-hidden=true] *, nav[aria-label] li *'

/** The name by which an element is read out. */
const nameOf = (element: HTMLElement) =>
  (element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '').replaceAll(/\s+/g, ' ') || element.title

/** Presses a button as a hand does: some menus are created when their button gets the focus. */
async function press(element: HTMLElement): Promise<void> {
  element.focus()
  await nextTick()
  await new Promise((drawn) => requestAnimationFrame(drawn))
  element.click()
}

/**
 * What the screen below the palette offers at the moment: the actions of its keys, and its buttons, tabs and links by their
 * names. They are read from the screen itself when the palette opens, so a new button cannot be left out.
 */
export function useOnScreen(): () => PaletteCommand[] {
  const { t } = useI18n({ useScope: 'global' })
  return () => {
    const keys = actionsNow()
      .filter(({ place }) => place !== 'everywhere')
      .map(({ place, shortcut: { id, words, keys: pressed }, run }): PaletteCommand => ({
        id: `key-${place}-${id}`,
        icon: 'keyboard',
        words: t(words ?? `keys.${place}.${id}`),
        hint: pressed.join(' · '),
        run,
      }))
    const buttons = new Map<string, HTMLElement>()
    for (const element of document.querySelectorAll<HTMLElement>(PRESSED)) {
      const name = nameOf(element)
      const isOff = element.matches(':disabled, [aria-disabled=true], [aria-current=page]')
      if (name === '' || buttons.has(name) || isOff || element.matches(OF_ROWS) || !element.checkVisibility()) continue
      buttons.set(name, element)
    }
    return [
      ...keys,
      ...[...buttons].map(([name, element], index): PaletteCommand => ({
        id: `button-${index}`,
        icon: 'right',
        words: name,
        hint: element.closest('section[aria-label], [role=region][aria-label]')?.getAttribute('aria-label') ?? '',
        run: () => press(element),
      })),
    ]
  }
}
