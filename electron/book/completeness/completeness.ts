import { deviceTimeKey } from '../../contract/device-time.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { lastDayOver } from '../../contract/time/day.ts'
import type { ReadingKey } from '../archives/reading-key.ts'
import { readingsColumnsIn } from '../archives/readings-columns.ts'
import type { Context } from '../context.ts'
import { answersFor } from '../file/version.ts'
import { dueRangeIn } from './due-range.ts'
import { dueRecords, type DueRecords } from './due-records.ts'
import { timedIn, type KnownTimes } from './timed.ts'
import { sharesIn } from './shares.ts'

/** Archives whose due records are kept at hand: a station's, in both views. */
const KEPT = 12

/** How complete archives of readings are, in records. Everything is computed once for each state of the book. */
export function completenessIn(book: Context, { allRuns, unasked }: Omit<KnownTimes, 'stamps'>) {
  const { versions } = book
  const kept = answersFor<DueRecords>(versions.data, KEPT)
  const { stamps } = readingsColumnsIn(book)
  const known: KnownTimes = { stamps, allRuns, unasked }

  return {
    /**
     * The records of one archive that are due by now, and those of them that are there. Gas days are those of the
     * reader's clock.
     */
    dueRecords(key: ReadingKey, gas: GasClock, nowMs: number): DueRecords {
      const { equipmentId, archiveType, view, time } = key
      const question = [equipmentId, deviceTimeKey(time), archiveType, view, gas.zone, gas.contractHour, lastDayOver(nowMs)].join('|')
      return kept(question, () => dueRecords(archiveType, { times: stamps(key), runs: allRuns(key) }, gas, nowMs, timedIn(key, known)))
    },
    ...dueRangeIn(book, known),
    ...sharesIn(book, known),
  }
}
