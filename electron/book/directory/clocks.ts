import { NO_WISH, type ClockWish } from '../../contract/time/gas-clock.ts'
import { isTimeZone } from '../../contract/time/zone.ts'
import type { Context } from '../context.ts'
import { metaIn } from '../file/meta.ts'

const KEY = 'clock'

/** Stations of one clock. */
export interface ClockGroup extends ClockWish {
  ids: number[]
}

/**
 * The clock of the book itself and of its stations (SQL of `station_clock`). A book may come from a computer that knows
 * more zones than this one: a zone that is not known here counts as not said, and stays in the book.
 */
export function clocksIn({ db, atOnce }: Context) {
  const meta = metaIn({ db })
  const one = db.prepare<[number], ClockWish>(
    'SELECT time_zone AS timeZone, contract_hour AS contractHour FROM station_clock WHERE station_id = ?',
  )
  const all = db.prepare<[], ClockWish & { id: number }>(
    'SELECT station_id AS id, time_zone AS timeZone, contract_hour AS contractHour FROM station_clock ORDER BY station_id',
  )
  const write = db.prepare<[number, string | null, number | null]>(`
    INSERT INTO station_clock (station_id, time_zone, contract_hour) VALUES (?, ?, ?)
    ON CONFLICT (station_id) DO UPDATE SET time_zone = excluded.time_zone, contract_hour = excluded.contract_hour`)
  const remove = db.prepare<[number]>('DELETE FROM station_clock WHERE station_id = ?')

  return {
    ofBook: (): ClockWish => wishIn(meta.get<unknown>(KEY)),
    ofStation: (stationId: number): ClockWish => known(one.get(stationId) ?? NO_WISH),

    /** Stations with a clock of their own, those of one clock together. */
    ofStations(): ClockGroup[] {
      const groups = new Map<string, ClockGroup>()
      for (const row of all.iterate()) {
        const { timeZone, contractHour } = known(row)
        const key = `${timeZone}|${contractHour}`
        const group = groups.get(key)
        if (group) group.ids.push(row.id)
        else if (timeZone !== null || contractHour !== null) groups.set(key, { timeZone, contractHour, ids: [row.id] })
      }
      return [...groups.values()]
    },

    setOfBook: (wish: ClockWish): void => meta.set(KEY, { timeZone: wish.timeZone, contractHour: wish.contractHour }),
    /** Stations that the book does not know fail as a whole, by the foreign key. */
    setOfStations: (ids: readonly number[], { timeZone, contractHour }: ClockWish): void =>
      atOnce(() => {
        for (const id of ids) {
          if (timeZone === null && contractHour === null) remove.run(id)
          else write.run(id, timeZone, contractHour)
        }
      }),
  }
}

const known = ({ timeZone, contractHour }: ClockWish): ClockWish => ({
  timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : null,
  contractHour,
})

/** `meta` holds any JSON: what is no clock is none. */
function wishIn(found: unknown): ClockWish {
  if (typeof found !== 'object' || found === null) return NO_WISH
  const { timeZone, contractHour } = found as Partial<Record<keyof ClockWish, unknown>>
  const isHour = Number.isInteger(contractHour) && Number(contractHour) >= 0 && Number(contractHour) <= 23
  return known({
    timeZone: typeof timeZone === 'string' ? timeZone : null,
    contractHour: isHour ? Number(contractHour) : null,
  })
}
