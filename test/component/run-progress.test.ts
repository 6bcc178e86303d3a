import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import type { AccountState } from '../../electron/contract/account.ts'
import type { Progress } from '../../electron/contract/downloads.ts'
import { useAccount } from '../../renderer/stores/account.ts'
import { useDownloads } from '../../renderer/stores/downloads.ts'
import StatusBar from '../../renderer/components/StatusBar.vue'
import RunProgress from '../../renderer/views/downloads/RunProgress.vue'
import { RUNNING } from './support/downloads.ts'
import { answer } from './support/fake-client.ts'
import { shown } from './support/shown.ts'
import { NO_TRIPS } from './support/trips.ts'

const ACCOUNT: AccountState = {
  account: { url: 'https://meters.example.org', email: 'me@example.org' },
  session: 'signed-in',
  line: 'online',
  lanes: 2,
  canRemember: true,
  remembered: true,
  isDemo: false,
  failure: null,
  trouble: null,
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function run() {
  answer({ reference: { archiveTypes: () => [] }, downloads: { brought: () => [] }, namedTrips: NO_TRIPS })
  const { wrapper } = shown(defineComponent(() => () => [h(RunProgress), h(StatusBar)]))
  const [downloads, account] = [useDownloads(), useAccount()]
  const say = async (now: Progress) => {
    downloads.progress = now
    await nextTick()
  }
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await nextTick()
  }
  account.state = ACCOUNT
  await say(RUNNING)
  return { wrapper, account, say, pass }
}

test('a stalled download says so and why, with no invented speed and time left, until something comes', async () => {
  const { wrapper, account, say, pass } = await run()
  expect(wrapper.text()).toContain('250 records/s')
  expect(wrapper.text()).not.toContain('—')
  await pass(9_000)
  expect(wrapper.text()).not.toContain('Nothing has come')

  account.state = { ...ACCOUNT, trouble: { code: 'RATE_LIMITED', data: { retryAfterMs: 45_000 } } }
  await pass(3_000)
  expect(wrapper.text()).toMatch(/Nothing has come for \d+ s: the service asks for a pause\./)
  expect(wrapper.get('footer').text()).toMatch(/Nothing has come for \d+ s/)
  expect(wrapper.text()).toMatch(/\D0 records\/s/)
  expect(wrapper.text()).toContain('—')
  // What is told again without anything new is no progress.
  await say({ ...RUNNING, leftMs: 80_000 })
  expect(wrapper.text()).toContain('Nothing has come')

  await say({ ...RUNNING, pages: 4, records: 800 })
  expect(wrapper.text()).not.toContain('Nothing has come')
  expect(wrapper.text()).toContain('250 records/s')
})

test('a run that waits or was cancelled is not stuck', async () => {
  const { wrapper, say, pass } = await run()
  await pass(12_000)
  expect(wrapper.text()).toContain('Nothing has come')
  for (const state of ['paused', 'waiting-for-network', 'cancelled'] as const) {
    await say({ ...RUNNING, state })
    await pass(12_000)
    expect(wrapper.text(), state).not.toContain('Nothing has come')
  }
})

test('while the service is away the download waits, and the status bar says so; it goes on without being told', async () => {
  const { wrapper, account, say } = await run()
  const failure = { code: 'UNREACHABLE', data: { host: 'meters.example.org' } }
  account.state = { ...ACCOUNT, line: 'offline' }
  await say({ ...RUNNING, state: 'waiting-for-network', failure })
  expect(wrapper.get('[role=status]').text()).toMatch(/^Waiting for the network/)
  expect(wrapper.get('footer').text()).toContain('Offline')
  account.state = ACCOUNT
  await say({ ...RUNNING, state: 'done', tasks: { ...RUNNING.tasks, done: 12, running: 0, waiting: 0 } })
  expect(wrapper.get('[role=status]').text()).toBe('Done')
  expect(wrapper.get('footer').text()).toContain('Online')
  expect(wrapper.text()).toContain('12 of 12')
})

test('the buttons ask for what they say', async () => {
  const { wrapper } = await run()
  answer({
    downloads: { pause: () => ({ ...RUNNING, state: 'paused' }), cancel: () => ({ ...RUNNING, state: 'cancelled' }) },
  })
  const button = (name: string) => wrapper.findAll('button').find((one) => one.text() === name)
  await button('Pause')?.trigger('click')
  await expect.poll(() => wrapper.text()).toContain('Paused')
  expect(button('Pause')).toBeUndefined()
  expect(button('Resume')).toBeDefined()
  await button('Cancel')?.trigger('click')
  await expect.poll(() => wrapper.text()).toContain('Cancelled')
  expect(button('Resume')).toBeUndefined()
})
