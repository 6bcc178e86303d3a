import type { Book, StationRow } from '../book/index.ts'
import type { Failure } from '../contract/common.ts'
import { isOwnDevice } from '../contract/import-words.ts'
import type { Span } from '../contract/records.ts'
import { MeterbookError } from '../contract/errors.ts'
import { dayAt } from '../contract/time/day.ts'
import { failureOf } from './failures.ts'
import type { Target } from './target.ts'

/** Devices that a station had before: what they wrote last is fetched for as long as the service gives it. */

/** Whether a task is of a device that its station no longer has. */
export function isFormerDevice(book: Book, target: Target): boolean {
  if (!('equipmentId' in target) || target.kind === 'settings') return false
  const now = book.stations.get(target.stationId)
  return now !== undefined && now.equipmentId !== target.equipmentId
}

/** What is said of one that the service no longer knows. */
export const noLongerGiven = (target: Target): Failure =>
  failureOf(new MeterbookError('NO_LONGER_GIVEN', { equipmentId: 'equipmentId' in target ? target.equipmentId : null }))

/** A former device of a station with the days of a plan in which it was there. */
export interface FormerDevice {
  device: StationRow & { equipmentId: number }
  span: Span
}

/** The days until the next device's first record: where the old one ended in them only its own archive tells, unless somebody has said it. */
export function formerDevices(book: Book, stationId: number, { from, to }: Span): FormerDevice[] {
  if (book.stations.lifeKey(stationId) === '') return []
  const life = book.stations.life(stationId)
  const current = life.at(-1)?.equipmentId
  const typed = new Map(book.stations.givenDevices(stationId).map((one) => [one.equipmentId, one.toMs]))
  return life.slice(0, -1).flatMap((device, at): FormerDevice[] => {
    const { equipmentId, time } = device
    if (equipmentId === null || equipmentId === current || isOwnDevice(equipmentId)) return []
    const endMs = typed.get(equipmentId) ?? time?.logToMs ?? life[at + 1]?.time?.afterMs ?? time?.toMs ?? null
    const first = time?.afterMs == null ? from : later(from, dayAt(time.afterMs))
    const last = endMs === null ? to : earlier(to, dayAt(endMs))
    return first > last ? [] : [{ device: { ...device, equipmentId }, span: { from: first, to: last } }]
  })
}

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)
