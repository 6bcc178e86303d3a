import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rowsOf } from '../../../../electron/contract/question-rows.ts'
import type { QuestionValue } from '../../../../electron/contract/question-words.ts'
import { writeAnswer, writeAnswerText, type AnswerHow } from '../../../../electron/exports/answers/answer-file.ts'
import { spooledRows, withSpool, type Spooled } from '../../../../electron/exports/answers/spool.ts'
import { tempFolder } from '../../book/fixtures.ts'

const columns = [
  { name: 'id', kind: 'number', isWhole: true },
  { name: 'ID', kind: 'number', isWhole: false },
  { name: 'текст', kind: 'text', isWhole: false },
  { name: 'code', kind: 'mixed', isWhole: true },
] as const
const ROWS: QuestionValue[][] = [
  [1, 1.5, '=cmd()', '007'],
  [2, null, 'а; "б"', 7],
]

const spooled = <T>(rows: QuestionValue[][], work: (answer: Spooled) => Promise<T>, cut: 'rows' | null = null) =>
  withSpool(async (take) => {
    for (const row of rows) await take({ json: Buffer.from(JSON.stringify([row])), count: 1 })
    return { columns: [...columns], cut }
  }, work)

const how: AnswerHow = {
  format: 'csv',
  reader: 'people',
  language: 'ru',
  timeZone: 'UTC',
  title: 'Вопрос',
  sql: 'SELECT …',
  book: 'a.meterbook',
}

test('for people: signs of their language, no formula; for programs: as SQLite gave them, each column under a name of its own', async () => {
  const folder = tempFolder()
  const [people, programs, json] = [join(folder, 'a.csv'), join(folder, 'b.csv'), join(folder, 'c.json')]
  await spooled(
    ROWS,
    async (answer) => {
      expect(await writeAnswer(answer, how, people)).toMatchObject({ rows: 2, replaced: [] })
      await writeAnswer(answer, { ...how, reader: 'programs' }, programs)
      await writeAnswer(answer, { ...how, format: 'json' }, json)
    },
    'rows',
  )
  const lines = ['id;ID_2;текст;code', "1;1,5;'=cmd();007", '2;;"а; ""б""";7', '']
  expect(readFileSync(people, 'utf8')).toBe(`\uFEFF${lines.join('\r\n')}`)
  expect(readFileSync(programs, 'utf8')).toContain('id,ID_2,текст,code\r\n1,1.5,')
  const document = JSON.parse(readFileSync(json, 'utf8')) as { rows: object[]; about: Record<string, string> }
  expect(document.rows).toEqual([
    { id: 1, ID_2: 1.5, текст: '=cmd()', code: '007' },
    { id: 2, ID_2: null, текст: 'а; "б"', code: 7 },
  ])
  expect(document.about).toMatchObject({ Вопрос: 'SELECT …', 'Обрезано после строк': '2', Книга: 'a.meterbook' })
})

test.each(['xlsx', 'parquet'] as const)('as %s', async (format) => {
  const file = join(tempFolder(), `a.${format}`)
  const { rows, bytes } = await spooled(ROWS, (answer) => writeAnswer(answer, { ...how, format }, file))
  expect([rows, bytes]).toEqual([2, readFileSync(file).length])
  expect(readFileSync(file).subarray(0, 2).toString()).toBe(format === 'xlsx' ? 'PK' : 'PA')
})

test('as lines for a terminal, however many', async () => {
  const many = Array.from({ length: 20_000 }, (_, at): QuestionValue[] => [at, at / 2, `строка ${at}`, null])
  const printed: string[] = []
  const out = { print: (lines: string) => void printed.push(lines), room: () => Promise.resolve(), signal: new AbortController().signal }
  await spooled(many, (answer) => writeAnswerText(answer, { ...how, reader: 'programs' }, out))
  const lines = printed.join('\n').split('\n')
  expect(lines).toHaveLength(20_001)
  expect(lines.at(-1)).toBe('19999,9999.5,строка 19999,')
  expect(printed.length).toBeGreaterThan(1)
})

test('rows come back as they were laid down, over the edges of blocks, and nothing is left', async () => {
  const rows: QuestionValue[][] = [['я'.repeat(400_000)], [1], [null], ['\n"'], ['б'.repeat(300_000)]]
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`meterbook-answer-${process.pid}-`))
  await spooled(rows, async (answer) => {
    expect([...spooledRows(answer)]).toEqual(rows)
    expect(left()).toHaveLength(1)
    await rowsOf(new Blob([readFileSync(answer.file)])).then((whole) => expect(whole).toEqual(rows))
  })
  await expect(spooled(rows, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(left()).toEqual([])
})

test('lines wait for whoever reads them, and end with the command', async () => {
  const long: QuestionValue[][] = Array.from({ length: 40 }, (_, at) => [at, 1, 'я'.repeat(200_000), null])
  const stop = new AbortController()
  let ahead = 0
  let most = 0
  const out = {
    print(lines: string) {
      ahead += lines.length
      most = Math.max(most, ahead)
    },
    async room() {
      await new Promise((resolve) => setImmediate(resolve))
      ahead = 0
      if (most > 0) stop.abort()
    },
    signal: stop.signal,
  }
  const printing = spooled(long, (answer) => writeAnswerText(answer, { ...how, reader: 'programs' }, out))
  await expect(printing).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(most).toBeLessThan(2_000_000)
})
