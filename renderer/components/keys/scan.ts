/**
 * Tells a scanner from a person. A scanner types a whole number within a few hundredths of a second and ends it with Enter;
 * that first key may be a shortcut of the program, so a single sign outside of a text field is held back until it is known
 * who types: until the next key comes late, or none comes in time. A person's key is given back then, as it was.
 * What decides is the events' own time, which the system gives them: a busy page changes nothing.
 */

/** No longer than this lies between two keys of a scanner, ms. Fast typists reach 60 now and then, and not for four keys in a row. */
const GAP_MS = 50
/** A key is held back so long, ms. */
export const HOLD_MS = GAP_MS + 10
/** Fewer signs are no number that a scanner reads. */
const LEAST = 4
/** More than the longest serial number. */
const MOST = 128

/** What of a key press is looked at. */
type Press = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing' | 'repeat'>

/** What becomes of a key: `pass` it on, `hold` it back, or all that was scanned. */
type Taken = 'pass' | 'hold' | { scanned: string }

/** Keys that a scanner presses for capital letters. */
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'NumLock'])

/** @param giveBack does what a key means that was held back; they come in their order */
export function scanReader<Key extends Press>(giveBack: (key: Key) => void) {
  /** The signs that came one right after the other, and those of them that are held back. */
  let run: Key[] = []
  let held: Key[] = []
  /** Where they were typed: a number is typed into one place. */
  let isInField = false

  /** Gives back what is held: it was a person's, or nothing came after it. */
  function release(): void {
    const keys = held
    held = []
    for (const key of keys) giveBack(key)
  }
  function end(): void {
    release()
    run = []
  }

  return {
    release,
    /** True while keys are held back. */
    isHolding: () => held.length > 0,

    /** @param inField its sign is text: it is never held back */
    take(key: Key, inField: boolean): Taken {
      if (MODIFIERS.has(key.key)) return 'pass'
      const isSign = key.key.length === 1
      const isPlain = !key.ctrlKey && !key.altKey && !key.metaKey && !key.isComposing && !key.repeat
      if (!isPlain || (!isSign && key.key !== 'Enter')) {
        end()
        return 'pass'
      }
      const last = run.at(-1)
      const sinceMs = last === undefined ? Infinity : key.timeStamp - last.timeStamp
      if (sinceMs < 0 || sinceMs > GAP_MS || inField !== isInField) end()
      isInField = inField
      if (key.key === 'Enter') {
        const scanned = run.map((one) => one.key).join('')
        if (run.length < LEAST) {
          end()
          return 'pass'
        }
        run = []
        held = []
        return { scanned }
      }
      // No number begins with a blank: it presses a button and chooses a row.
      if (run.length >= MOST || (run.length === 0 && key.key === ' ')) {
        end()
        return 'pass'
      }
      run.push(key)
      if (inField) {
        release()
        return 'pass'
      }
      held.push(key)
      return 'hold'
    },
  }
}
