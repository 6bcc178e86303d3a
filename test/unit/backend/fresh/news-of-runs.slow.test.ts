import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { backends, reached, type Client } from '../backends.ts'

/** To which run findings are booked by a backend of real parts, whatever the service's clock says. */
const it = backends(4)

const ALL = { stations: 'all' as const, archives: ['all'], span: { from: '2026-10-15', to: '2026-11-26' } }

const begun = async (): Promise<Client> => {
  const client = await it.start()
  await client.account.signIn({ ...it.account(), remember: true, allowUnencrypted: false })
  await reached(client, 'done')
  return client
}
async function judged(client: Client): Promise<void> {
  await expect.poll(() => client.findings.analysis()).toMatchObject({ stale: 0, running: false, total: 4 })
}
const findings = async (client: Client) =>
  (await client.downloads.brought({ runIds: (await client.downloads.history()).map(({ runId }) => runId) })).map((run) => run.findings)

test.each([
  ['behind', -HOUR_MS],
  ['ahead', HOUR_MS],
])('findings are news of the download that brought them, with a service one hour %s; the digest tells of them at once', async (_, ms) => {
  it.service.faults.set({ clockOffset: { ms } })
  const client = await begun()
  await judged(client)
  await client.downloads.start(ALL)
  await reached(client, 'done')
  await judged(client)
  const [own, lists] = await findings(client)
  expect(own).toBeGreaterThan(0)
  expect(lists).toBe(0)
  const { lookedAtMs, downloadedAtMs } = await client.digest.state()
  expect(lookedAtMs).toBeNull()
  expect(Math.abs((downloadedAtMs ?? 0) - Date.now())).toBeLessThan(HOUR_MS / 2)
  expect((await client.digest.news()).kinds.map(({ kind }) => kind)).toContain('began')
})
