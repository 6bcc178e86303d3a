import { access } from 'node:fs/promises'
import path from 'node:path'
import { bookAt } from '../book/backups/make.ts'
import { backupsIn, backupsOfPlace, type Listed } from '../book/backups/shelf.ts'
import { placeOf } from '../book/file/place.ts'
import type { ListedBackup } from '../contract/backups.ts'
import { backupPlaces } from './backup-places.ts'
import type { ProgramFile } from './program-file.ts'

/** A book at its place: a copy of it that lies elsewhere has backups of its own. */
export interface OfBook {
  bookId: string
  file: string
}

/** Asked of an open book at once: it may be closed while folders are looked at. */
export const placedBook = ({ bookId, file }: OfBook): OfBook => ({ bookId, file })

/** What lies in the folders of backups now. */
export interface Listing {
  /** False: the chosen folder is away, and what lies in it is not listed. */
  isThere: boolean
  backups: readonly Listed[]
}

/** Which backups lie where backups go. */
export function backupListsIn(dataFolder: string, file: ProgramFile) {
  const places = () => backupPlaces(dataFolder, file.preferences().backupsFolder)

  async function listing(listed: (folder: string) => Listed[]): Promise<Listing> {
    const asked = places()
    const isThere = asked[0].isOwn || (await isReached(asked[0].folder))
    // Copies from before a migration lie in the program's own folder where the chosen one was away.
    const folders = asked.flatMap(({ folder, isOwn }) => (isOwn || isThere ? [folder] : []))
    return { isThere, backups: folders.flatMap(listed) }
  }

  return {
    /** Where backups go, the chosen folder first. */
    places,
    of: (book: OfBook): Promise<Listing> => listing((folder) => backupsIn(folder, book)),
    /**
     * Of the book at a place: it may be damaged, or gone. Where it does not say any more which book it is, or has none as that
     * one, those of whatever book lay there. Throws BookError NOT_A_FILE, NAME_TOO_LONG.
     */
    async at(place: string): Promise<Listing & { file: string }> {
      const real = placeOf(place)
      const bookId = bookIdAt(real)
      const own = bookId === null ? null : await listing((folder) => backupsIn(folder, { bookId, file: real }))
      const found = own && own.backups.length > 0 ? own : await listing((folder) => backupsOfPlace(folder, real))
      return { ...found, file: real }
    },
    /** The newest of one book in the folder that new ones go to, of those that hold what a book of this version holds. */
    newest({ backups }: Listing): Listed | null {
      const folder = path.resolve(places()[0].folder)
      const inPlace = backups.filter(
        ({ file: one, isOwn, stamp }) => isOwn && stamp !== null && path.resolve(path.dirname(path.dirname(one))) === folder,
      )
      return inPlace.toSorted((a, b) => b.order - a.order)[0] ?? null
    },
  }
}

/** A drive that is away keeps nobody waiting. */
const isReached = (folder: string): Promise<boolean> =>
  access(folder).then(
    () => true,
    () => false,
  )

function bookIdAt(file: string): string | null {
  try {
    return bookAt(file).bookId
  } catch {
    return null
  }
}

/** As windows list it. */
export const shownOf = ({ sha256: _, stamp: __, order: ___, version: ____, account: _____, ...shown }: Listed): ListedBackup => shown
