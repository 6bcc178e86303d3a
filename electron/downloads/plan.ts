import { leastTimeFirst } from '../analysis/answers/health/urgency.ts'
import { lacking } from '../analysis/kernel/grids/lacking.ts'
import type { Book } from '../book/book.ts'
import { addDays } from '../contract/time/day.ts'
import { spanDays } from '../contract/time/span.ts'
import { DIRECTORY_FRESH_MS } from '../contract/time/stale.ts'
import type { Plan } from '../contract/downloads.ts'
import { isAskable } from '../contract/record-bounds.ts'
import { EVENT_ARCHIVES, SETTINGS_ARCHIVE, type Provider, type Span, type Verbatim } from '../contract/records.ts'
import { chooseArchives, type ArchiveChoice } from './archives.ts'
import { chunkDays, requestsFor } from './cadence.ts'
import { formerDevices } from './former-device.ts'
import { hadSettings, unaskedOf } from './new-device.ts'
import { createLastSession } from './last-session.ts'
import type { Cadences } from './learned.ts'
import { seriesOf } from './sources.ts'
import { partsOf, type RunPlan } from './run-plan.ts'
import { fetchedKeyOf, type ArchiveTarget, type Target } from './target.ts'

/** What a station contributes to a plan. */
export interface PlannedStation {
  id: number
  equipmentId: number | null
  telemetryId: number | null
  equipmentTypeId: number | null
  uid: Verbatim
}

/** A target with its place in the queue: lower first. */
export interface PlacedTarget {
  target: Target
  position: number
}

/** Positions in the queue: lists, their follow-ups, `expand`, then for each part of the plan the stations by segment of time. */
const FOLLOW_UPS = { energies: 100, equipment_types: 100_000, stations: 500_000 }
const EXPAND = 1_000_000
const SEGMENT = 1_000_000_000_000
const STATION = 1_000
const PART = 10 * SEGMENT

/** The first position of the tasks of a part's stations. */
export const placeOf = (part: number): number => SEGMENT + part * PART

/** Reading archives to try where the channel directory says nothing about a device type. */
const USUAL_READINGS = ['hourly', 'daily']

/**
 * The first tasks of a run: the directories that are wanted and not fresh, then for each part of the plan an `expand`,
 * which becomes the tasks of its stations once the station list and the channel directory are there.
 */
export function headOf(plan: RunPlan, book: Book, nowMs: number): PlacedTarget[] {
  const choice = chooseArchives(plan.archives)
  const wanted = (name: string) => {
    const fetchedMs = book.meta.get<number>(`fetched:${name}`)
    // It tells of exchanges and of new sessions: whoever asks for data wants those, however fresh the list is.
    if (fetchedMs === undefined || (name === 'stations' && !plan.unasked)) return true
    return (choice.lists || name === 'stations') && (plan.refresh || nowMs - fetchedMs > DIRECTORY_FRESH_MS)
  }
  const lists = (['stations', 'equipment_types', 'energies', 'messages'] as const).filter(wanted)
  const targets: Target[] = lists.map((kind) => ({ kind }))
  if (wanted('customers')) targets.push({ kind: 'customers', energyId: null })
  return [
    ...targets.map((target, position) => ({ target, position })),
    ...neverFollowed(lists, book),
    ...partsOf(plan).map((_, part) => ({ target: { kind: 'expand' as const, part }, position: EXPAND + part })),
  ]
}

/** Follow-ups of lists that are in the book, which never ran because their run was cancelled or failed. */
function neverFollowed(wanted: readonly string[], book: Book): PlacedTarget[] {
  return (['energies', 'equipment_types'] as const)
    .filter((kind) => !wanted.includes(kind))
    .flatMap((kind) => followUps({ kind }, book))
    .filter(({ target }) => book.meta.get(fetchedKeyOf(target)) === undefined)
}

/**
 * The follow-ups of a complete list: consumers of each provider, channels of each device type. A station whose device is of a type
 * that the book does not know brings the type, its channels and its messages.
 */
export function followUps(target: Target, book: Book): PlacedTarget[] {
  switch (target.kind) {
    case 'energies':
      return providerIds(book.providers.tree()).map((energyId, i) => ({
        target: { kind: 'customers', energyId },
        position: FOLLOW_UPS.energies + i,
      }))
    case 'equipment_types':
      return book.equipmentTypes.list().map(({ id: equipmentTypeId }, i) => ({
        target: { kind: 'channels', equipmentTypeId },
        position: FOLLOW_UPS.equipment_types + i,
      }))
    case 'stations': {
      // The first lists of a book bring them anyway.
      if (book.meta.get(fetchedKeyOf({ kind: 'equipment_types' })) === undefined) return []
      const unknown = book.stations
        .typeIds()
        .filter((id) => book.meta.get(fetchedKeyOf({ kind: 'channels', equipmentTypeId: id })) === undefined)
      const lists: Target[] = unknown.length === 0 ? [] : [{ kind: 'equipment_types' }, { kind: 'messages' }]
      return [...lists, ...unknown.map((equipmentTypeId): Target => ({ kind: 'channels', equipmentTypeId }))].map((one, i) => ({
        target: one,
        position: FOLLOW_UPS.stations + i,
      }))
    }
    default:
      return []
  }
}

const providerIds = (tree: readonly Provider[]): number[] => tree.flatMap(({ id, children }) => [id, ...providerIds(children)])

/**
 * Stations of a plan; of 'all', those that the service still lists. First those whose devices soonest write over what was
 * never fetched, then the others in the book's natural order.
 */
export function plannedStations(plan: Plan, book: Book): PlannedStation[] {
  if (plan.stations !== 'all') return leastTimeFirst(book.stations.list({ ids: plan.stations, limit: -1 }).rows, book)
  const { rows } = book.stations.list({ limit: -1 })
  return leastTimeFirst(
    rows.filter((station) => station.unlistedAtMs === null),
    book,
  )
}

/**
 * The tasks of one station: small things first, then archives by segment of time, so that the newest data of
 * every chosen station come before anything older. Targets that are covered completely are left out.
 */
export function targetsOf(
  plan: Plan,
  station: PlannedStation,
  at: { index: number; part?: number; createdMs: number; nowMs: number; book: Book; cadences: Cadences },
): PlacedTarget[] {
  const { book, cadences, nowMs, createdMs, part = 0 } = at
  const choice = chooseArchives(plan.archives)
  const placed: PlacedTarget[] = []
  const place = (segment: number, target: Target) =>
    placed.push({ target, position: placeOf(part) + segment * SEGMENT + at.index * STATION + placed.length })

  const isFresh = (fetchedMs: number | undefined) =>
    typeof fetchedMs === 'number' && (plan.refresh ? fetchedMs >= createdMs : nowMs - fetchedMs <= DIRECTORY_FRESH_MS)

  if (choice.reference) {
    if (!isFresh(book.characteristics.get(station.id)?.fetchedAtMs)) place(0, { kind: 'characteristics', stationId: station.id })
    if (!isFresh(book.lastSessions.get(station.id)?.fetchedAtMs)) place(0, { kind: 'last_session', stationId: station.id })
  }
  const settings = settingsOf(station, { isWanted: choice.settings, isFresh, book })
  if (settings) place(0, settings)
  const lastSession = createLastSession(book, nowMs)
  for (const target of archivesOf(plan, choice, station, { book, nowMs })) {
    const runs = book.coverage.runs(seriesOf(target), target)
    const rules = { nowMs, lastSessionMs: lastSession(target) }
    const missing = lacking(runs, target, plan.refresh ? { ...rules, fetchedBeforeMs: createdMs } : rules)
    const first = missing[0]
    const last = missing.at(-1)
    if (!first || !last) continue
    segmentsOf({ from: first.from, to: last.to }, chunkDays(cadences.of(target))).forEach((span, segment) => {
      if (missing.some((part) => part.from <= span.to && part.to >= span.from)) place(segment, { ...target, ...span })
    })
  }
  return placed
}

/** The settings of a station's device: where they are wanted, and where only those of the device before are in the book. */
function settingsOf(
  { id: stationId, equipmentId }: PlannedStation,
  { isWanted, isFresh, book }: { isWanted: boolean; isFresh: (fetchedMs: number | undefined) => boolean; book: Book },
): Target | null {
  if (equipmentId === null) return null
  const checkedMs = book.settings.snapshots(equipmentId)[0]?.checkedAtMs
  const isNew = checkedMs === undefined && hadSettings(book, stationId)
  return (isWanted || isNew) && !isFresh(checkedMs) ? { kind: 'settings', stationId, equipmentId } : null
}

/** Every archive of a station that the plan asks for, and that an exchange has left unasked, with the days to ask for. */
export function archivesOf(
  plan: Plan,
  choice: ArchiveChoice,
  station: PlannedStation,
  { book, nowMs }: { book: Book; nowMs: number },
): ArchiveTarget[] {
  const targets: ArchiveTarget[] = []
  const common = { stationId: station.id, from: plan.span.from, to: plan.span.to }
  const { equipmentId, telemetryId } = station
  if (equipmentId !== null) {
    for (const archiveType of readingArchives(choice, station, book)) {
      for (const view of plan.views) targets.push({ ...common, kind: 'readings', equipmentId, archiveType, view })
    }
    const by = eventPair(plan, station)
    for (const archiveType of choice.events) targets.push({ ...common, kind: 'events', equipmentId, archiveType, ...by })
  }
  // What a device that was taken out wrote last, for as long as the service gives it; its exchange code is another's now.
  for (const { device, span } of formerDevices(book, station.id, plan.span)) {
    const own = { ...common, ...span, equipmentId: device.equipmentId }
    for (const archiveType of readingArchives(choice, device, book))
      for (const view of plan.views) targets.push({ ...own, kind: 'readings', archiveType, view })
    for (const archiveType of choice.events) targets.push({ ...own, kind: 'events', archiveType })
  }
  if (choice.sessions && telemetryId !== null) targets.push({ ...common, kind: 'sessions', telemetryId })
  return together([...(plan.gaps ? targets.flatMap((target) => sinceAsked(target, book)) : targets), ...unaskedOf(book, station.id, nowMs)])
}

/** Of each archive, days that overlap or follow one another as one target. */
function together(targets: readonly ArchiveTarget[]): ArchiveTarget[] {
  const series = Map.groupBy(targets, (target) => JSON.stringify([target.kind, seriesOf(target)]))
  return [...series.values()].flatMap((same) =>
    same.length === 1
      ? same
      : same
          .toSorted((a, b) => (a.from < b.from ? -1 : 1))
          .reduce<ArchiveTarget[]>((joined, target) => {
            const last = joined.at(-1)
            if (!last || target.from > addDays(last.to, 1)) return [...joined, { ...target }]
            if (target.to > last.to) last.to = target.to
            return joined
          }, []),
  )
}

/** An archive from its first day that was ever asked for; empty where it never was. */
function sinceAsked(target: ArchiveTarget, book: Book): ArchiveTarget[] {
  const [first] = book.coverage.runs(seriesOf(target), target)
  return first ? [{ ...target, from: first.from }] : []
}

/** The pair that events are asked by, where the plan wants it and the station has an exchange code that can be asked for. */
function eventPair({ energyVarname }: Plan, { uid }: PlannedStation): { by?: { energyVarname: string; uid: string } } {
  if (energyVarname === undefined || (typeof uid !== 'string' && typeof uid !== 'number')) return {}
  const by = { energyVarname, uid: String(uid) }
  return Object.values(by).every(isAskable) ? { by } : {}
}

/** Codes asked for by name, and with `readings` all that the channel directory names for the device's type. */
function readingArchives(choice: ArchiveChoice, station: PlannedStation, book: Book): string[] {
  const codes = new Set(choice.readings)
  if (choice.allReadings) {
    const type = station.equipmentTypeId
    const named = type === null ? [] : book.channels.byType(type).map(({ archiveTypeVarname }) => archiveTypeVarname)
    const notReadings = new Set<string>([...EVENT_ARCHIVES, SETTINGS_ARCHIVE])
    // A book of an older program, or one that was merged, may name some that cannot be asked for.
    const directory = named.filter((code) => !notReadings.has(code) && isAskable(code))
    for (const code of directory.length > 0 ? directory : USUAL_READINGS) codes.add(code)
  }
  return [...codes]
}

/** The newest page's worth of days, then about nine more pages (a year of hourly readings), then the rest; newest first. */
function segmentsOf(span: Span, daysAPage: number): Span[] {
  const segments: Span[] = []
  let to = span.to
  for (const days of [daysAPage, daysAPage * 9, Infinity]) {
    if (to < span.from) break
    const from = days >= spanDays({ from: span.from, to }) ? span.from : addDays(to, 1 - days)
    segments.push({ from, to })
    to = addDays(from, -1)
  }
  return segments
}

/** Requests a target will take, for progress and estimates. */
export function requestsOf(target: Target, cadences: Cadences): number {
  return 'from' in target ? requestsFor(target, cadences.of(target)) : 1
}
