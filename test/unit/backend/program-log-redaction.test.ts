import { expect, test } from 'vitest'
import { errorFacts, failureFacts } from '../../../electron/backend/logged/error-facts.ts'
import { CODES } from '../../../electron/backend/logged/known-codes.ts'
import { knownWordsOf } from '../../../electron/backend/logged/known-words.ts'
import { REMOVED, safeFacts, safeWhat, type LogFacts } from '../../../electron/backend/logged/safe-facts.ts'
import { framesOf } from '../../../electron/backend/logged/stack-frames.ts'
import { BACKUP_REASONS } from '../../../electron/contract/backup-words.ts'
import { MeterbookError, type FailureCode } from '../../../electron/contract/errors.ts'
import { UNFIT_FAULTS, UNREADABLE_FAULTS } from '../../../electron/contract/import-map.ts'
import { GONE_REASONS, PROCESS_KINDS, WORK_COMMANDS } from '../../../electron/contract/log-words.ts'
import { JOURNAL_USES } from '../../../electron/contract/recovery-words.ts'
import { SCHEDULERS } from '../../../electron/contract/schedule-words.ts'
import { UPDATE_FAULTS, UPDATE_OFFS, UPDATE_SILENCES } from '../../../electron/contract/update-words.ts'
import { WORK_KINDS } from '../../../electron/contract/work-words.ts'

test.each([
  ['numbers, yes and no, nothing', { bytes: 12, done: true, exit: null }],
  ['codes', { code: 'DISK_FULL', kind: 'merge', outcome: 'cancelled', cause: 'ERR_SSL_X' }],
  ['versions, hashes, moments', { node: '24.21.0', version: '1.0.0-rc.1', book: '0a1b2c3d', at: '2026-11-26T08:00:00.000Z' }],
  ['a place in the code', { stack: 'electron/backend/desk.ts:12:3 < node:internal/process/task_queues:95:5', procedure: 'book.open' }],
])('%s are written as they are', (_, facts) => {
  expect(safeFacts(facts)).toEqual(facts)
})

/** The enums that lines are known to write, by the fact that has them; `CODES` may have more. */
const WRITTEN: readonly (readonly [keyof typeof CODES, readonly string[]])[] = [
  ['reason', UPDATE_FAULTS],
  ['reason', UPDATE_SILENCES],
  ['reason', UPDATE_OFFS],
  ['reason', UNREADABLE_FAULTS],
  ['reason', UNFIT_FAULTS],
  ['reason', GONE_REASONS],
  ['scheduler', SCHEDULERS],
  ['kind', WORK_KINDS],
  ['kind', PROCESS_KINDS],
  ['why', BACKUP_REASONS],
  ['journal', JOURNAL_USES],
  ['command', WORK_COMMANDS],
  ['platform', [process.platform]],
  ['arch', [process.arch]],
  ...(Object.entries(CODES) as [keyof typeof CODES, readonly string[]][]),
]
test.each(WRITTEN)('%s: every code of the enum is written as it is', (name, codes) => {
  expect(codes.length).toBeGreaterThan(0)
  for (const code of codes) expect(safeFacts({ [name]: code })).toEqual({ [name]: code })
})

test('a code of another enum, or one that is only like a code of ours, is removed; what would be does not compile', () => {
  expect(safeFacts({ kind: 'systemd', scheduler: 'merge', reason: 'other-key-file', why: 'anna', outcome: 'key-under-the-mat' })).toEqual({
    ...{ kind: REMOVED, scheduler: REMOVED, reason: REMOVED, why: REMOVED, outcome: REMOVED },
  })
  // @ts-expect-error A line cannot say what nobody would read.
  const facts: LogFacts = { scheduler: 'task' }
  expect(safeFacts(facts)).toEqual({ scheduler: REMOVED })
})

test.each<[FailureCode, string, object]>([
  ['UPDATE_REFUSED', 'broken-signature', { reason: 'broken-signature' }],
  ['UPDATE_UNAVAILABLE', 'unreachable', { reason: 'unreachable' }],
  ['UPDATES_OFF', 'switched-off', { reason: 'switched-off' }],
  ['IMPORT_UNREADABLE', 'no-xlsx', { reason: 'no-xlsx' }],
  ['SIGNED_OUT', 'WRONG_PASSWORD', { reason: 'WRONG_PASSWORD' }],
  // A sentence, for people.
  ['FORM_BROKEN', 'a line that begins with Anna', {}],
])('a failure is told by code and reason: %s %s', (code, reason, told) => {
  expect(safeFacts(failureFacts(new MeterbookError(code, { reason, detail: 'Anna', file: '/home/anna' })))).toEqual({ code, ...told })
})

test.each([
  ['a station', 'Котельная №5, ул. Ленина'],
  ['an email', 'anna@example.org'],
  ['a telephone number', '+7 (912) 345-67-89'],
  ['a path', '/home/anna/trip.meterbook'],
  ['a path of Windows', 'C:\\Users\\anna\\trip.meterbook'],
  ['an address with a query', 'https://meters.example/api?token=abc'],
  ['a token', 'q9-_Zk1LrT0vX2mQ'],
  ['a sentence', 'no such station'],
  ['a name in small letters', 'anna-petrova'],
  ['a tax number as a text', '7701234567'],
])('%s is removed, whatever the fact is called', (_, text) => {
  for (const name of ['code', 'kind', 'reason', 'version', 'procedure']) expect(safeFacts({ [name]: text })[name]).toBe(REMOVED)
  for (const name of ['message', 'stack', 'error', 'causeStack']) expect(String(safeFacts({ [name]: text })[name])).not.toContain(text)
})

test('what is called as a secret is removed, numbers as well; what is called as a person is no code', () => {
  expect(safeFacts({ inn: 7701234567, phone: 79123456789, password: 1, accessToken: 5, uid: 3 })).toEqual({
    inn: REMOVED,
    phone: REMOVED,
    password: REMOVED,
    accessToken: REMOVED,
    uid: REMOVED,
  })
  expect(safeFacts({ fileName: 'trip', userName: 'anna', station: 'boiler', stations: 3 })).toEqual({
    fileName: REMOVED,
    userName: REMOVED,
    station: REMOVED,
    stations: 3,
  })
  expect(safeFacts({ 'Anna Petrova': 1, nested: { a: 1 }, list: ['x'] })).toEqual({ nested: REMOVED, list: REMOVED })
})

test('of a message the known words alone are kept, and no digit', () => {
  expect(knownWordsOf("ENOENT: no such file or directory, open '/home/anna/trip 7701234567.meterbook'")).toBe(
    '… no such file or directory open …',
  )
  expect(knownWordsOf('Cannot read properties of undefined (reading "Котельная")')).toBe('cannot read … of undefined reading …')
  expect(knownWordsOf('+7 912 345 67 89')).toBe('…')
})

test('of a stack the places in the program are kept, without functions and without the folders before them', () => {
  const stack = [
    'Error: secret at electron/backend/secret.ts:1:1',
    '    at Object.Anna Petrova (/home/anna/electron/my client/meterbook/electron/backend/desk.ts:12:34)',
    '    at async file:///C:/Users/anna/meterbook/out/main/chunks/start-B1x_2.js:5:6',
    '    at /opt/Meterbook/resources/app.asar/out/main/worker.js:7:8',
    '    at http://127.0.0.1:51234/assets/index-abc123.js:1:2000',
    '    at /home/anna/node_modules/@orpc/server/dist/index.mjs:3:4',
    '    at node:internal/process/task_queues:95:5',
    '    at /home/anna/secret project/x.ts:1:1',
  ].join('\n')
  expect(framesOf(stack)).toBe(
    [
      'electron/backend/desk.ts:12:34',
      'out/main/chunks/start-B1x_2.js:5:6',
      'out/main/worker.js:7:8',
      'assets/index-abc123.js:1:2000',
      'package:@orpc/server',
      'node:internal/process/task_queues:95:5',
      '…',
    ].join(' < '),
  )
  expect(framesOf('@http://127.0.0.1:1/assets/a.js:1:2\nfoo@http://127.0.0.1:1/assets/b.js:3:4?x=1')).toBe('assets/a.js:1:2 < …')
})

test('an error is told by class, code, known words and place; a message that looks like a stack is none', () => {
  const error = Object.assign(new TypeError('Anna\n    at electron/anna-petrova.ts:1:1'), {
    name: 'Anna',
    code: 'ANNA',
    cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }),
  })
  const facts = safeFacts(errorFacts(error))
  expect(facts).toMatchObject({ error: 'Error', message: '… at …', causeCode: 'ECONNRESET' })
  expect(JSON.stringify(facts)).not.toMatch(/anna/i)
  expect(facts['code']).toBeUndefined()
  expect(safeFacts(errorFacts('Anna'))).toMatchObject({ error: 'Error', message: '…' })
  expect(safeFacts(errorFacts(null))).toMatchObject({ error: 'Error' })
})

test('what happened is kebab case or unnamed', () => {
  expect(safeWhat('book-opened')).toBe('book-opened')
  for (const what of ['Anna', 'a b', '', 7, 'x'.repeat(200)]) expect(safeWhat(what)).toBe('unnamed')
})
