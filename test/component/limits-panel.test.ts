import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { LimitRow } from '../../electron/contract/limits.ts'
import NoticeStack from '../../renderer/components/NoticeStack.vue'
import { useBook } from '../../renderer/stores/book.ts'
import LimitsPanel from '../../renderer/views/consumption/LimitsPanel.vue'
import { BOOK } from './support/book.ts'
import { answer, asked } from './support/fake-client.ts'
import { one, shown, texts } from './support/shown.ts'

/** Contract limits beside the consumption. */

const limit = (ownerId: number, ownerName: string | null): LimitRow => ({
  owner: 'station',
  ownerId,
  ownerName,
  period: 'month',
  fromDay: '2026-01-01',
  toDay: null,
  m3: 12_000,
  author: 'Ilyin',
  saidAtMs: 0,
  timeZone: 'UTC',
  contractHour: 10,
  running: null,
  usedM3: null,
  usedSince: null,
  leftM3: null,
  projection: null,
  noProjection: null,
  state: 'unknown',
  exceeded: 0,
  last: null,
})

test('each limit names its station; one that is removed comes back as it was', async () => {
  answer({ limits: { remove: () => null, keep: () => null } })
  shown(
    defineComponent(() => {
      useBook().summary = BOOK
      return () => [h(LimitsPanel, { limits: [limit(1, 'Boiler house 7'), limit(2, null)] }), h(NoticeStack)]
    }),
  )
  await expect.poll(() => texts('.limits .name')).toEqual(['Boiler house 7 · Month, 12,000 m³', '№ 2 · Month, 12,000 m³'])
  one('.remove').click()
  await expect.poll(() => texts('.notice')[0] ?? '').toContain('The limit of Boiler house 7 is removed.')
  one('.notice button').click()
  const kept = () => asked.filter(({ question }) => question === 'limits.keep').map(({ input }) => input)
  await expect.poll(kept).toEqual([
    {
      limits: [{ owner: 'station', ownerId: 1, period: 'month', fromDay: '2026-01-01', toDay: null, m3: 12_000 }],
      author: 'Ilyin',
    },
  ])
})
