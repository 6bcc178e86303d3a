import { onOtherLayout } from '../../contract/keyboard-layout.ts'
import type { ShownFor } from '../../contract/stations.ts'

/** Who has found so many stations has typed what was meant: the other layout is not searched. */
const PLENTY = 200
/** Shorter texts find something on any layout, and mostly more on the wrong one. */
const TELLING_LETTERS = 3

/** What was found on each layout, and what is to be said of it. */
export interface OnBothLayouts<T> {
  typed: readonly T[]
  /** On the other layout, in place of the typed or after them; empty when that layout is not meant. */
  other: readonly T[]
  shownFor: ShownFor
}

/**
 * Searches as typed, and as typed with the keyboard switched to the other language where the text as it stands finds
 * nothing or less.
 */
export function onBothLayouts<T>(
  text: string,
  find: (text: string, memory: 'typed' | 'other') => readonly T[],
  plenty = PLENTY,
): OnBothLayouts<T> {
  const typed = find(text, 'typed')
  const asTyped = { typed, other: [], shownFor: null }
  const meant = typed.length < plenty ? onOtherLayout(text)?.trim() : undefined
  if (meant === undefined || meant === '') return asTyped
  if (typed.length > 0 && [...text.trim()].length < TELLING_LETTERS) return asTyped
  const other = find(meant, 'other')
  if (other.length <= typed.length) return asTyped
  return { typed, other, shownFor: { text: meant, also: typed.length > 0 } }
}
