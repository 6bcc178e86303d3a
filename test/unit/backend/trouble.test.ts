import { expect, test } from 'vitest'
import { backends, reached } from './backends.ts'

const it = backends(6)

test('why the service is asked again is told while a download stands still, and no longer once it answers', async () => {
  const client = await it.start()
  await client.account.signIn(it.account())
  await reached(client, 'done')
  it.service.faults.set({ tooManyRequests: { next: 1, retryAfterS: 1 } })
  const span = { from: '2026-01-10', to: '2026-01-12' }
  const told: (string | null)[] = []
  const account = await client.account.watch()
  await client.downloads.start({ stations: [10_001], archives: ['hourly'], span })
  for await (const { trouble } of account) {
    told.push(trouble?.code ?? null)
    if (told.includes('RATE_LIMITED') && trouble === null) break
  }
  expect(told.filter((code) => code !== null && code !== 'RATE_LIMITED')).toEqual([])
  expect((await reached(client, 'done')).tasks.failed).toBe(0)
})
