import { entryNamed } from '../station/settings/change-events.ts'
import { HOURS, MILLISECONDS, MINUTES, NEW_ENTRY, OLD_ENTRY } from '../../contract/meaning-words.ts'
import { minutesOf } from '../../book/completeness/minutes.ts'
import { firstWhere } from '../../contract/bisect.ts'
import type { NotEvaluated } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time/units.ts'
import { beginOf, placesIn } from '../kernel/grids/records.ts'
import type { ArchiveData, EventContent, StationData } from '../kernel/data.ts'
import type { Found, Rule, Subject } from './say/rule.ts'
import { itemsOf, momentIn, numberIn } from '../station/settings/values.ts'
import { NO_EVIDENCE, cannotJudge, touches } from './say/verdict.ts'
import { recordRuns, stampsOf } from './say/runs.ts'
import { facts } from '../station/facts/facts.ts'

/**
 * Definition: The device's clock was set by more than the tolerance, its hourly records lie beside the usual minute for
 * several hours in a row, or the time in its settings differs from that of the session. Single records between the
 * hours are no finding.
 * Needs: The log of changes, the hourly archive, or the device's time in the settings.
 * Source: softwaredocs.weatherford.com/cygnet, FMS Validation Rules (c1).
 */
export const rule: Rule<'device_clock'> = {
  code: 'device_clock',
  asksSessions: ({ evaluated }) => evaluated.some(({ archiveType }) => archiveType === 'settings'),
  reach: { beforeDays: 8, afterDays: 8 },
  judge(data, { tolerance }, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const toleranceMs = (tolerance ?? Infinity) * SECOND_MS
    const found: Found[] = []
    const evaluated: Subject[] = []
    const notEvaluated: (Subject & { why: NotEvaluated })[] = []
    const hourly = facts(data).archive('hourly')
    const minute = hourly ? minuteOf(hourly, toleranceMs) : null
    const ways: { archiveType: string; why: NotEvaluated | null; find: () => Found[] }[] = [
      {
        archiveType: 'changes',
        why: data.events.changes ? null : 'no_changes',
        find: () => clockSets(data, toleranceMs),
      },
      {
        archiveType: 'hourly',
        why: !hourly ? 'no_hourly' : minute === null ? 'unknown_rhythm' : null,
        find: () => (hourly && minute !== null ? besideTheGrid(data, hourly, minute, { toleranceMs, window }) : []),
      },
      {
        archiveType: 'settings',
        why: hasDeviceTime(data) ? null : 'no_settings',
        find: () => timesInSettings(data, toleranceMs),
      },
    ]
    for (const { archiveType, why, find } of ways) {
      // Most devices do not tell their time in the settings.
      if (archiveType === 'settings' && why && data.settings.length > 0) continue
      if (why) notEvaluated.push({ archiveType, channelVarname: null, why })
      else {
        evaluated.push({ archiveType, channelVarname: null })
        found.push(...find().filter((one) => touches(one, window)))
      }
    }
    return { found, evaluated, notEvaluated }
  },
}

interface Off {
  archiveType: string
  fromMs: number
  toMs: number
  /** Null: nobody says by how much. */
  offMs: number | null
  detail: 'clock_set' | 'clock_off'
}

const asFound = ({ archiveType, fromMs, toMs, offMs, detail }: Off, toleranceMs: number): Omit<Found, 'evidence'> => ({
  flag: detail === 'clock_off' ? 4 : 3,
  archiveType,
  channelVarname: null,
  fromMs,
  toMs,
  measure: offMs === null ? null : offMs / SECOND_MS,
  threshold: toleranceMs / SECOND_MS,
  unit: 'seconds',
  m3: null,
  detail,
})

/** A device that is set more often keeps its time by it. */
const ROUTINE_MS = 7 * DAY_MS

/** Events that set the clock by more than the tolerance; of those that do not say by how much, the rare ones. */
function clockSets(data: StationData, toleranceMs: number): Found[] {
  const columns = data.events.changes
  if (!columns) return []
  const amounts = columns.contents.map((content) => (content.meaning.role === 'clockSet' ? setBy(content, data.gas.zone) : undefined))
  const sets = Array.from(columns.content, (content, at) => ({ content, atMs: columns.atMs[at] as number })).filter(
    ({ content }) => amounts[content] !== undefined,
  )
  return sets.flatMap(({ content, atMs }, nth): Found[] => {
    const offMs = amounts[content] ?? null
    if (offMs !== null && offMs <= toleranceMs) return []
    const near = [sets[nth - 1], sets[nth + 1]].some((other) => other && Math.abs(other.atMs - atMs) < ROUTINE_MS)
    if (offMs === null && near) return []
    const said = columns.contents[content] as EventContent
    const events = [{ archiveType: 'changes' as const, atMs, code: said.code, text: said.text }]
    const off = { archiveType: 'changes', fromMs: atMs, toMs: atMs, offMs, detail: 'clock_set' } as const
    return [{ ...asFound(off, toleranceMs), evidence: { ...NO_EVIDENCE, events } }]
  })
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [MILLISECONDS, 1],
  [MINUTES, MINUTE_MS],
  [HOURS, HOUR_MS],
]

/** By how much a clock was set, ms; null where the event does not say. A number without a unit is one of seconds. */
function setBy(said: EventContent, zone: string): number | null {
  const { value, unit } = said
  const [before, after] = [momentIn(entryNamed(said, OLD_ENTRY) ?? '', zone), momentIn(entryNamed(said, NEW_ENTRY) ?? value ?? '', zone)]
  if (before !== null && after !== null) return Math.abs(after - before)
  const number = numberIn(value ?? '')
  if (Number.isNaN(number) || momentIn(value ?? '', zone) !== null) return null
  return Math.abs(number) * (UNITS.find(([words]) => words.test((unit ?? '').trim()))?.[1] ?? SECOND_MS)
}

const MINUTES_AN_HOUR = HOUR_MS / MINUTE_MS
/**
 * An archive has a minute of its own when at least this share of its records is stamped at it; on the full hour fewer
 * suffice.
 */
const USUAL_SHARE = 0.6
const FULL_SHARE = 0.2
/** So many in a row beside the grid are no single record between the hours. */
const LEAST_RECORDS = 3
/** Nearer to the other hour nobody can say which hour is meant. */
const MOST_OFF_MS = HOUR_MS / 2 - MINUTE_MS

/** The minute of the hour at which the archive writes; null: none. */
function minuteOf({ timesMs, minutes = minutesOf(timesMs) }: ArchiveData, toleranceMs: number): number | null {
  let [all, full] = [0, 0]
  for (const [minute, records] of minutes) {
    all += records
    // A minute counts where some of it lies within the tolerance.
    if (Math.min(minute, MINUTES_AN_HOUR - 1 - minute) * MINUTE_MS < Math.max(toleranceMs, 1)) full += records
  }
  const [usual] = [...minutes].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  if (!usual) return null
  const [minute, records] = usual
  if (records >= all * USUAL_SHARE) return minute
  return full >= all * FULL_SHARE ? 0 : null
}

/** How far a stamp lies from the nearest moment of the grid, ms; negative before it. */
function offsetOf(atMs: number, minute: number): number {
  const past = (((atMs - minute * MINUTE_MS) % HOUR_MS) + HOUR_MS) % HOUR_MS
  return past > HOUR_MS / 2 ? past - HOUR_MS : past
}

interface Grid {
  toleranceMs: number
  window: TimeSpan
}

function besideTheGrid(data: StationData, archive: ArchiveData, minute: number, { toleranceMs, window }: Grid): Found[] {
  const { timesMs, archiveType } = archive
  const off = (at: number) => offsetOf(timesMs[at] as number, minute)
  // The minute itself is one that stamps may lie anywhere in.
  const sortOf = (at: number) => {
    const offMs = off(at)
    const past = offMs > 0 ? Math.max(0, offMs - (minute === 0 ? 0 : MINUTE_MS)) : offMs
    return Math.abs(past) > toleranceMs && Math.abs(past) < MOST_OFF_MS ? Math.sign(past) : 0
  }
  return recordRuns(archive, placesIn(timesMs, window), sortOf)
    .filter(({ from, to }) => to - from + 1 >= LEAST_RECORDS && isHourly(timesMs, from, to))
    .map((run): Found => {
      let offMs = 0
      for (let at = run.from; at <= run.to; at++) offMs = Math.max(offMs, Math.abs(off(at)))
      const fromMs = beginOf(archiveType, timesMs[run.from] as number, data.gas)
      const clock = { archiveType, fromMs, toMs: timesMs[run.to] as number, offMs, detail: 'clock_off' } as const
      return { ...asFound(clock, toleranceMs), evidence: { ...NO_EVIDENCE, records: stampsOf(timesMs, run) } }
    })
}

/** A record an hour, not many within one. */
const isHourly = (timesMs: Float64Array, from: number, to: number): boolean =>
  (timesMs[to] as number) - (timesMs[from] as number) >= (to - from) * (HOUR_MS - MINUTE_MS * 5)

const hasDeviceTime = ({ settings }: StationData): boolean => settings.some((snapshot) => itemsOf(snapshot, 'deviceTime').length > 0)

/** A time that is older was read in a session that the book does not have. */
const MOST_AGE_MS = DAY_MS

/**
 * The device writes its time in a session; the settings are taken then or later. A time ahead of the moment they were
 * taken is wrong for sure; one behind is held against the nearest session too.
 */
function timesInSettings(data: StationData, toleranceMs: number): Found[] {
  return data.settings.flatMap((snapshot): Found[] => {
    const [item] = itemsOf(snapshot, 'deviceTime')
    const [zoneItem] = itemsOf(snapshot, 'timeZone')
    if (!item) return []
    const offsetMs = zoneItem ? zoneOffset(zoneItem.value) : null
    const atMs = momentIn(item.value, offsetMs === null ? data.gas.zone : 'UTC')
    if (atMs === null) return []
    const deviceMs = /^\d{9,13}$/u.test(item.value.trim()) ? atMs : atMs - (offsetMs ?? 0)
    const { takenAtMs } = snapshot
    if (takenAtMs - deviceMs > MOST_AGE_MS) return []
    const sessions = data.sessions?.atMs ?? new Float64Array()
    const after = firstWhere(0, sessions.length, (at) => (sessions[at] as number) >= deviceMs)
    const moments = [sessions[after - 1], sessions[after], takenAtMs].filter((one) => one !== undefined && one <= takenAtMs)
    const offMs = Math.min(...moments.map((one) => Math.abs(deviceMs - (one as number))))
    // A whole number of hours is another zone, which nobody named.
    const beyondHours = Math.abs(offMs - Math.round(offMs / HOUR_MS) * HOUR_MS)
    if (offMs <= toleranceMs || (offsetMs === null && beyondHours <= toleranceMs)) return []
    const off = { archiveType: 'settings', fromMs: takenAtMs, toMs: takenAtMs, offMs, detail: 'clock_off' } as const
    const settings = [{ takenAtMs, channelName: item.channelName, before: null, after: item.value }]
    return [{ ...asFound(off, toleranceMs), evidence: { ...NO_EVIDENCE, settings } }]
  })
}

/** The offset from UTC of a zone as settings write it: `UTC+3`, `+03:00`, `3`; null where it says something else. */
export function zoneOffset(text: string): number | null {
  const found = /^(?:utc|gmt)?\s*(?:([-+−])\s*)?(\d{1,2})(?::(\d{2}))?$/iu.exec(text.trim())
  if (!found) return null
  const ms = Number(found[2]) * HOUR_MS + Number(found[3] ?? 0) * MINUTE_MS
  return found[1] === '-' || found[1] === '−' ? -ms : ms
}
