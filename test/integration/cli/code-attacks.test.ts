import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { dayOf } from '../../../electron/demo/world/time.ts'
import { attacks, type Attack } from '../../support/attacks.ts'
import { startChangedService, type Change } from '../../support/changed-service.ts'
import { meterbook } from './run-cli.ts'

/**
 * What the service calls things by, where it means harm: what cannot be asked for is rejected and kept as it came, the rest is downloaded,
 * and no command blames the book.
 */

const NOW_MS = Date.parse('2026-11-20T15:23:11Z')
const DAYS = 3
const SPAN = ['--from', '2026-11-17', '--to', '2026-11-20']

let folder: string
let sound: number
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'meterbook-codes-'))
  sound = await downloaded((_request, answer) => answer)
  expect(sound).toBeGreaterThan(50)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0

/** Downloads from such a service and asks the book; the hourly records that came of its first station. */
async function downloaded(change: Change, more: readonly string[] = []): Promise<number> {
  const data = path.join(folder, `data-${++count}`)
  const book = path.join(folder, `${count}.meterbook`)
  const service = await startChangedService({ stations: 2, firstDay: dayOf(NOW_MS) - DAYS, nowMs: NOW_MS }, change)
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await meterbook(args, data, { METERBOOK_PASSWORD: service.password, METERBOOK_DEBUG: '1' })
    const told = `${args[0]}: ${stdout}${stderr}`
    expect(told).not.toMatch(/unforeseen|is damaged|something else wrote|"BAD_TASK"|"UNKNOWN"|\n\s+at /u)
    expect([args[0], code, stderr]).toEqual([args[0], expect.toBeOneOf([0, 1]), stderr])
  }
  try {
    await run('sync', '--url', service.url, '--email', service.email, '--book', book, '--json', '--views', 'general', ...SPAN, ...more)
  } finally {
    await service.close()
  }
  for (const command of ['status', 'check']) await run(command, '--book', book)
  await run('export', 'readings', '--book', book, '--format', 'csv', '--out', path.join(folder, `csv-${count}`))
  await run('export', 'lake', '--book', book, '--out', path.join(folder, `lake-${count}`))
  const opened = openBook(book, { mode: 'read', now: () => NOW_MS })
  try {
    return (
      opened.db
        .prepare<[], number>(
          "SELECT count(*) FROM v_reading WHERE archive_type = 'hourly' AND equipment_id = (SELECT equipment_id FROM v_station WHERE equipment_id IS NOT NULL ORDER BY id LIMIT 1)",
        )
        .pluck()
        .get() ?? 0
    )
  } finally {
    opened.close()
  }
}

type Entry = Record<string, unknown>

/** A change of the list that an answer to this resource is. */
const ofList =
  (resource: string, change: (records: Entry[], query: Readonly<Record<string, string>>) => Entry[]): Change =>
  (request, answer) => {
    const body = answer.body as { data?: Entry[] }
    if (request.path !== `/api/v1/${resource}` || !Array.isArray(body.data)) return answer
    return { ...answer, body: { ...body, data: change(body.data, request.query) } }
  }
/** One record more, which is the first one otherwise. */
const oneMore = (resource: string, name: string, code: unknown): Change =>
  ofList(resource, (records) => (records[0] ? [...records, { ...records[0], [name]: code }] : records))

const CODES: [name: string, code: unknown][] = [
  ['a control character', 'a\u0001b'],
  ['a line feed', 'a\nb'],
  ['NUL', 'a\0b'],
  ['delete, and a control character beyond it', '\x7f\u0085'],
  ['nothing', ''],
  ['250 letters', 'x'.repeat(250)],
  ['10,000 letters', 'x'.repeat(10_000)],
  ['half of a surrogate pair', 'a\ud800'],
  ['a slash', '../../etc/passwd'],
  ['two dots', '..'],
  ['quotes', `'";--`],
  ['signs of an address', 'a?b=c&d#e%00'],
  ['a mark of direction', '\u202Ebad'],
  ['a name of every object', '__proto__'],
  ['another one', 'constructor'],
  ['spaces at its ends', ' hourly '],
  ['a number', 5],
  ['a negative one', -1],
  ['a number beyond whole ones', 2 ** 53],
  ['half of one', 1.5],
  ['null', null],
  ['an object', { a: 1 }],
  ['a list', ['hourly']],
  ['true', true],
  ['a formula', '=1+1'],
  ['a name of Windows', 'CON'],
]

const attack = (name: string, change: Change, more: readonly string[] = []): Attack => ({
  name,
  async run() {
    expect(await downloaded(change, more)).toBe(sound)
  },
})
/** One of each code, and one with all of them. */
const each = (changeOf: (code: unknown) => Change, more?: readonly string[]) =>
  CODES.map(([name, code]) => attack(name, changeOf(code), more))
/** One record more with each of the codes. */
const withAll = (resource: string, name: string): Change =>
  ofList(resource, (records) => (records[0] ? [...records, ...CODES.map(([, code]) => ({ ...records[0], [name]: code }))] : records))
/** The records of one archive, each with the next code. */
const inArchive = (archive: string, dataOf: (code: unknown) => Entry): Change =>
  ofList('channel_data', (all, { archive_type: asked }) =>
    asked === archive ? all.map((one, at) => ({ ...one, channel_data: [dataOf(CODES[at % CODES.length]?.[1])] })) : all,
  )

const ALL: Change[] = [
  withAll('channel_archive_types', 'archive_type_varname'),
  withAll('channel_archive_types', 'channel_varname'),
  withAll('channel_archive_types', 'equipment_type_id'),
  withAll('equipment_types', 'id'),
  withAll('equipment_types', 'name'),
  withAll('stations', 'id'),
  withAll('customers', 'id'),
  ofList('stations', (all) => [...all, ...all.slice(0, 1)]),
  inArchive('alarm', (code) => ({ Code: code })),
  inArchive('event', (code) => ({ [String(code)]: code })),
  inArchive('daily', (code) => ({ [String(code)]: 1 })),
]

attacks(
  9,
  'codes of archives',
  each((code) => oneMore('channel_archive_types', 'archive_type_varname', code)),
)
attacks(
  9,
  'exchange codes of stations',
  each((code) => ofList('stations', (all) => all.map((one) => ({ ...one, uid: code }))), ['--energy-varname', 'e']),
)
attacks(9, 'what else things are called by', [
  attack('all of it at once', (request, answer) => ALL.reduce((changed, change) => change(request, changed), answer)),
  ...ALL.map((change, at) => attack(`place ${at + 1}`, change)),
])
