import { renameSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ProtocolError, type ReadResourceResult } from '@modelcontextprotocol/server'
import { toldFailure } from '../../../electron/assistant/failure.ts'
import { addResources } from '../../../electron/assistant/resources.ts'
import { NOTICE } from '../../../electron/assistant/tool.ts'
import { failureOf } from '../../../electron/cli/failure.ts'
import { sentenceOf } from '../../../electron/cli/sentences.ts'
import { BookError } from '../../../electron/book/file/errors.ts'
import { MeterbookError } from '../../../electron/contract/errors.ts'
import { askedBook, asking, waiting } from './asked-book.ts'

/** What an assistant is told when something goes wrong. */

const parts = { withPersonal: false, failureOf, sentenceOf, note: () => undefined }

test('places of books are told to nobody unasked, and not in what the system said of them', () => {
  const error = new BookError('BOOK_DAMAGED', {
    file: '/a/olga@firma.ru.meterbook',
    reason: 'unable to open database: file:///a/olga%40firma.ru',
  })
  expect(JSON.stringify(toldFailure(error, null, parts))).not.toContain('olga')
  expect(JSON.stringify(toldFailure(error, null, { ...parts, withPersonal: true }))).toContain('/a/olga@firma.ru.meterbook')
  const said = new BookError('BOOK_DAMAGED', { file: '/a/b.meterbook', reason: 'SQLITE_CORRUPT' })
  expect(toldFailure(said, null, parts).error.data).toEqual({ file: '--book FILE', reason: 'SQLITE_CORRUPT' })
})

test('advice is about the fields of a question and not about options of the command line', () => {
  for (const error of [
    new MeterbookError('QUESTION_TOO_LONG', { seconds: 30 }),
    new MeterbookError('QUESTION_TOO_LARGE', { mb: 256 }),
    new MeterbookError('QUESTION_TOO_LARGE', { reason: 'value' }),
    new MeterbookError('QUESTION_BROKEN'),
  ]) {
    const { sentence } = toldFailure(error, { sql: '' }, parts).error
    expect(sentence).not.toMatch(/--|command|undefined/u)
    expect(sentence).toMatch(/^\S.*\.$/u)
  }
})

test('a resource of a book that is gone fails with a sentence, and does not say how the book is called', async () => {
  const file = askedBook()
  const asked = asking(file)
  type Read = (uri: URL) => Promise<ReadResourceResult>
  const read = new Map<string, Read>()
  const server = { registerResource: (name: string, _path: string, _about: object, own: Read) => void read.set(name, own) }
  const answers = { ask: () => asked.summary(null, waiting()), close: () => Promise.resolve() }
  addResources(server as never, { answers: answers as never, views: {}, ...parts })
  const uri = new URL('meterbook://book')
  expect((await read.get('book')?.(uri))?.contents).toHaveLength(1)
  renameSync(file, `${file}.away`)
  const failure: unknown = await read
    .get('book')?.(uri)
    .catch((error: unknown) => error)
  if (!(failure instanceof ProtocolError)) throw new Error('it did not fail')
  expect(failure.message).toMatch(/^There is no book at --book FILE/u)
  expect(failure.data).toMatchObject({ notice: NOTICE, error: { code: 'BOOK_MISSING' } })
  expect(JSON.stringify([failure.message, failure.data])).not.toContain('asked.meterbook')
})
