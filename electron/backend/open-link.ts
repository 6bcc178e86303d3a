import path from 'node:path'
import { linkOf, type DeepLink } from '../contract/deep-link.ts'
import { MeterbookError } from '../contract/errors.ts'

/** What is to be shown, in the file of a known book; null: in the open one. */
type LinkMeaning = { file: string | null } & Omit<DeepLink, 'book'>

/**
 * What a link means here. It opens none but the books that this computer's user has opened before or that lie in the usual
 * folder: a link from a letter must not make the program touch any other place, a share of another computer least of all.
 * Throws LINK_REFUSED with `reason`: `words`, `book`.
 * @param known the files of the known books, the newest first
 */
export function readLink(link: string, known: readonly string[]): LinkMeaning {
  const asked = linkOf(link)
  if (!asked) throw new MeterbookError('LINK_REFUSED', { reason: 'words' })
  const { book, ...place } = asked
  if (book === null) return { file: null, ...place }
  const isAsked = (file: string) => file === book || path.basename(file) === book || path.basename(file, '.meterbook') === book
  const file = known.find(isAsked)
  if (file === undefined) throw new MeterbookError('LINK_REFUSED', { reason: 'book' })
  return { file, ...place }
}
