import { MOST_SQL } from '../../electron/contract/question-words.ts'
import { addressOf, each, id, named, oneOf, text, type Values } from '../address/fields.ts'

/** How an answer is shown. */
export const ANSWER_SHAPES = ['table', 'chart', 'carpet'] as const

const MOST_VALUES = 50

/** The state of the screen of questions, which a link to a question is: its text is in it where the book does not have it. */
export const QUESTION = {
  /** The question that is kept in the book; null: none. */
  question: id,
  /** The text, where it is not that of the kept question. */
  sql: text(MOST_SQL),
  /** Values of parameters, `name=value` for each. */
  values: named(
    'with',
    each((said) => said.indexOf('=') > 0, MOST_VALUES),
  ),
  shape: named('show', oneOf(ANSWER_SHAPES, 'table')),
}
const address = addressOf(QUESTION)

/** The question of this text. */
export const questionAt = (place: Partial<Values<typeof QUESTION>>) => ({
  name: 'questions',
  query: address.write({ ...address.read({}), ...place }),
})
