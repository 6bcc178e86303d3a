import { nextTick } from 'vue'
import { useI18n } from 'vue-i18n'
import { actionsNow } from '../../components/keys/bound.ts'
import { useNotices } from '../../stores/notices.ts'
import type { PaletteCommand } from './commands.ts'

/** What can be pressed on a screen. Rows, nodes and cells are found by what they hold, not by their buttons. */
const PRESSED = 'main button, main summary, main nav a, main [role=tab], main a.button'
const OF_ROWS = '[role=grid] *, [role=tree] *, [role=listbox] *, [role=row] *, [aria-hidden=true] *, nav[aria-label] li *'
/** Dialogs that let nothing beside them be used, but for the palette itself. */
const OTHER_DIALOG = 'dialog[open]:not(.palette), [aria-modal=true]'

/** The name by which an element is read out. */
const nameOf = (element: HTMLElement) =>
  (element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '').replaceAll(/\s+/g, ' ') || element.title

/** The name of the part of the screen in which an element stands: it tells apart buttons that are called the same. */
function partOf(element: Element): string {
  for (let at = element.parentElement; at && at.tagName !== 'MAIN'; at = at.parentElement) {
    const labelled = at.getAttribute('aria-labelledby')
    const label = labelled === null ? null : document.getElementById(labelled.split(' ')[0] ?? '')
    const title = label ?? (at.matches('section, article, fieldset') ? at.querySelector(':scope > legend, :scope > :is(h2, h3)') : null)
    const name = at.getAttribute('aria-label') ?? title?.textContent?.trim().replaceAll(/\s+/g, ' ')
    if (name) return name
  }
  return ''
}

interface ScreenButton {
  element: HTMLElement
  name: string
  /** The part of the screen; of several with the same name there, also which of them. */
  hint: string
}

/** The buttons, tabs and links that can be pressed now, in their order. */
function buttonsNow(): ScreenButton[] {
  const seen = [...document.querySelectorAll<HTMLElement>(PRESSED)]
    .map((element) => ({ element, name: nameOf(element), part: partOf(element) }))
    .filter(({ element, name }) => {
      const isOff = element.matches(':disabled, [aria-disabled=true], [aria-current=page]')
      return name !== '' && !isOff && !element.matches(OF_ROWS) && element.checkVisibility()
    })
  return seen.map(({ element, name, part }) => {
    const same = seen.filter((other) => other.name === name && other.part === part)
    const which = same.length > 1 ? `${same.findIndex((other) => other.element === element) + 1}/${same.length}` : ''
    return { element, name, hint: [part, which].filter((text) => text !== '').join(' · ') }
  })
}

/** Presses a button as a hand does: some menus are created when their button gets the focus. */
async function press(element: HTMLElement): Promise<void> {
  element.focus()
  await nextTick()
  await new Promise((drawn) => requestAnimationFrame(drawn))
  element.click()
}

/** The button as it is now: the screen may have been drawn anew since the palette opened, or the button may be gone. */
const asItIsNow = ({ element, name, hint }: ScreenButton): HTMLElement | undefined =>
  element.isConnected ? element : buttonsNow().find((now) => now.name === name && now.hint === hint)?.element

/**
 * What the screen below the palette offers at the moment: the actions of its keys, and those of its buttons, tabs and links that
 * stand outside of tables, trees and lists, by their names. They are read from the screen itself when the palette opens. Below
 * another dialog the screen offers nothing: one could not press it there either.
 */
export function useOnScreen(): () => PaletteCommand[] {
  const { t } = useI18n({ useScope: 'global' })
  const notices = useNotices()
  return () => {
    if ([...document.querySelectorAll(OTHER_DIALOG)].some((dialog) => dialog.checkVisibility())) return []
    const keys = actionsNow()
      .filter(({ place }) => place !== 'everywhere')
      .map(({ place, shortcut: { id, words, keys: pressed }, run }): PaletteCommand => ({
        id: `key-${place}-${id}`,
        icon: 'keyboard',
        words: t(words ?? `keys.${place}.${id}`),
        hint: pressed.join(' · '),
        run,
      }))
    const buttons = buttonsNow().map((button, index): PaletteCommand => ({
      id: `button-${index}`,
      icon: 'right',
      words: button.name,
      hint: button.hint,
      run: () => {
        const element = asItIsNow(button)
        return element ? press(element) : notices.add({ kind: 'done', key: 'palette.gone', named: { name: button.name } })
      },
    }))
    return [...keys, ...buttons]
  }
}
