import type { StationTab } from '../../electron/contract/screens.ts'
import { addressOf, id, named, oneOf, word, type Values } from '../address/fields.ts'
import { IN_MS, moment } from '../address/times.ts'
import { AT, LOG, type LogPlace } from './log.ts'
import { READINGS, type Place } from './readings.ts'

/** The snapshots of a device's settings, or what changed by all who tell of it. */
export const SETTINGS_SHAPES = ['snapshots', 'changes'] as const
/** Which snapshots are side by side: by their keys, or the one of a moment beside the one before it. */
export const SETTINGS = {
  snapshot: id,
  against: id,
  taken: moment(IN_MS),
  shape: named('show', oneOf(SETTINGS_SHAPES, 'snapshots')),
}
/** The note that a link leads to. */
export const NOTE = { note: word }
/** The finding that a link leads to. */
export const FINDING = { finding: word }

const readings = addressOf(READINGS)
const log = addressOf({ ...LOG, ...AT })
const settings = addressOf(SETTINGS)

const tabAt = (stationId: number, tab: StationTab, query: Record<string, string | string[]> = {}) => ({
  name: 'station',
  params: { id: stationId, tab },
  query,
})

/** The readings of a station: of this archive, at this time, marked so. */
export const readingsOn = (stationId: number, place: Partial<Place>) =>
  tabAt(stationId, 'readings', readings.write({ ...readings.read({}), ...place }))
/** The event log of a station, narrowed so, or gone to a moment. */
export const logOn = (stationId: number, place: Partial<LogPlace & { at: number }>) =>
  tabAt(stationId, 'events', log.write({ ...log.read({}), ...place }))
/** The settings of a station's device. */
export const settingsOn = (stationId: number, place: Partial<Values<typeof SETTINGS>>) =>
  tabAt(stationId, 'settings', settings.write({ ...settings.read({}), ...place }))
/** The sessions of a station around a moment. */
export const sessionsOn = (stationId: number, atMs: number) => tabAt(stationId, 'sessions', addressOf(AT).write({ at: atMs }))
/** A note in the list of its station. */
export const noteOn = (stationId: number, note: string) => tabAt(stationId, 'notes', addressOf(NOTE).write({ note }))
/** A finding in the list of its station. */
export const findingOn = (stationId: number, finding: string) => tabAt(stationId, 'findings', addressOf(FINDING).write({ finding }))

/** The address of a station's readings at a moment: asking the router for each of many rows takes its time. */
export const readingsHref = (stationId: number, atMs: number): string => `#/stations/${stationId}/readings?at=${atMs}`
