import { foldText } from '../contract/folding.ts'
import { ALL_SHEETS, type ColumnRef, type ImportColumn, type ImportMap, type SourceCell } from '../contract/import-map.ts'

/** Where the columns of a map stand in the rows of a file. */

export interface Placed {
  at: number
  column: ImportColumn
}
export interface Places {
  time: readonly number[]
  columns: readonly Placed[]
  skipIf: readonly { at: number; matches: (text: string) => boolean }[]
  archive: number | null
  owner: { station: number | null; device: number | null }
  /** A heading that the map names and the row lacks. */
  missing: string | null
}

/** Every column that a map names. */
export const refsOf = ({ time, columns, skipIf = [], archive, owner }: ImportMap): ColumnRef[] =>
  [
    ...time.columns,
    ...columns.map(({ column }) => column),
    ...skipIf.map(({ column }) => column),
    archive?.column,
    owner?.station,
    owner?.device,
  ].filter((ref) => ref !== undefined)

/** Where the columns of a map stand among headings. Of all sheets, one may lack channels that another has. */
export function placesOf(map: ImportMap, headings: readonly SourceCell[] | null): Places {
  const names = new Map((headings ?? []).map(({ text }, at) => [foldText(text), at] as const).toReversed())
  let missing: string | null = null
  const find = (ref: ColumnRef): number | null => {
    return typeof ref === 'number' ? ref : (names.get(foldText(ref)) ?? null)
  }
  const need = (ref: ColumnRef): number => {
    const at = find(ref)
    if (at === null) missing ??= String(ref)
    return at ?? 0
  }
  const places = {
    time: map.time.columns.map(need),
    columns: map.columns.flatMap((column): Placed[] => {
      const at = map.sheet === ALL_SHEETS ? find(column.column) : need(column.column)
      return at === null ? [] : [{ at, column }]
    }),
    skipIf: (map.skipIf ?? []).map(({ column, matches }) => ({ at: need(column), matches: matcher(matches) })),
    archive: map.archive ? need(map.archive.column) : null,
    owner: {
      station: map.owner?.station === undefined ? null : need(map.owner.station),
      device: map.owner?.device === undefined ? null : need(map.owner.device),
    },
  }
  return { ...places, missing }
}

/** A text that contains another; with `*` one that is made of these pieces in their order. No patterns: some never end. */
function matcher(asked: string): (text: string) => boolean {
  const wanted = foldText(asked)
  if (wanted === '') return (text) => text.trim() === ''
  const pieces = wanted.split('*')
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)]
  return (text) => {
    const folded = foldText(text)
    if (pieces.length === 1) return folded.includes(wanted)
    if (!folded.startsWith(first) || !folded.endsWith(last)) return false
    let at = first.length
    for (const piece of pieces.slice(1, -1)) {
      const found = folded.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at <= folded.length - last.length
  }
}
