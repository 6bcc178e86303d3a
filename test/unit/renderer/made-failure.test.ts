import { expect, test } from 'vitest'
import { failureOfMade } from '../../../renderer/views/reports/saved/made-failure.ts'
import { outcomeOf } from '../../../renderer/views/reports/saved/run-words.ts'

const line = {
  id: 1,
  savedId: 4,
  name: 'march.pdf',
  form: 'events',
  from: null,
  to: null,
  stations: 1,
  madeAtMs: 0,
  file: null,
  bytes: null,
  hash: null,
}

test('a failed line of the log says which folder it was; one of before says what it said', () => {
  const facts = { file: '/mnt/reports', reason: 'EACCES' }
  expect(failureOfMade({ ...line, failure: 'FILE_NOT_WRITABLE', facts })).toEqual({
    code: 'FILE_NOT_WRITABLE',
    data: { form: 'events', name: 'march.pdf', file: '/mnt/reports', reason: 'EACCES' },
  })
  expect(failureOfMade({ ...line, failure: 'FILE_NOT_WRITABLE', facts: null })).toEqual({
    code: 'FILE_NOT_WRITABLE',
    data: { form: 'events', name: 'march.pdf' },
  })
  expect(failureOfMade({ ...line, failure: null, facts: null })).toBeNull()
})

test('a run failed where none of its files was made, and partly where some were', () => {
  expect([null, { files: 3, failed: 0 }, { files: 3, failed: 2 }, { files: 3, failed: 3 }].map(outcomeOf)).toEqual([
    'never',
    'done',
    'partly',
    'failed',
  ])
})
