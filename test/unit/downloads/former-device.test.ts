import { expect, test } from 'vitest'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import type { Puller } from '../../support/pull.ts'
import { hourlyOf, NOW, stage } from './world.ts'

/** What a device that was taken out wrote last is fetched for as long as the service gives it, and its end is said once. */

const FORMER = 999_999
const it = stage()

/** The station had another device forty days ago. */
function remember({ book }: Puller): void {
  const now = book.stations.get(10_001)
  if (!now) throw new Error('No station')
  book.stations.sawEarlier(now.id, { ...now, equipmentId: FORMER, equipmentSerialNumber: 'old' }, NOW - 40 * DAY_MS)
}

/** Days before the present device's first record: hours since September tell when it was put in. */
const later = () => hourlyOf({ archives: ['daily'], span: { from: '2026-08-01', to: '2026-11-20' } })
const askedOfFormer = () => it.asked().filter((one) => one.includes(String(FORMER)))

test('its archive is asked for up to the first record of the next device, and not again once the service has nothing more', async () => {
  const puller = await it.open()
  puller.downloads.start(hourlyOf())
  await puller.downloads.settled()
  it.asked()
  remember(puller)
  puller.downloads.start(later())
  expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
  const asked = askedOfFormer()
  expect(asked).toEqual([`daily ${FORMER} general 2026-08-01..2026-08-31`])
  puller.downloads.start(later())
  await puller.downloads.settled()
  expect(askedOfFormer()).toEqual([])
})

test('a service that no longer knows it is heard once: the run says so, the next one asks for nothing of it', async () => {
  const puller = await it.open()
  puller.downloads.start(hourlyOf())
  await puller.downloads.settled()
  remember(puller)
  it.asked()
  it.demo.faults.set({ longSpans: { days: 0, status: 404, path: `equipment_id=${FORMER}` } })
  puller.downloads.start(later())
  expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 1 } })
  const failures = puller.book.db
    .prepare("SELECT error_code AS code, error_data ->> 'equipmentId' AS id FROM task WHERE state = 'failed'")
    .all()
  expect(failures).toEqual([{ code: 'NO_LONGER_GIVEN', id: FORMER }])
  expect(askedOfFormer().length).toBeGreaterThan(0)
  it.demo.faults.clear()
  puller.downloads.start(later())
  expect(await puller.downloads.settled()).toMatchObject({ state: 'done', tasks: { failed: 0 } })
  expect(askedOfFormer()).toEqual([])
})
