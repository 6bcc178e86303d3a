import { expect, test } from 'vitest'
import { nextTick } from 'vue'
import type { Plan } from '../../electron/contract/downloads.ts'
import type { TripChoices } from '../../electron/contract/named-trips.ts'
import words from '../../electron/words/en/window/trip.ts'
import keepWords from '../../electron/words/en/window/trips.ts'
import { useTrip } from '../../renderer/stores/trip.ts'
import TripDialog from '../../renderer/views/downloads/TripDialog.vue'
import { BOOK } from './support/book.ts'
import { RUNNING } from './support/downloads.ts'
import { answer, asked, failing } from './support/fake-client.ts'
import { shown } from './support/shown.ts'

/** 'Prepare a trip' that is kept and begun at once. */

const PLAN: Plan = {
  stations: 'all',
  archives: ['all'],
  views: ['general'],
  span: { from: '2026-01-01', to: '2026-01-31' },
  refresh: false,
}
const TRIP: TripChoices = { ...PLAN, stations: { of: 'all' }, fresh: null }
const ESTIMATE = { tasks: 1, stations: 3, requests: 1, records: 1, seconds: 1, bytesOnDisk: 1, alreadyCoveredDays: 0, missingDays: 1 }
const inputs = (question: string) => asked.filter((one) => one.question === question).map(({ input }) => input)
const start = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === words.start)
const field = (label: string) =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent.includes(label))?.querySelector('input')

test('one that was kept but could not begin is kept in its own place by the next try', async () => {
  let isBusy = true
  answer({
    book: { summary: () => BOOK },
    stations: { tree: () => ({ providers: [], consumers: [], stations: 0 }) },
    reference: { archiveTypes: () => [] },
    downloads: { estimate: () => ESTIMATE },
    namedTrips: {
      plan: () => PLAN,
      keep: ({ name }) => ({ ...TRIP, name, folded: name.toLowerCase() }),
      run() {
        if (isBusy) throw failing('DOWNLOAD_RUNNING')
        return RUNNING
      },
    },
  })
  shown(TripDialog)
  useTrip().open()
  await expect.poll(() => field(keepWords.keep)).toBeDefined()
  field(keepWords.keep)?.click()
  await expect.poll(() => field(keepWords.name)).toBeDefined()
  const name = field(keepWords.name) as HTMLInputElement
  name.value = 'North'
  name.dispatchEvent(new Event('input'))
  await nextTick()
  start()?.click()
  await expect.poll(() => document.querySelector('[role=alert]')).not.toBeNull()
  isBusy = false
  start()?.click()
  await expect.poll(() => useTrip().wish).toBeNull()
  expect(inputs('namedTrips.keep')).toMatchObject([
    { name: 'North', runsNext: true },
    { name: 'North', runsNext: true, instead: 'north' },
  ])
  expect(inputs('namedTrips.keep')[0]).not.toHaveProperty('instead')
})
