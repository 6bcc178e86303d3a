/** `meterbook://open?book=…&station=…`: a link that anybody may have written, so it is taken apart by known words alone. */
export const LINK_SCHEME = 'meterbook'

/** What a link asks for; at least one of both. */
export interface DeepLink {
  /** The name of a book that the program knows, or its whole path; null: the open one. */
  book: string | null
  stationId: number | null
}

const MOST_LETTERS = 2000
/** Control and format characters: a name that shows itself as another one is none. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u

/** Null for anything else than the known words, each once and with a value that can be one. */
export function linkOf(text: string): DeepLink | null {
  const url = text.length <= MOST_LETTERS ? URL.parse(text) : null
  if (!url || url.protocol !== `${LINK_SCHEME}:` || url.host !== 'open' || !['', '/'].includes(url.pathname)) return null
  if (url.hash !== '' || url.username !== '' || url.password !== '') return null
  const words = [...url.searchParams]
  const named = new Map(words)
  if (words.length === 0 || named.size !== words.length || words.some(([word]) => word !== 'book' && word !== 'station')) return null
  const [book, station] = [named.get('book') ?? null, named.get('station') ?? null]
  if (book !== null && (book.trim() === '' || HIDDEN.test(book))) return null
  const stationId = station === null ? null : /^[1-9]\d{0,14}$/.test(station) ? Number(station) : undefined
  return stationId === undefined ? null : { book, stationId }
}

/** The link to a station of a book, by the book's name. */
export function linkTo({ book, stationId }: DeepLink): string {
  const words = new URLSearchParams()
  if (book !== null) words.set('book', book)
  if (stationId !== null) words.set('station', String(stationId))
  return `${LINK_SCHEME}://open?${words.toString().replaceAll('+', '%20')}`
}
