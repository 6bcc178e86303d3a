import type { Book } from '../../../book/index.ts'
import { MeterbookError } from '../../../contract/errors.ts'
import type { FindingMark } from '../../../contract/rules.ts'

export interface MarkWish {
  ids: readonly string[]
  mark: FindingMark | null
  note: string
  /** A note of the book that explains it already; null: one is written. */
  noteId?: string | null
  author: string
}

/**
 * Marks findings. What explains them becomes one note a station, about the time of its findings that are marked together.
 * Returns the stations concerned and the notes that were written. Throws BAD_INPUT for an explanation without a word.
 */
export function markFindings(
  book: Book,
  { ids, mark, note, noteId = null, author }: MarkWish,
  nowMs: number,
): { stationIds: number[]; noteIds: string[] } {
  if (mark === 'explained' && note === '' && noteId === null) throw new MeterbookError('BAD_INPUT', { field: 'note' })
  const notes = new Map<number, string>()
  const all = mark === 'explained' ? book.findings.some(ids) : []
  function noteOf(stationId: number): string {
    const there = notes.get(stationId)
    if (there !== undefined) return there
    const own = all.filter((finding) => finding.stationId === stationId)
    const fromMs = Math.min(...own.map((finding) => finding.fromMs))
    const toMs = Math.max(...own.map((finding) => finding.toMs ?? nowMs))
    const content = { fromMs, toMs: toMs > fromMs ? toMs : null, kind: 'other', author, text: note } as const
    const { id } = book.notes.add(stationId, content, [], nowMs)
    notes.set(stationId, id)
    return id
  }
  const stationIds = book.page(() =>
    book.findings.mark(ids, mark, { author, nowMs }, ({ stationId }) => (mark === 'explained' ? (noteId ?? noteOf(stationId)) : null)),
  )
  return { stationIds, noteIds: [...notes.values()] }
}
