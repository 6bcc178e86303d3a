import { describe, expect, test } from 'vitest'
import { knownBooks, type KnownBook } from '../../../renderer/views/signin/known-books.ts'

const OWN = '/home/anna/.local/share/meterbook/books'
const account = (book: string, changes: object = {}) => ({
  url: 'https://metering.example',
  email: 'anna@example.com',
  book,
  bytes: 1000,
  usedMs: 5,
  changedMs: 5,
  isDemo: false,
  ...changes,
})
const file = (name: string, changes: object = {}) => ({
  file: name,
  exists: true,
  isRestorable: false,
  bytes: 1000,
  openedMs: 5,
  changedMs: 5,
  ...changes,
})
/** The text of an entry, without its times and sizes. */
const seen = ({ name, host, isCopy, place }: KnownBook) => JSON.stringify([name, host, isCopy, place])

describe('books used before', () => {
  test('a copied book is distinguished from its original by a word and by its path', () => {
    const list = knownBooks([account(`${OWN}/a.meterbook`), account('/media/usb/a.meterbook')], [], OWN, 6)
    expect(list.map(({ place, isCopy }) => [place, isCopy])).toEqual([
      [`${OWN}/a.meterbook`, false],
      ['/media/usb/a.meterbook', true],
    ])
  })

  test('no two entries look the same, whatever they share: account in any case, service, demo, file name', () => {
    const list = knownBooks(
      [
        account('/1/a.meterbook'),
        account('/2/a.meterbook', { email: 'ANNA@example.com' }),
        account('/3/a.meterbook', { url: 'https://other.example' }),
        account('/4/demo.meterbook', { isDemo: true }),
        account('/5/demo.meterbook', { isDemo: true }),
      ],
      [file('/6/trip.meterbook'), file('/7/trip.meterbook'), file('/1/a.meterbook'), file('/8/gone', { exists: false })],
      OWN,
      10,
    )
    expect(list).toHaveLength(7)
    expect(new Set(list.map(seen)).size).toBe(7)
  })

  test('an entry with a unique title shows no path, and the latest is first', () => {
    const list = knownBooks([account(`${OWN}/a.meterbook`)], [file('/6/trip.meterbook', { openedMs: 9 })], OWN, 6)
    expect(list.map(({ name, place }) => [name, place])).toEqual([
      ['trip', null],
      ['anna@example.com', null],
    ])
  })

  test('of books that are gone those are listed that have backups, and are told apart', () => {
    const gone = [file('/6/trip.meterbook', { exists: false, isRestorable: true }), file('/7/van.meterbook', { exists: false })]
    expect(knownBooks([], [file('/8/tour.meterbook'), ...gone], OWN, 6).map(({ name, isGone }) => [name, isGone])).toEqual([
      ['tour', false],
      ['trip', true],
    ])
  })
})
