import { z } from 'zod'
import { unconcluded, unconcludedText } from '../../analysis/answers/unconcluded.ts'
import { clockOf } from '../../analysis/station/clock.ts'
import { MOST_SQL } from '../../contract/question-words.ts'
import { toolOf } from '../tool.ts'

/** Bytes of rows: an answer holds them twice, and what is around them. */
const MOST_BYTES = 480 << 10
/** Several assistants may ask beside the window. */
const MEMORY_MB = 256

const input = z.strictObject({
  sql: z.string().min(1).max(MOST_SQL).describe('one statement that reads, in SQLite’s SQL'),
  parameters: z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .default({})
    .describe('values of :name in the statement, by name without the colon'),
  limit: z.int().min(1).max(5000).default(200).describe('most rows'),
  seconds: z.number().positive().max(300).default(30).describe('the statement is ended after so long'),
})

export const query = toolOf({
  name: 'query',
  title: 'Ask in SQL',
  description:
    'One statement in SQL over the public views of the book (v_station, v_reading, v_finding, …): the resource meterbook://views names them, meterbook://views/NAME their columns. Moments there are Unix seconds. Nothing but these views can be read, and nothing written. For what comes after the limit write LIMIT and OFFSET.',
  input,
  row: z.array(z.union([z.string(), z.number(), z.null()])),
  facts: {
    columns: z.array(z.object({ name: z.string(), kind: z.enum(['number', 'text', 'mixed', 'empty']) })),
    views: z.array(z.string()).describe('the views that it read'),
    ms: z.number().describe('how long it took'),
    notJudged: z.string().nullable().describe('what of these views the book has not computed for its records yet; null: all is up to date'),
  },
  async answer({ book, usual, nowMs, withPersonal, questions, signal }, { sql, parameters, limit, seconds }) {
    const { rows, columns, views, hidden, cut, ms } = await questions.ask({
      // What SQLite has open of the book, for as long as this question lasts.
      file: book.db.name,
      book: book.file,
      sql,
      parameters,
      limits: { rows: limit, bytes: MOST_BYTES, seconds, memoryMb: MEMORY_MB },
      personal: withPersonal ? 'shown' : 'hidden',
      signal,
    })
    const behind = unconcluded(book, views, { usual, nowMs })
    return {
      clock: clockOf(book, [], usual),
      offset: 0,
      limit,
      total: cut === null ? rows.length : null,
      cut: cut === 'rows' ? 'limit' : cut,
      rows,
      facts: { columns: columns.map(({ name, kind }) => ({ name, kind })), views, ms, notJudged: behind && unconcludedText(behind) },
      leftOut: hidden,
    }
  },
})
