import type { CsvSeparator } from '../../contract/files.ts'
import { formulaSafe } from '../../contract/formulas.ts'
import { wordsOf, type Words } from '../../words/program.ts'
import type { Characters } from '../characters.ts'
import type { FormatOptions } from '../format.ts'

const SIGNS: Readonly<Record<CsvSeparator, string>> = { comma: ',', semicolon: ';', tab: '\t' }
const BYTE_ORDER_MARK = '\uFEFF'

/** How a CSV is spelled. */
export interface Dialect {
  isPlain: boolean
  words: Words
  separator: string
  /** Excel reads Cyrillic in UTF-8 only behind it. */
  mark: string
  /** A text as a field, as the bytes of the file. */
  quote: (text: string) => string
  /** A number with a point, as the language writes it. */
  number: (text: string) => string
}

/** The habits of the reader, but for what is asked for otherwise. */
export function dialectOf({ reader, language, encoding = 'utf-8', separator: asked }: FormatOptions, characters: Characters): Dialect {
  const isPlain = reader === 'programs'
  const words = wordsOf(language)
  const { decimal, separator: usual } = words.habits
  const separator = asked ? SIGNS[asked] : isPlain ? ',' : usual
  const hasDecimalPoint = isPlain || decimal === '.'
  // A comma within a number would end the field.
  const [before, after] = decimal === separator ? ['"', '"'] : ['', '']
  return {
    isPlain,
    words,
    separator,
    mark: isPlain || encoding !== 'utf-8' ? '' : characters.bytes(BYTE_ORDER_MARK),
    quote: (text) => characters.bytes(quoted(characters.fit(text), isPlain)),
    number: (text) => (hasDecimalPoint || !text.includes('.') ? text : `${before}${text.replace('.', decimal)}${after}`),
  }
}

/** Any separator is quoted, the file's own or not: some readers guess. */
const QUOTABLE = /[,;"\t\r\n]|^\s|\s$/

/** For programs an empty text has quotes, which tell it from no text. */
function quoted(text: string, isPlain: boolean): string {
  const safe = formulaSafe(text)
  if (QUOTABLE.test(safe) || (isPlain && safe === '')) return `"${safe.replaceAll('"', '""')}"`
  return safe
}
