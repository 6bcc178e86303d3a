import type { Verbatim } from '../../contract/records.ts'
import { typedWords } from '../../contract/folding.ts'
import { onOtherLayout } from '../../contract/keyboard-layout.ts'
import type { Context } from '../context.ts'
import { fromCell } from '../file/layout.ts'
import { fold, textOf } from './text.ts'

/** A station that has, or had, a device of an asked serial number. */
export interface StationOfSerial {
  id: number
  name: string | null
  consumerName: string | null
  /** The serial number as the book has it. */
  serial: string
  /** The device is one that it had. */
  formerly: boolean
  /** When that was taken out, Unix ms; null: it is there, or nobody knows when. */
  untilMs: number | null
}

/** The most stations that are named: a service may give one number, such as 0, to all of them. */
const MOST = 100

/**
 * Stations by a whole serial number, of a device that they have or had. Numbers are equal as search has it: case, and how
 * many blanks stand where some are, do not matter; zeros in front do.
 */
export function serialsIn({ db, stationIndex }: Context) {
  const rows = db
    .prepare<[string], [number, string | null, string | null, unknown]>(
      `SELECT s.id, s.name, c.name, s.equipment_serial_number FROM station s LEFT JOIN consumer c ON c.id = s.customer_id
       WHERE s.id IN (SELECT value FROM json_each(?))`,
    )
    .raw()
  const former = db
    .prepare<[string], [number, number | null, unknown]>(
      `SELECT d.station_id, d.to_ms, d.equipment_serial_number FROM station_device d JOIN station s ON s.id = d.station_id
       WHERE d.station_id IN (SELECT value FROM json_each(?)) AND d.equipment_serial_number IS NOT s.equipment_serial_number
       ORDER BY d.place DESC`,
    )
    .raw()

  function exactly(text: string): StationOfSerial[] {
    const whole = fold(text)
    const index = stationIndex()
    const words = typedWords(text)
    if (words.length === 0) return []
    const ids = index.holding(words).map((place) => index.ids[place] ?? 0)
    const isWhole = (serial: Verbatim) => fold(serial) === whole
    const asked = JSON.stringify(ids)
    const had = new Map<number, { serial: string; untilMs: number | null }>()
    for (const [id, untilMs, cell] of former.all(asked)) {
      const serial = fromCell(cell)
      if (isWhole(serial) && !had.has(id)) had.set(id, { serial: textOf(serial), untilMs })
    }
    const found = new Map<number, StationOfSerial>()
    for (const [id, name, consumerName, cell] of rows.all(asked)) {
      const serial = fromCell(cell)
      const about = { id, name, consumerName }
      if (isWhole(serial)) found.set(id, { ...about, serial: textOf(serial), formerly: false, untilMs: null })
      else {
        const gone = had.get(id)
        if (gone) found.set(id, { ...about, ...gone, formerly: true })
      }
    }
    // In the order of names, those that have it now before those that had it.
    const inOrder = ids.flatMap((id) => found.get(id) ?? [])
    return [...inOrder.filter(({ formerly }) => !formerly), ...inOrder.filter(({ formerly }) => formerly)].slice(0, MOST)
  }

  return {
    /** Those of a number as it was typed; where there is none, as typed on the other keyboard layout: a scanner types keys. */
    bySerial(text: string): StationOfSerial[] {
      const found = exactly(text)
      const meant = found.length === 0 ? onOtherLayout(text) : null
      return meant === null ? found : exactly(meant)
    },
  }
}
