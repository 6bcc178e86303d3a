import type { Book } from '../../../../electron/book/index.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { consumer, event, station, tempBook } from '../../book/fixtures.ts'

/** A station that measures for days, with holes: what reports of consumption are compared with SQL over. */

/** The gas day of 1 October 2026 in Moscow begins at 10:00. */
export const FROM = Date.parse('2026-10-01T07:00:00Z')
const DAYS = 40
const hourly = (equipmentId: number) => ({ equipmentId, archiveType: 'hourly', view: 'general' }) as const
export const moscow = { timeZone: 'Europe/Moscow', contractHour: 10 }

const CHANNELS = [
  ['Vpriv', 'м3'],
  ['Vwork', 'м3'],
  ['VNakpriv', 'м3'],
  ['P', 'кПа'],
  ['T', '°C'],
] as const

/** Numbers that look measured, the same in every run. */
function* noise(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

/**
 * @param missing hours that the book lacks: after the first record, by number
 */
export function gasBook({ ids = [1], missing = [] as readonly number[] } = {}): Book {
  const book = tempBook()
  book.consumers.put([consumer(5, 'ООО «Пекарня “Заря”»', '7701234567')], { energyId: null })
  book.stations.put(
    ids.map((id) => station({ id, customerId: 5 })),
    FROM,
  )
  book.channels.put(
    CHANNELS.map(([channelVarname, unitName]) => ({
      equipmentTypeId: 1,
      archiveTypeName: 'Часовой',
      archiveTypeVarname: 'hourly',
      telemetryTypeName: null,
      channelName: null,
      channelVarname,
      unitName,
    })),
  )
  for (const id of ids) {
    const random = noise(id)
    const next = () => random.next().value as number
    let counter = 1_000_000
    const rows = Array.from({ length: DAYS * 24 + 1 }, (_, hour) => {
      const m3 = hour === 0 ? 0 : Math.round((20 + 80 * next()) * 1000) / 1000
      counter = Math.round((counter + m3) * 1000) / 1000
      const values = {
        Vpriv: m3,
        Vwork: Math.round(m3 * 900) / 1000,
        VNakpriv: counter,
        P: 300 + Math.round(50 * next() * 100) / 100,
        T: Math.round((next() * 40 - 15) * 10) / 10,
      }
      return { hour, record: { atMs: FROM + hour * HOUR_MS, values } }
    }).filter(({ hour }) => !missing.includes(hour))
    book.page(() =>
      book.readings.put(
        hourly(1000 + id),
        rows.map(({ record }) => record),
      ),
    )
    book.page(() =>
      book.events.add({ equipmentId: 1000 + id, archiveType: 'nesht' }, [
        event(FROM + 50.5 * HOUR_MS, { Code: '4', CodeDescription: 'Начало: P ниже нижнего предела' }),
        event(FROM + 52.25 * HOUR_MS, { Code: '124', CodeDescription: 'Конец: P ниже нижнего предела' }),
      ]),
    )
  }
  return book
}
