import { withoutEnd } from '../../contract/cut.ts'

/** The most characters (UTF-16) that Excel takes in the name of a sheet. */
const LONGEST = 31

/**
 * Gives sheets names that Excel takes: no `* ? : \ / [ ]`, no control characters, no apostrophe at either end, at most 31
 * characters, not 'History', and each but once, capitals or not.
 */
export function createSheetNames(): (wished: string) => string {
  const taken = new Set(['history'])
  return (wished) => {
    const base = clean(wished)
    for (let nth = 1; ; nth++) {
      const end = nth === 1 ? '' : ` (${nth})`
      const name = shortened(base, LONGEST - end.length) + end
      const key = name.toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  }
}

const clean = (text: string): string => {
  const spaced = text.toWellFormed().replaceAll(/[*?:\\/[\]\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu, ' ')
  return withoutEnd(spaced.replaceAll(/\s+/g, ' ').replace(/^['\s]+/, ''), "' ") || '—'
}

/** Cut at a whole character. */
function shortened(text: string, most: number): string {
  let short = ''
  for (const character of text) {
    if (short.length + character.length > most) break
    short += character
  }
  return withoutEnd(short, "' ")
}
