import { onTestFinished, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/index.ts'
import { run } from '../../../electron/cli/main.ts'
import type { HealthRow } from '../../../electron/contract/fleet.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { testFolder } from '../../support/pull.ts'
import { session, station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

test.each([
  ['the usual threshold', null, 'suspect', 1],
  ['a higher one', 3, null, 0],
  ['a lower one for a failure', { suspect: 1, fail: 1.5 }, 'fail', 1],
] as const)('a station that is silent for 2 rhythms, by %s', async (_, silent, silence, exit) => {
  const folder = testFolder()
  onTestFinished(() => folder.remove())
  const file = folder.file('silent.meterbook')
  const nowMs = Date.now()
  const book = openBook(file, { mode: 'write', now: () => nowMs })
  book.stations.put([station({ id: 1 })], nowMs)
  // One every ten hours; nothing for twenty.
  book.sessions.put(
    Array.from({ length: 10 }, (_, at) => session({ id: at, telemetryId: 2001, atMs: nowMs - (20 + (9 - at) * 10) * HOUR_MS })),
  )
  const values = silent === null ? {} : typeof silent === 'number' ? { suspect: silent } : silent
  book.thresholds.set(Object.entries(values).map(([key, value]) => ({ scope: 'book', scopeId: null, rule: 'silent', key, value })))
  book.close()

  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
  const meterbook = (...args: string[]) => run(args, seen)
  expect(await meterbook('health', '--book', file, '--json'), seen.noted.join('\n')).toBe(exit)
  const { stations } = JSON.parse(seen.printed.join('\n')) as { stations: HealthRow[] }
  expect(stations[0]).toMatchObject({ silence })
  expect(stations[0]?.silenceTimes).toBeCloseTo(2, 1)

  // The rule says the same of it.
  seen.printed.length = 0
  await meterbook('findings', '--book', file, '--rules', 'silent', '--json')
  const { findings } = JSON.parse(seen.printed.join('\n')) as { findings: { flag: number }[] }
  expect(findings.map(({ flag }) => flag)).toEqual(silence === null ? [] : [silence === 'fail' ? 4 : 3])
})
