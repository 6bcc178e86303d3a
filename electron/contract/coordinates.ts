import { withoutEnd } from './cut.ts'

/** Where a station stands: what people paste, how it is kept, and the link that opens the system's map. Free of zod, for the window too. */

/** Degrees of WGS 84: north and east are positive. */
export interface Coordinates {
  latitude: number
  longitude: number
}

/** Why a text is no place: it cannot be read; minutes or seconds of 60 or more; a latitude beyond 90°, a longitude beyond 180°. */
export type CoordinateFault = 'unreadable' | 'sixty' | 'latitude' | 'longitude'

/** Letters of two angles, with words beside them. */
const MOST_LETTERS = 200
const MOST_LATITUDE = 90
const MOST_LONGITUDE = 180
/** Digits behind the point: a tenth of a metre. */
const DIGITS = 6

/** Words for the four directions; Latin letters that look like the Cyrillic ones count as these. */
const DIRECTIONS: readonly (readonly [words: RegExp, letter: string])[] = [
  [/[СC]\.?\s*Ш\.?/gu, 'N'],
  [/Ю\.?\s*Ш\.?/gu, 'S'],
  [/[ВB]\.?\s*Д\.?/gu, 'E'],
  [/З\.?\s*Д\.?/gu, 'W'],
  [/[СC]/gu, 'N'],
  [/Ю/gu, 'S'],
  [/[ВB]/gu, 'E'],
  [/З/gu, 'W'],
]

/**
 * Reads what people copy from maps, letters and passports: `55.7558, 37.6173`, `55,7558; 37,6173`, `55°45′20.9″N 37°37′2.3″E`,
 * `55°45,35′ с. ш., 37°37,04′ в. д.`, `geo:55.7558,37.6173`. Without letters the latitude is first.
 */
export function readCoordinates(text: string): Coordinates | { fault: CoordinateFault } {
  if (text.length > MOST_LETTERS) return { fault: 'unreadable' }
  const plain = plainOf(text)
  const halves = halvesOf(plain.startsWith(GEO) ? plain.slice(GEO.length) : withPoints(plain))
  if (!halves) return { fault: 'unreadable' }
  const [a, b] = [angleOf(halves[0]), angleOf(halves[1])]
  for (const one of [a, b]) if ('fault' in one) return one
  if ('fault' in a || 'fault' in b) return { fault: 'unreadable' }
  // Letters are said of both or of none, and tell which of the two is the latitude.
  if ((a.axis === null) !== (b.axis === null) || (a.axis !== null && a.axis === b.axis)) return { fault: 'unreadable' }
  const [latitude, longitude] = a.axis === 'longitude' ? [b.degrees, a.degrees] : [a.degrees, b.degrees]
  if (Math.abs(latitude) > MOST_LATITUDE) return { fault: 'latitude' }
  if (Math.abs(longitude) > MOST_LONGITUDE) return { fault: 'longitude' }
  return { latitude: rounded(latitude), longitude: rounded(longitude) }
}

/** As it is kept, copied and written into files: `55.7558,37.6173`. */
export const coordinatesText = ({ latitude, longitude }: Coordinates): string => `${plainNumber(latitude)},${plainNumber(longitude)}`

/** What `coordinatesText` wrote; null for any other text. */
export function keptCoordinates(text: string): Coordinates | null {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = text.split(',').map(Number)
  const place = { latitude, longitude }
  const isPlace = more.length === 0 && Math.abs(latitude) <= MOST_LATITUDE && Math.abs(longitude) <= MOST_LONGITUDE
  return isPlace && coordinatesText(place) === text ? place : null
}

/** Kept coordinates for the eye. */
export const shownCoordinates = (kept: string): string => kept.replace(',', ', ')

/** A link of RFC 5870, which the system's map opens. */
export const geoLink = (place: Coordinates): string => `geo:${coordinatesText(place)}`

/** True for exactly what `geoLink` makes: two numbers within their bounds, and nothing behind them. */
export const isGeoLink = (url: string): boolean => url.startsWith('geo:') && keptCoordinates(url.slice('geo:'.length)) !== null

/** The scheme of a link, as `plainOf` writes it: behind it a comma is no decimal sign. */
const GEO = 'GEO:'

const rounded = (degrees: number): number => Number(degrees.toFixed(DIGITS)) + 0
/** A point, no group signs, no exponent, no zeros at the end. */
const plainNumber = (number: number): string => withoutEnd(withoutEnd(rounded(number).toFixed(DIGITS), '0'), '.')

/** Upper case, one sign for each kind of mark, N, S, E and W for the directions. */
function plainOf(text: string): string {
  const plain = text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s\u00a0\u2009\u202f]+/gu, ' ')
    .replaceAll(/[−–]/gu, '-')
    .replaceAll(/[º˚]/gu, '°')
    .replaceAll(/''|[″“”„"]/gu, '"')
    .replaceAll(/[′’‘ʹ`´]/gu, "'")
  return DIRECTIONS.reduce((done, [words, letter]) => done.replaceAll(words, letter), plain)
}

/** Decimal points for decimal commas: a comma between two digits is one where no number has a point. */
function withPoints(text: string): string {
  if (/\d\.\d/u.test(text)) return text
  const four = /^([+-]?\d+),(\d+),([+-]?\d+),(\d+)$/u.exec(text)
  if (four) return `${four[1]}.${four[2]};${four[3]}.${four[4]}`
  return text.replaceAll(/(?<=\d),(?=\d)/gu, '.')
}

/** The texts of the two angles; null where nothing says where one ends. */
function halvesOf(text: string): readonly [string, string] | null {
  const marks = [...text.matchAll(/[NSEW]/gu)].map(({ index }) => index)
  const cut = (at: number, width = 0): readonly [string, string] => [text.slice(0, at), text.slice(at + width)]
  for (const sign of [';', ',', '/']) {
    const parts = text.split(sign)
    if (parts.length === 2) return [parts[0] ?? '', parts[1] ?? '']
    if (parts.length > 2) return null
  }
  if (marks.length === 2) return cut(marks[0] === 0 ? (marks[1] ?? 0) : (marks[0] ?? 0) + 1)
  if (marks.length > 0) return null
  const degrees = [...text.matchAll(/[+-]?[\d.]+ ?°/gu)].map(({ index }) => index)
  if (degrees.length === 2) return cut(degrees[1] ?? 0)
  const words = text.split(' ')
  if (degrees.length > 0 || words.length % 2 === 1 || words.length > 6) return null
  return [words.slice(0, words.length / 2).join(' '), words.slice(words.length / 2).join(' ')]
}

const ANGLE = /^([NSEW])? ?([+-])? ?(\d{1,3}(?:\.\d+)?) ?°? ?(?:(\d{1,2}(?:\.\d+)?) ?'? ?(?:(\d{1,2}(?:\.\d+)?) ?"? ?)?)?([NSEW])?$/u
const SIXTY = 60

interface Angle {
  degrees: number
  axis: 'latitude' | 'longitude' | null
}

function angleOf(text: string): Angle | { fault: CoordinateFault } {
  const found = ANGLE.exec(text.trim())
  if (!found) return { fault: 'unreadable' }
  const [, before, sign, degrees = '', minutes, seconds, after] = found
  const letter = before ?? after ?? null
  // A direction is said once, and only the smallest part may be broken.
  if ((before !== undefined && after !== undefined) || (letter !== null && sign !== undefined)) return { fault: 'unreadable' }
  if ((minutes !== undefined && degrees.includes('.')) || (seconds !== undefined && minutes?.includes('.'))) return { fault: 'unreadable' }
  if (Number(minutes ?? 0) >= SIXTY || Number(seconds ?? 0) >= SIXTY) return { fault: 'sixty' }
  const size = Number(degrees) + Number(minutes ?? 0) / SIXTY + Number(seconds ?? 0) / (SIXTY * SIXTY)
  const isNegative = sign === '-' || letter === 'S' || letter === 'W'
  const axis = letter === null ? null : letter === 'N' || letter === 'S' ? 'latitude' : 'longitude'
  return { degrees: isNegative ? -size : size, axis }
}
