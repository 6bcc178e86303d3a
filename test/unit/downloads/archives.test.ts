import { expect, test } from 'vitest'
import { EVENT_ARCHIVES } from '../../../electron/contract/records.ts'
import { chooseArchives } from '../../../electron/downloads/archives.ts'

test('all stands for everything', () => {
  expect(chooseArchives(['all'])).toEqual({
    lists: true,
    reference: true,
    settings: true,
    sessions: true,
    events: [...EVENT_ARCHIVES],
    allReadings: true,
    readings: [],
  })
})

test('each word stands for its own group and for nothing else', () => {
  const none = {
    lists: false,
    reference: false,
    settings: false,
    sessions: false,
    events: [],
    allReadings: false,
    readings: [],
  }
  expect(chooseArchives(['readings'])).toEqual({ ...none, allReadings: true })
  expect(chooseArchives(['events'])).toEqual({ ...none, events: [...EVENT_ARCHIVES] })
  expect(chooseArchives(['sessions'])).toEqual({ ...none, sessions: true })
  expect(chooseArchives(['settings'])).toEqual({ ...none, settings: true })
  expect(chooseArchives(['reference'])).toEqual({ ...none, lists: true, reference: true })
  expect(chooseArchives(['lists'])).toEqual({ ...none, lists: true })
})

test('an event archive by its code, and any other code as a reading archive', () => {
  expect(chooseArchives(['seance', 'nesht_svod', 'hourly', 'минутный'])).toMatchObject({
    // In the document's order, whatever order was asked.
    events: ['nesht_svod', 'seance'],
    readings: ['hourly', 'минутный'],
    sessions: false,
  })
})

test.each(['', 'a b', 'x'.repeat(65), 'a/b', '<b>'])('%j cannot be a code', (word) => {
  expect(() => chooseArchives([word])).toThrow(expect.objectContaining({ code: 'UNKNOWN_ARCHIVE' }) as Error)
})
