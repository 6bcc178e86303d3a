import { stationIn } from '../analysis/answers/directory.ts'
import type { Book } from '../book/index.ts'

/** @throws NO_SUCH_STATION for the first that the book does not know. */
export function knownStations(book: Book, ids: readonly number[] = []): void {
  for (const id of ids) stationIn(book, id)
}
