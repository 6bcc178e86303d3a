import { firstWhere } from '../../../../../electron/contract/bisect.ts'
import type { NoteRow } from '../../../../../electron/contract/notes.ts'
import type { CarpetCells } from '../../../../charts/carpet/cells.ts'

/** Which notes are about which cells of a carpet. */
export interface NotedCells {
  /** The cells that are marked: of hours the first of each noted gas day, else each noted cell. */
  marked: readonly number[]
  notesOf: (cell: number) => NoteRow[]
}

/** Notes of a carpet's cells; one of a gas day is one of all its hours. Those of a station as a whole have no place. */
export function notedCells(cells: CarpetCells, notes: readonly NoteRow[]): NotedCells {
  const { kind, length, fromMs, toMs, starts } = cells
  const timed = notes.filter((note) => note.fromMs !== null)
  function groupOf(cell: number): { first: number; last: number } {
    if (kind !== 'hour') return { first: cell, last: cell }
    const next = firstWhere(0, starts.length, (at) => (starts[at] as number) > cell)
    return { first: starts[next - 1] ?? 0, last: (starts[next] ?? length) - 1 }
  }
  function notesOf(cell: number): NoteRow[] {
    const { first, last } = groupOf(cell)
    const [begin, end] = [fromMs[first] as number, toMs[last] as number]
    return timed.filter(({ fromMs: from, toMs: to }) => {
      if (from === null || from >= end) return false
      return to === null ? from >= begin : to > begin
    })
  }
  const groups = kind === 'hour' ? [...starts] : Array.from({ length }, (_, cell) => cell)
  return { marked: timed.length === 0 ? [] : groups.filter((cell) => notesOf(cell).length > 0), notesOf }
}
