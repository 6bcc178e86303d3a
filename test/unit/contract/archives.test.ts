import { expect, test } from 'vitest'
import { compareArchives, compareSeries } from '../../../electron/contract/archives.ts'

test('archives: known readings, other readings naturally, events as the service lists them, the rest', () => {
  const sorted = [
    'hourly',
    'daily',
    'monthly',
    'session',
    'instant',
    'minute2',
    'minute10',
    'nesht',
    'changes',
    'alarm',
    'seance',
    'settings',
    'sessions',
  ]
  expect([...sorted].sort().sort(compareArchives)).toEqual(sorted)
})

test('an archive’s views stand side by side, the general one first', () => {
  const series = (archiveType: string, view: string) => ({ archiveType, view })
  const all = [series('daily', 'unified'), series('hourly', 'unified'), series('daily', 'general')]
  expect(all.sort(compareSeries)).toEqual([series('hourly', 'unified'), series('daily', 'general'), series('daily', 'unified')])
})
