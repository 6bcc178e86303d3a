/**
 * Which letters paper has. Roboto has Latin, Greek and Cyrillic ones, two more fonts Georgian and Armenian. What no font has is
 * printed as its code, which can be read, copied and searched, where a box would say nothing.
 */

export const LETTER_FONTS = ['Roboto', 'Georgian', 'Armenian'] as const
export type LetterFont = (typeof LETTER_FONTS)[number]

/** What each font has, in code points; a test holds them against the fonts themselves. */
export const LETTERS: Readonly<Record<LetterFont, string>> = {
  Roboto:
    '20-7e a0-17f 18f 192 1a0-1a1 1af-1b0 1f0 1fa-1ff 218-21b 237 259 2bc 2c6-2c7 2c9 2d8-2dd 2f3 300-301 303 309 30f 323 384-38a 38c 38e-3a1 3a3-3ce 3d1-3d2 3d6 400-486 488-513 1e00-1e01 1e3e-1e3f 1e80-1e85 1e9e 1ea0-1ef9 1f4d 2000-200b 2010-2011 2013-2015 2017-201e 2020-2022 2025-2027 2030 2032-2033 2039-203a 203c 2044 2070 2074-208e 20a3-20a4 20a6-20ac 20b1 20b9-20ba 20bc-20bd 20c1 2105 2113 2116 2122 2126 212e 215b-215e 2202 2206 220f 2211-2212 221a 221e 222b 2248 2260 2264-2265 25a0 25ca-25cb 25cf fb01-fb04',
  Georgian: '10a0-10c5 10c7 10cd 10d0-10ff 1c90-1cba 1cbd-1cbf 2d00-2d25 2d27 2d2d',
  Armenian: '531-556 559-58a 58d-58f fb13-fb17',
}

const classOf = (ranges: string): string =>
  ranges
    .split(' ')
    .map((range) => range.replaceAll(/[0-9a-f]+/g, String.raw`\u{$&}`))
    .join('')
const classes = Object.fromEntries(LETTER_FONTS.map((font) => [font, classOf(LETTERS[font])])) as Record<LetterFont, string>

/** Line ends are the layout's. */
const lacking = (fonts: readonly LetterFont[]): RegExp => new RegExp(`[^\\n${fonts.map((font) => classes[font]).join('')}]`, 'gu')
const LACKING = lacking(LETTER_FONTS)
const LACKING_IN_PICTURES = lacking(['Roboto'])
const OTHERS = LETTER_FONTS.filter((font) => font !== 'Roboto')
const OTHER_RUNS = new RegExp(OTHERS.map((font) => `(?<${font}>[${classes[font]}]+)`).join('|'), 'gu')

/** Blanks that a font has no width for. */
const BLANKS: Readonly<Record<string, string>> = { '\t': ' ', '\r': '', '\u202f': '\u00a0', '\u2060': '', '\ufeff': '' }
/** Says how the sign before it looks; nothing by itself. */
const LOOKS = /^(?:\u200c|\u200d|\p{Variation_Selector})$/u

/** Texts as paper can print them, and which characters it could not, each once, in the order in which they came. */
export function createPrinter() {
  const replaced = new Set<string>()
  const print = (text: string, pattern: RegExp): string =>
    text.normalize('NFC').replaceAll(pattern, (sign) => {
      const blank = BLANKS[sign]
      if (blank !== undefined) return blank
      if (LOOKS.test(sign)) return ''
      replaced.add(sign)
      return codeOf(sign)
    })
  return {
    text: (text: string): string => print(text, LACKING),
    /** In pictures all texts are in Roboto. */
    picture: (svg: string): string => print(svg, LACKING_IN_PICTURES),
    replaced: (): string[] => [...replaced],
  }
}
export type Printer = ReturnType<typeof createPrinter>

/** `[U+6F22]` */
const codeOf = (sign: string): string => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

interface Run {
  text: string
  font?: LetterFont
}

/** A text in pieces of one font each; null where it is all Roboto's, the font of the paper. */
function runsOf(text: string): Run[] | null {
  const runs: Run[] = []
  let done = 0
  for (const { 0: own, index, groups = {} } of text.matchAll(OTHER_RUNS)) {
    if (index > done) runs.push({ text: text.slice(done, index) })
    const font = OTHERS.find((name) => groups[name] !== undefined)
    runs.push({ text: own, ...(font && { font }) })
    done = index + own.length
  }
  if (runs.length === 0) return null
  if (done < text.length) runs.push({ text: text.slice(done) })
  return runs
}

/** Gives every text of a document its fonts, where it needs others than Roboto. Nodes stay the same objects. */
export function withFonts<Node>(node: Node): Node {
  if (Array.isArray(node)) {
    node.forEach((one: unknown, at) => {
      const runs = typeof one === 'string' ? runsOf(one) : null
      if (runs) node[at] = { text: runs }
      else withFonts(one)
    })
  } else if (typeof node === 'object' && node !== null) {
    const own = node as Record<string, unknown>
    if (typeof own['text'] === 'string') own['text'] = runsOf(own['text']) ?? own['text']
    else withFonts(own['text'])
    for (const part of PARTS) if (own[part] !== undefined) withFonts(own[part])
  }
  return node
}
/** Where nodes hold others. */
const PARTS = ['stack', 'columns', 'table', 'body', 'content'] as const
