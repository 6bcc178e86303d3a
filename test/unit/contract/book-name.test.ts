import { expect, test } from 'vitest'
import { bookCalled, bookFileName, bookInFiles } from '../../../electron/contract/book-name.ts'

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

test('in files that leave the house a book has neither a folder nor an e-mail', () => {
  const inFiles = (file: string, email: string | null = account.email) => bookInFiles({ file, identity: { email } })
  expect(inFiles('/home/ivan.petrov/books/October.meterbook')).toBe('October')
  expect(inFiles('C:\\Users\\me\\me@example.org-meters.example-0a1b2c3d.meterbook')).toBe('meters.example-0a1b2c3d')
  expect(inFiles('/data/me@example.org.meterbook')).toBe('Meterbook')
  expect(inFiles('/data/trip.meterbook', null)).toBe('trip')
})
