import { expect, test } from 'vitest'
import { dayAt } from '../../../electron/contract/time/day.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import { backends, reached } from './backends.ts'

const it = backends(2)

test('holes are judged by the clock that coverage is dated by: a day that is not over for the service is none', async () => {
  it.service.faults.set({ clockOffset: { ms: -3 * DAY_MS } })
  const client = await it.start()
  await client.account.signIn({ ...it.account(), remember: true, allowUnencrypted: false })
  await reached(client, 'done')
  const nowMs = Date.now()
  const span = { from: dayAt(nowMs - 20 * DAY_MS), to: dayAt(nowMs) }
  await client.downloads.start({ stations: [10_001], archives: ['daily'], span })
  await reached(client, 'done')
  const [daily] = await client.coverage.calendar({ stationId: 10_001 })
  expect(daily?.runs.at(-1)).toMatchObject({ state: 'partial', to: span.to })
  expect(await client.coverage.holes({ states: ['partial'] })).toMatchObject({ total: 0, days: { partial: 0 } })
})
