import { expect, test } from 'vitest'
import { BookError } from '../../../electron/book/file/errors.ts'
import { exitCodeOf } from '../../../electron/cli/exit.ts'
import { failureOf } from '../../../electron/cli/failure.ts'
import { sentenceOf } from '../../../electron/cli/sentences.ts'
import { FAILURE_CODES, MeterbookError } from '../../../electron/contract/errors.ts'
import { ServiceError } from '../../../electron/service/errors.ts'

test.each(FAILURE_CODES)('%s has a sentence, also when no fact is known', (code) => {
  const sentence = sentenceOf({ code, data: {} })
  expect(sentence).toMatch(/^\S.*\.$/)
  expect(sentence).not.toMatch(/undefined|null|\[object|\s{2}|\(\)|''/)
  if (code !== 'UNKNOWN') expect(sentence).not.toContain('unforeseen')
})

test('a sentence has the facts in it', () => {
  const inUse = new BookError('BOOK_IN_USE', { file: '/b.meterbook', owner: 'meterbook sync', pid: 42 })
  expect(sentenceOf(failureOf(inUse))).toContain('/b.meterbook is being written by meterbook sync (process 42)')
  const status = new ServiceError('HTTP_STATUS', { status: 503, path: '/stations' })
  expect(sentenceOf(failureOf(status))).toContain('HTTP 503 on /stations')
})

test('what nobody foresaw is said and not hidden', () => {
  expect(sentenceOf({ code: 'BRAND_NEW', data: { message: 'boom' } })).toContain('boom')
  expect(failureOf(new TypeError('boom'))).toEqual({ code: 'UNKNOWN', data: { message: 'boom' } })
})

test('errors keep their code and facts, nested ones by a dotted name', () => {
  expect(failureOf(new MeterbookError('SPAN_REVERSED', { from: 'b' }))).toEqual({
    code: 'SPAN_REVERSED',
    data: { from: 'b' },
  })
  const nested = Object.assign(new Error('x'), {
    code: 'OTHER_ACCOUNT',
    data: { found: { email: 'a@b' }, list: undefined },
  })
  expect(failureOf(nested)).toEqual({ code: 'OTHER_ACCOUNT', data: { 'found.email': 'a@b' } })
})

test.each([
  ['WRONG_PASSWORD', 3],
  ['TOO_MANY_CONNECTIONS', 3],
  ['UNREACHABLE', 4],
  ['NOT_THE_SERVICE', 4],
  ['NEWER_BOOK', 5],
  ['DISK_FULL', 5],
  ['SPAN_REVERSED', 2],
  ['FILE_NOT_WRITABLE', 2],
  ['CANCELLED', 130],
  ['UNKNOWN', 1],
])('%s ends with exit code %i', (code, exit) => expect(exitCodeOf(code)).toBe(exit))
