import { expect, test } from 'vitest'
import { deviceSaysOtherwise } from '../../../../electron/analysis/answers/device-says.ts'
import { NOW, station, tempBook } from '../../book/fixtures.ts'

/** What the settings of a device say otherwise than the clock that its station is counted by. */

const usual = { zone: 'UTC', contractHour: 10 }

function said(zone: string, contractHour: number, settings: Readonly<Record<string, string>>) {
  const book = tempBook()
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: 101 })], NOW)
    const items = Object.entries(settings).map(([channelName, channelDataValue]) => ({ channelName, channelDataValue, unitName: null }))
    book.settings.putSnapshot(101, Date.parse('2026-07-01T00:00:00Z'), items)
  })
  const found = deviceSaysOtherwise(book, { equipmentId: 101, equipmentTypeId: 1, time: null }, { zone, contractHour }, usual)
  return found.map(({ what, said: text }) => `${what} ${text}`)
}
const [HOUR, ZONE] = ['Контрактный час', 'Часовой пояс']

test.each([
  ['Europe/Moscow', 10, { [HOUR]: '10', [ZONE]: 'UTC+3' }, []],
  ['Europe/Moscow', 10, { [HOUR]: '10:00', [ZONE]: 'Europe/Moscow' }, []],
  ['Europe/Moscow', 10, { [HOUR]: '9' }, ['hour 9']],
  // Ten o'clock by a clock that is two hours ahead is eight o'clock here.
  ['Europe/Moscow', 8, { [HOUR]: '10', [ZONE]: 'UTC+5' }, ['zone UTC+5']],
  ['Europe/Moscow', 10, { [HOUR]: '10', [ZONE]: '+05:00' }, ['zone +05:00', 'hour 10']],
  ['Europe/Moscow', 23, { [HOUR]: '1', [ZONE]: 'UTC+5' }, ['zone UTC+5']],
  // A device that follows no summer time.
  ['Europe/Berlin', 6, { [HOUR]: '6', [ZONE]: 'UTC+1' }, []],
  ['Europe/Moscow', 0, { [HOUR]: '24' }, []],
  ['Europe/Moscow', 10, { [HOUR]: 'nobody knows', [ZONE]: 'local' }, []],
  ['Europe/Moscow', 10, {}, []],
] as const)('in %s from %i the settings %j say otherwise: %j', (zone, hour, settings, otherwise) => {
  expect(said(zone, hour, settings)).toEqual(otherwise)
})
