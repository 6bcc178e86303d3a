/** Texts whose words are cut where they would not fit. */

/** Where a word may be cut that is longer than a column is wide. */
const ZERO_WIDTH = '\u200b'
/** The widest letters of the font, as a share of its size; digits and most letters are narrower. */
const LETTER = 0.62

/** Letters that surely fit into a width, both in points. */
export const lettersIn = (width: number, fontSize: number): number =>
  Math.max(3, Math.floor(width / (fontSize * LETTER)))

/** Words that are too long for their column may be cut, so that nothing is clipped. */
export const fitted = (text: string, most: number): string => (text.length <= most ? text : cutWords(text, most))
/** A text whose longest words may be cut anywhere. */
export const breakable = (text: string): string => cutWords(text, 40)

function cutWords(text: string, most: number): string {
  return text.replaceAll(/[^\s\u200b-]+/gu, (word) =>
    word.length <= most ? word : word.replaceAll(new RegExp(`.{${most}}(?=.)`, 'gsu'), `$&${ZERO_WIDTH}`),
  )
}
