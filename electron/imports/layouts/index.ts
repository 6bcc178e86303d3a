import { foldText } from '../../contract/folding.ts'
import type { SourceTable } from '../../contract/import-map.ts'
import { ekEvents, ekInterval, tcMonths } from './elster.ts'
import { irvisHours } from './irvis.ts'
import type { Layout } from './layout.ts'
import { spg742Hours, spg761Days } from './logika.ts'
import { macbatHours } from './plum.ts'
import { superfloHours } from './superflo.ts'
import { flowtiHours } from './tartarini.ts'
import { hyperflowHours } from './vympel.ts'

/** The layouts that the program knows by itself; docs/imports.md says what each follows. */
export const LAYOUTS: readonly Layout[] = [
  ekInterval,
  ekEvents,
  tcMonths,
  spg742Hours,
  spg761Days,
  hyperflowHours,
  superfloHours,
  irvisHours,
  flowtiHours,
  macbatHours,
]

/** Rows that hold the heads of a file. */
const HEAD_ROWS = 15

/**
 * The layout of a file, with its map; null where it has the signs of none. Somebody may have saved the file anew: its encoding
 * and the sign between its cells are those that it has now.
 */
export function layoutOf(tables: readonly SourceTable[]): Layout | null {
  for (const { rows, format, encoding, separator } of tables) {
    const head = foldText(
      rows
        .slice(0, HEAD_ROWS)
        .map(({ cells }) => cells.map(({ text }) => text).join(' '))
        .join(' '),
    )
    const found = LAYOUTS.find(({ signs, map }) => map.format === format && signs.every((sign) => head.includes(foldText(sign))))
    if (!found) continue
    const spelled = { ...(encoding === null ? {} : { encoding }), ...(format === 'csv' && separator !== null ? { separator } : {}) }
    return { ...found, map: { ...found.map, ...spelled } }
  }
  return null
}
