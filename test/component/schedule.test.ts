import { expect, test } from 'vitest'
import type { Schedule } from '../../electron/contract/schedule.ts'
import { USUAL_TIMES } from '../../electron/contract/schedule-words.ts'
import words from '../../electron/words/en/window/schedule.ts'
import ScheduleSection from '../../renderer/views/preferences/ScheduleSection.vue'
import { answer, asked } from './support/fake-client.ts'
import { one, shown, texts } from './support/shown.ts'

/** An entry that an earlier version has written for the demo's book. */
const entry: Schedule = {
  id: '0123456789',
  book: '/b/demo.meterbook',
  times: USUAL_TIMES,
  scheduler: 'systemd',
  standing: 'changed',
  program: '/opt/meterbook',
  writtenMs: 0,
  texts: [],
  commands: [],
  says: [],
  lastRun: null,
  missedMs: null,
  nextMs: null,
}

test('where no entry can be written any more, one that stands can be switched off, and nothing else', async () => {
  const refused = { scheduler: null, failure: { code: 'DEMO_UNSCHEDULED', data: {} }, book: entry.book, others: [] }
  answer({ schedule: { state: () => ({ ...refused, schedule: entry }), remove: () => ({ ...refused, schedule: null }) } })
  shown(ScheduleSection)
  await expect.poll(() => texts('[role=alert]').join()).toContain('The demo’s book is not fetched by itself')
  expect(texts('[role=status]').join()).toContain(words.standing.changed)
  expect(document.querySelectorAll('input:not([role=switch]), select')).toHaveLength(0)
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')].map(({ textContent, disabled }) => [
    textContent.trim(),
    disabled,
  ])
  expect(buttons).toEqual([[words.runNow, true]])

  one('[role=switch]').click()
  await expect.poll(() => document.querySelector('[role=switch]')).toBeNull()
  expect(asked.filter(({ question }) => question === 'schedule.remove').map(({ input }) => input)).toEqual([{ id: entry.id }])
})
