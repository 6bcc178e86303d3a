import { foldText } from '../../../../electron/contract/folding.ts'
import type { TreeRow } from './rows.ts'

/** The act of a key in a tree. */
export type TreeAct = { kind: 'go'; row: number } | { kind: 'open' | 'close'; row: number } | { kind: 'choose'; row: number }

interface Press {
  key: string
  ctrl: boolean
  atMs: number
}

/** Letters typed faster than this belong to one word. */
const PAUSE_MS = 800

/**
 * Keys of a tree as the ARIA practices have them: ↑ ↓ move, Home and End go to the ends, PgUp and PgDn by a page, → opens
 * or goes to the first child, ← closes or goes to the parent, Enter and Space choose, letters go to the next node that
 * begins with them.
 */
export function treeKeys(pageRows: () => number) {
  let typed = ''
  let typedMs = Number.NEGATIVE_INFINITY

  function typeAhead(rows: readonly TreeRow[], at: number, letter: string, atMs: number): TreeAct | null {
    const goesOn = atMs - typedMs < PAUSE_MS
    typed = goesOn ? typed + letter : letter
    typedMs = atMs
    // Typing one letter again goes on to the next node that begins with it.
    const again = new Set(typed).size === 1
    const wanted = foldText(again ? letter : typed)
    const from = again ? at + 1 : at
    const inTurn = rows.map((_, step) => (from + step) % rows.length)
    const names = rows.map(({ node }) => foldText(node.name))
    const row =
      inTurn.find((index) => names[index]?.startsWith(wanted)) ??
      inTurn.find((index) => names[index]?.split(NO_WORD).some((word) => word.startsWith(wanted)))
    return row === undefined ? null : { kind: 'go', row }
  }

  /** True where a space continues a name that is being typed. */
  function isInName(rows: readonly TreeRow[], atMs: number): boolean {
    if (typed === '' || atMs - typedMs >= PAUSE_MS) return false
    const begun = `${foldText(typed)} `
    return rows.some(({ node }) => foldText(node.name).startsWith(begun))
  }

  return (rows: readonly TreeRow[], at: number, { key, ctrl, atMs }: Press): TreeAct | null => {
    const row = rows[at]
    if (!row) return null
    const go = (to: number): TreeAct => ({ kind: 'go', row: Math.min(rows.length - 1, Math.max(0, to)) })
    switch (key) {
      case 'ArrowDown':
        return go(at + 1)
      case 'ArrowUp':
        return go(at - 1)
      case 'PageDown':
        return go(at + pageRows())
      case 'PageUp':
        return go(at - pageRows())
      case 'Home':
        return go(0)
      case 'End':
        return go(rows.length - 1)
      case 'ArrowRight':
        return row.open === null ? null : row.open ? go(at + 1) : { kind: 'open', row: at }
      case 'ArrowLeft':
        if (row.open) return { kind: 'close', row: at }
        return row.parent < 0 ? null : go(row.parent)
      case 'Enter':
        return { kind: 'choose', row: at }
      case ' ':
        return isInName(rows, atMs) ? typeAhead(rows, at, key, atMs) : { kind: 'choose', row: at }
      default:
        return ctrl || !LETTER.test(key) ? null : typeAhead(rows, at, key, atMs)
    }
  }
}
const LETTER = /^[\p{L}\p{N}]$/u
const NO_WORD = /[^\p{L}\p{N}]+/u
