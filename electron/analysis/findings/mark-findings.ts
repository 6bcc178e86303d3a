import type { Book } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { FindingMark } from '../../contract/rules.ts'

export interface MarkWish {
  ids: readonly string[]
  mark: FindingMark | null
  note: string
  author: string
}

/**
 * Marks findings. What explains them becomes one note a station, about the time of its findings that are marked together.
 * Returns the stations concerned. Throws BAD_INPUT for an explanation without a word.
 */
export function markFindings(book: Book, { ids, mark, note, author }: MarkWish, nowMs: number): number[] {
  if (mark === 'explained' && note === '') throw new MeterbookError('BAD_INPUT', { field: 'note' })
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
  return book.page(() =>
    book.findings.mark(ids, mark, { author, nowMs }, ({ stationId }) =>
      mark === 'explained' ? noteOf(stationId) : null,
    ),
  )
}
