/** `meterbook://open?book=…&station=…` or `…&question=…`: a link that anybody may have written, so it is taken apart by known words alone. */
export const LINK_SCHEME = 'meterbook'

/** What a link asks for: a book, and in it a station or a question. At least one of them. */
export interface DeepLink {
  /** The name of a book that the program knows, or its whole path; null: the open one. */
  book: string | null
  stationId: number | null
  /** A question that the book keeps. It is shown, and not asked. */
  questionId: number | null
}

const MOST_LETTERS = 2000
/** Control and format characters: a name that shows itself as another one is none. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u

const WORDS = new Set(['book', 'station', 'question'])

/** Null for anything else than the known words, each once and with a value that can be one. */
export function linkOf(text: string): DeepLink | null {
  const url = text.length <= MOST_LETTERS ? URL.parse(text) : null
  if (!url || url.protocol !== `${LINK_SCHEME}:` || url.host !== 'open' || !['', '/'].includes(url.pathname)) return null
  if (url.hash !== '' || url.username !== '' || url.password !== '') return null
  const words = [...url.searchParams]
  const named = new Map(words)
  if (words.length === 0 || named.size !== words.length || words.some(([word]) => !WORDS.has(word))) return null
  const book = named.get('book') ?? null
  if (book !== null && (book.trim() === '' || HIDDEN.test(book))) return null
  if (named.has('station') && named.has('question')) return null
  const [stationId, questionId] = [idOf(named.get('station')), idOf(named.get('question'))]
  return stationId === undefined || questionId === undefined ? null : { book, stationId, questionId }
}
/** Null: none is asked for; undefined: it can be none. */
function idOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return null
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** The link to a station or a question of a book, by the book's name. */
export function linkTo({ book = null, stationId = null, questionId = null }: Partial<DeepLink>): string {
  const words = new URLSearchParams()
  if (book !== null) words.set('book', book)
  if (stationId !== null) words.set('station', String(stationId))
  if (questionId !== null) words.set('question', String(questionId))
  return `${LINK_SCHEME}://open?${words.toString().replaceAll('+', '%20')}`
}
