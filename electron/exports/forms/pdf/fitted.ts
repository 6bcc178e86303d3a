/** Texts whose words are cut where they would not fit. */

/** Where a word may be cut that is longer than a column is wide. */
const ZERO_WIDTH = '\u200b'
/** The widest letters of the font, as a share of its size; digits and most letters are narrower. */
const LETTER = 0.62

/** Letters that surely fit into a width, both in points. */
export const lettersIn = (width: number, fontSize: number): number => Math.max(3, Math.floor(width / (fontSize * LETTER)))

/** Letters are made no smaller than this share of the size that was asked for. */
const LEAST_SHARE = 0.6
const DIGIT = 0.57
const NARROW = 0.3
const LOWER = 0.57
const UPPER = 0.7
const WIDE = 0.88
/** m, w, ж, ш, щ, ю, ф, ы, small and large, and the sign of a number. */
const WIDE_LETTERS = /[mw\u0436\u0448\u0449\u044e\u0444\u044b\u2116%]/iu

/** The width of a word in medium letters, as a share of their size; rather too wide than too narrow. */
function emOf(word: string): number {
  let em = 0
  for (const letter of word)
    em += /\d/u.test(letter)
      ? DIGIT
      : /[.,:;|!'’()[\]\s-]/u.test(letter)
        ? NARROW
        : WIDE_LETTERS.test(letter)
          ? WIDE
          : /\p{Lu}/u.test(letter)
            ? UPPER
            : LOWER
  return em
}

/**
 * The size in which no word of a text has to be cut, in points: the one asked for or a smaller one.
 * @param width of a line, points
 * @returns null where the letters would be too small to read
 */
export function sizeFor(text: string, width: number, fontSize: number): number | null {
  const widest = Math.max(...text.split(/[ \n\u200b]+/u).map(emOf))
  if (widest * fontSize <= width) return fontSize
  const fits = Math.floor((width / widest) * 20) / 20
  return fits < fontSize * LEAST_SHARE ? null : fits
}

/** A number as it is printed, with its groups of digits: it is read wrong where it goes on in a second line. */
export const isNumber = (text: string): boolean => /^[+−-]?\d[\d\u00a0.,]*$/u.test(text)

/** Words that are too long for their column may be cut, so that nothing is clipped. */
export const fitted = (text: string, most: number): string => (text.length <= most ? text : cutWords(text, most))
/** A text whose longest words may be cut anywhere. */
export const breakable = (text: string): string => cutWords(text, 40)

function cutWords(text: string, most: number): string {
  return text.replaceAll(/[^\s\u200b-]+/gu, (word) =>
    word.length <= most ? word : word.replaceAll(new RegExp(`.{${most}}(?=.)`, 'gsu'), `$&${ZERO_WIDTH}`),
  )
}
