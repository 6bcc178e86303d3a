import { expect, test } from 'vitest'
import { bookCalled, bookFileName } from '../../../electron/contract/book-name.ts'

const account = { url: 'https://meters.example:8443/api', email: 'me@example.org' }

test('a book is called by its file, of Windows or of another system', () => {
  expect(bookFileName('C:\\Books\\trip.meterbook')).toBe('trip')
  expect(bookCalled('/home/me/trip.meterbook', account)).toBe('trip')
  expect(bookCalled('/home/me/me@example.org-old.meterbook', account)).toBe('me@example.org-old')
})

test('a book whose file the program named is called by its account', () => {
  const file = '/data/me@example.org-meters.example-0a1b2c3d.meterbook'
  expect(bookCalled(file, account)).toBe('me@example.org · meters.example:8443')
  expect(bookCalled(file, { ...account, url: 'demo' })).toBe('me@example.org')
  expect(bookCalled(file, null)).toBe('me@example.org-meters.example-0a1b2c3d')
})
