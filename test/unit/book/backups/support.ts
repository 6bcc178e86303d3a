import { join } from 'node:path'
import type { Keeping } from '../../../../electron/book/backups/keep.ts'
import { makeBackup, type MakeAsked, type Made } from '../../../../electron/book/backups/make.ts'
import type { FreeBytes } from '../../../../electron/book/backups/room.ts'
import { openBook, type Book } from '../../../../electron/book/index.ts'
import { NOW, station, tempFolder } from '../fixtures.ts'

const KEEPING: Keeping = { newest: 2, weeks: 0, mostBytes: 1e12 }

/** A book with stations, and a folder for its backups. */
export function bookWithPlace(stations = 3) {
  const folder = tempFolder()
  const file = join(folder, 'trip.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.db.pragma('synchronous = OFF')
  for (let id = 1; id <= stations; id++) book.page(() => book.stations.put([station({ id })], NOW))
  const place = { folder: join(folder, 'backups'), isOwn: true }
  const make = (asked: Partial<MakeAsked> = {}, at: { isCancelled?: () => boolean; freeBytes?: FreeBytes } = {}): Promise<Made> =>
    makeBackup({ file, place, why: 'asked', keeping: KEEPING, onlyChanged: false, owner: 'test', nowMs: NOW, ...asked }, at)
  return { folder, file, book, place, make, about: { bookId: book.bookId, file } }
}

export const note = (book: Book, text: string, stationId = 1) =>
  book.notes.add(stationId, { fromMs: null, toMs: null, kind: 'other', author: 'Olga', text }, [], NOW)
