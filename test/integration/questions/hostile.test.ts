import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { MeterbookError } from '../../../electron/contract/errors.ts'
import { REFUSALS } from '../../../electron/contract/question-words.ts'
import { startNodeProcess } from '../../../electron/questions/node-process.ts'
import { createQuestions, type Questions } from '../../../electron/questions/questions.ts'
import { sentenceOf } from '../../../electron/cli/sentences.ts'
import { hostileQuestions, type HostileQuestion } from '../../support/hostile-questions.ts'
import { alarm, NOW, station } from '../../unit/book/fixtures.ts'
import { meterbook } from '../cli/run-cli.ts'

/** Questions that mean harm are refused or stopped with a sentence, and the book's bytes are as they were. */

const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-questions-'))
const file = path.join(folder, 'asked.meterbook')
const target = path.join(folder, 'made-by-a-question')
/** Stands in a note that was deleted, which no view shows. */
const SECRET = 'nobody may read this'
let book: Book
let questions: Questions
let before: string

const digestOf = () =>
  [file, `${file}-wal`].map((name) => (existsSync(name) ? createHash('sha256').update(readFileSync(name)).digest('hex') : 'none')).join(' ')

beforeAll(() => {
  book = openBook(file, { mode: 'write', now: () => NOW })
  book.stations.put([station({ id: 10, equipmentId: 11, phone: '+7 900 000-00-00' })], NOW)
  book.events.add(
    { equipmentId: 11, archiveType: 'alarm' },
    Array.from({ length: 200 }, (_, at) => alarm(1_700_000_000_000 + at, String(at))),
  )
  const note = book.notes.add(10, { fromMs: NOW, toMs: NOW + 1, kind: 'seal', author: 'Ольга', text: SECRET }, [], NOW)
  book.notes.remove(note.id, NOW)
  questions = createQuestions({ start: startNodeProcess() })
  before = digestOf()
})
afterAll(() => {
  questions.close()
  book.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Short for those alone that have no end: a busy machine takes its time for the others. */
const secondsFor = ({ ends }: HostileQuestion) => (ends === 'TOO_LONG' ? 1 : 600)
const limits = { rows: 1000, bytes: 16 << 20, memoryMb: 128 }
const codeOf = ({ ends }: HostileQuestion) => (REFUSALS.some((reason) => reason === ends) ? 'QUESTION_REFUSED' : `QUESTION_${ends}`)

const named = hostileQuestions(target).map((question): [string, HostileQuestion] => [
  `${question.ends}: ${question.sql.slice(0, 90).replaceAll('\u0000', '\\0').replaceAll('%', '')}`,
  question,
])

test('there are enough of them', () => expect(named.length).toBeGreaterThan(100))

test.each(named)('%s', async (_name, question) => {
  const asked = questions.ask({
    file: book.db.name,
    book: file,
    sql: question.sql,
    parameters: {},
    limits: { ...limits, seconds: secondsFor(question) },
    personal: 'shown',
  })
  const answer: unknown = await asked.catch((error: unknown) => error)
  expect(JSON.stringify(answer)).not.toContain(SECRET)
  expect(answer).toBeInstanceOf(MeterbookError)
  const { code, data } = answer as MeterbookError
  const isRefused = codeOf(question) === 'QUESTION_REFUSED'
  // The memory of the process, or a single value.
  const reasons: unknown[] = isRefused ? [question.ends] : question.ends === 'TOO_LARGE' ? [undefined, 'value'] : [undefined]
  expect(code).toBe(codeOf(question))
  expect(reasons).toContain(data['reason'])
  expect(sentenceOf({ code, data })).toMatch(/^The question|^SQLite does not understand/)
  expect(existsSync(target)).toBe(false)
  expect(digestOf()).toBe(before)
})

/** Each reason and each end once: the command line is slower. */
const ofEach = [...new Map(named.map(([, question]) => [question.ends, question])).values(), ...named.slice(0, 12).map(([, one]) => one)]

test.each(ofEach.map((question): [string, HostileQuestion] => [question.ends, question]))(
  'the command line ends with a sentence: %s',
  async (_ends, question) => {
    const { sql, ends } = question
    const args = ['query', '--book', file, '--seconds', String(secondsFor(question)), '--memory', '128', '--', sql]
    const { code, stdout, stderr } = await meterbook(args, path.join(folder, 'data'))
    expect(code).toBe(ends === 'TOO_LONG' || ends === 'TOO_LARGE' ? 1 : 2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(
      /^The question (was not run|had no answer|wanted more memory|made a single value)|^SQLite does not understand the question/,
    )
    expect(digestOf()).toBe(before)
  },
)
