import { clockOf } from '../../analysis/clock.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import type { FormSource } from './content.ts'

/** The clock that a station's gas days are counted by: its own, where it or the book has one, else that of the request. */
export function clockOfStation({ book, request }: Pick<FormSource, 'book' | 'request'>, stationId: number): GasClock {
  const { zone, contractHour } = clockOf(book, [stationId], {
    zone: request.timeZone,
    contractHour: request.contractHour,
  })
  return { zone, contractHour }
}
