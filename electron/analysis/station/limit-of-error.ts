import type { Book } from '../../book/index.ts'

/** The limit of error of a station's device, %, as an engineer typed it in; null: nobody did. */
export function limitOf(book: Book, stationId: number): number | null {
  const typed = book.typed.ofStation(stationId).find(({ fact }) => fact === 'limit_of_error')
  return typed ? Number(typed.value) : null
}
