import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLink } from '../../../electron/backend/open-link.ts'
import { linkOf, linkTo } from '../../../electron/contract/deep-link.ts'

test.each([
  ['meterbook://open?station=12', { book: null, stationId: 12, questionId: null }],
  ['METERBOOK://open?station=12', { book: null, stationId: 12, questionId: null }],
  ['meterbook://open/?book=trip&station=1', { book: 'trip', stationId: 1, questionId: null }],
  ['meterbook://open?book=%D0%93%D0%A0%D0%9F%20%E2%84%962', { book: 'ГРП №2', stationId: null, questionId: null }],
  ['meterbook://open?book=trip&question=281474976710655', { book: 'trip', stationId: null, questionId: 281_474_976_710_655 }],
])('%s is understood', (link, meaning) => expect(linkOf(link)).toEqual(meaning))

test.each([
  'meterbook://open',
  'meterbook:open?station=1',
  'meterbook://delete?station=1',
  'meterbook://open.example.org?station=1',
  'meterbook://user:word@open?station=1',
  'meterbook://open:80?station=1',
  'meterbook://open/../../etc?station=1',
  'meterbook://open/x?station=1',
  'meterbook://open?station=1#x',
  'meterbook://open?station=0',
  'meterbook://open?station=-1',
  'meterbook://open?station=1e3',
  'meterbook://open?station=9007199254740993',
  'meterbook://open?station=1&station=2',
  'meterbook://open?station=1&run=calc',
  'meterbook://open?station=1&question=1',
  'meterbook://open?question=DELETE',
  'meterbook://open?question=1&sql=SELECT',
  'meterbook://open?book=',
  'meterbook://open?book=%20',
  'meterbook://open?book=a%00b',
  'meterbook://open?book=a%E2%80%AEkoob',
  'https://open?station=1',
  'file:///etc/passwd',
  '',
])('%s is refused', (link) => expect(linkOf(link)).toBeNull())

test('one of more than 2,000 letters is refused', () => expect(linkOf(`meterbook://open?book=${'x'.repeat(2000)}`)).toBeNull())

test('a link that the program makes means what it was made of', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((text) => text.trim() !== '' && !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u.test(text))
  const id = fc.option(fc.integer({ min: 1, max: 1e14 }))
  const link = fc.record({ book: fc.option(name), stationId: id, questionId: id })
  const asks = link.filter(
    ({ book, stationId, questionId }) => (book ?? stationId ?? questionId) !== null && (stationId === null || questionId === null),
  )
  fc.assert(
    fc.property(asks, (meant) => {
      expect(linkOf(linkTo(meant))).toEqual(meant)
    }),
  )
})

test('whatever a link says, only a known book is opened', () => {
  const known = ['/data/books/trip.meterbook', 'C:\\books\\north.meterbook']
  const refusal = expect.objectContaining({ code: 'LINK_REFUSED' }) as unknown
  const read = (link: string): unknown => {
    try {
      return readLink(link, known)
    } catch (error) {
      return error
    }
  }
  for (const name of ['trip', 'trip.meterbook', known[0] ?? '']) {
    expect(read(linkTo({ book: name, stationId: null }))).toEqual({ file: known[0], stationId: null, questionId: null })
  }
  for (const name of ['other', '../trip', '//server/share/trip.meterbook', '\\\\server\\trip', 'trip/', '/data/books']) {
    expect(read(linkTo({ book: name, stationId: 1 }))).toEqual(refusal)
  }
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `meterbook://open?book=${text}`),
      ),
      (link) => {
        const meaning = read(link)
        if (meaning instanceof Error) expect(meaning).toEqual(refusal)
        else expect([null, ...known]).toContain((meaning as { file: string | null }).file)
      },
    ),
  )
})
