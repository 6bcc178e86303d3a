import type { Book } from '../../book/index.ts'

/** The limit of error of a station's device, %, as an engineer typed it in; null: nobody did. */
export const limitOf = (_book: Book, _stationId: number): number | null => null
