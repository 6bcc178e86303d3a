import { expect, test } from 'vitest'
import { failureOfMade } from '../../../renderer/views/reports/saved/made-failure.ts'

const line = { id: 1, savedId: 4, name: 'march.pdf', form: 'events', from: null, to: null, stations: 1, madeAtMs: 0, file: null, bytes: null, hash: null } // oxfmt-ignore

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
