import { onBeforeUnmount, onMounted } from 'vue'
import { HOLD_MS, scanReader } from './scan.ts'
import { isInDialog, isInField } from './shortcuts.ts'

/** What was scanned into a text field, by the Enter that ended it. */
const scans = new WeakMap<KeyboardEvent, string>()

/** The number that a scanner typed before this Enter; null where a person pressed it. */
export const scannedBy = (event: KeyboardEvent | undefined): string | null => (event && scans.get(event)) ?? null

/** True while the browser has keys that the page has not been told of; a browser that cannot say says no. */
function isMoreComing(): boolean {
  const { scheduling } = navigator as Navigator & { scheduling?: { isInputPending?: () => boolean } }
  return scheduling?.isInputPending?.() ?? false
}

/**
 * Listens to a scanner anywhere in the window. What it types into a text field stays there, and `scannedBy` tells of its
 * Enter; what it types elsewhere goes to `scanned` and nowhere else.
 * @param scanned is told the number, and whether the focus is in a dialog
 */
export function useScanner(scanned: (text: string, inDialog: boolean) => void): void {
  /** Keys that were held back, on their way to where they would have gone. */
  const givenBack = new WeakSet<KeyboardEvent>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const reader = scanReader<KeyboardEvent>((key) => {
    const again = new KeyboardEvent('keydown', key)
    givenBack.add(again)
    ;(document.activeElement ?? document.body).dispatchEvent(again)
  })
  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // A page that was busy has more keys to look at first: the first sign of a number would become a shortcut.
      if (isMoreComing()) wait()
      else reader.release()
    }, HOLD_MS)
  }

  function onKeydown(event: KeyboardEvent): void {
    if (givenBack.has(event)) return
    const inField = isInField(event)
    const taken = reader.take(event, inField)
    if (taken === 'pass') return
    if (taken === 'hold') wait()
    else if (inField) {
      scans.set(event, taken.scanned)
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    if (taken !== 'hold') scanned(taken.scanned, isInDialog(event))
  }
  // Before anything else in the window sees the key.
  onMounted(() => window.addEventListener('keydown', onKeydown, { capture: true }))
  onBeforeUnmount(() => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKeydown, { capture: true })
  })
}
