import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnalysisState } from '../../electron/contract/findings.ts'
import AnalysisLine from '../../renderer/views/findings/AnalysisLine.vue'
import { answer } from './support/fake-client.ts'
import { one, shown, texts } from './support/shown.ts'

const NOW_MS = Date.UTC(2026, 10, 20)
const JUDGED: AnalysisState = { running: false, done: 3, total: 3, stale: 0, judgedAtMs: NOW_MS }
const RUNNING: AnalysisState = { ...JUDGED, running: true, done: 1 }

beforeEach(() => void vi.useFakeTimers({ now: NOW_MS }))
afterEach(() => void vi.useRealTimers())

test('how far the analysis is comes through although each answer takes longer than the next look', async () => {
  const waiting: { give: (state: AnalysisState) => void; signal: AbortSignal | undefined }[] = []
  answer({
    findings: {
      analysis: () => JUDGED,
      judge: ({ all }) => ({ ...RUNNING, total: all ? 3 : 0 }),
    },
  })
  shown(AnalysisLine)
  await expect.poll(() => texts('[role=status]')).toEqual(['Judged just now'])

  answer({
    findings: {
      analysis: (_, options) => new Promise((resolve) => void waiting.push({ give: resolve, signal: options?.signal })),
    },
  })
  one('button').click()
  await expect.poll(() => texts('[role=status]')).toEqual([expect.stringMatching(/^The data are being judged.*1.*3/)])
  expect(one('button').getAttribute('aria-disabled')).toBe('true')
  // So much later many a look would have been due; the first is still waited for.
  await vi.advanceTimersByTimeAsync(20_000)
  expect(waiting).toHaveLength(1)
  expect(waiting[0]?.signal?.aborted).toBe(false)
  waiting[0]?.give({ ...RUNNING, done: 2 })
  await expect.poll(() => texts('[role=status]')).toEqual([expect.stringMatching(/2.*3/)])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(waiting).toHaveLength(2)
  waiting[1]?.give({ ...JUDGED, judgedAtMs: Date.now() })
  await expect.poll(() => texts('[role=status]')).toEqual(['Judged just now'])
  // Once it is over nobody looks any more.
  await vi.advanceTimersByTimeAsync(20_000)
  expect(waiting).toHaveLength(2)
})
