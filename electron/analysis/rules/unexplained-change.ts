import type { NotEvaluated } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { mayExplain, namedItems, type ChangeEvent } from '../station/settings/change-events.ts'
import type { SettingsSnapshot, StationData } from '../kernel/data.ts'
import type { Found, Rule } from './say/rule.ts'
import { facts } from '../station/facts/facts.ts'
import { askedUntil } from '../station/situations/situations.ts'
import { MOST_EVIDENCE } from '../station/facts/evidence.ts'
import { NO_EVIDENCE, cannotJudge, touches } from './say/verdict.ts'

/**
 * Definition: Settings differ between two readings and no event of the log of changes explains it, or such an event
 * names a setting that is the same before and after. The device's clock, counters and what changes at nearly every
 * reading are left out.
 * Needs: The settings, read at least twice, and the log of changes.
 * Source: softwaredocs.weatherford.com/cygnet, FMS Validation Rules (c1).
 */
export const rule: Rule<'unexplained_change'> = {
  code: 'unexplained_change',
  reach: 'all',
  recentDays: 1,
  judge(data, _thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const subject = { archiveType: 'changes', channelVarname: null }
    const [first] = data.settings
    const why: NotEvaluated | null = !first
      ? 'no_settings'
      : !data.events.changes
        ? 'no_changes'
        : data.settings.length < 2 && first.checkedAtMs <= first.takenAtMs
          ? 'too_few'
          : null
    if (why) return { found: [], evaluated: [], notEvaluated: [{ ...subject, why }] }
    return {
      found: [...silentChanges(data, window), ...idleEvents(data, window)],
      evaluated: [subject],
      notEvaluated: [],
    }
  },
}

/** An event may be stamped by a clock that is behind, and the older snapshot may have been read from an earlier session. */
const BEFORE_MS = DAY_MS
const AFTER_MS = HOUR_MS

/** Settings that changed though no event tells of it. */
function silentChanges(data: StationData, window: TimeSpan): Found[] {
  const { changes: steps, events } = facts(data).settings()
  return steps.flatMap(({ fromMs, toMs, changes }): Found[] => {
    // Before the log was asked for to the end of that time, it may still tell.
    const isAsked = data.events.changes && askedUntil(data.events.changes, fromMs) >= toMs - AFTER_MS
    if (!isAsked || !touches({ fromMs, toMs }, window)) return []
    const near = events.filter(({ atMs }) => atMs >= fromMs - BEFORE_MS && atMs <= toMs + AFTER_MS)
    const silent = changes.filter((change) => !near.some((event) => mayExplain(event, change)))
    if (silent.length === 0) return []
    const settings = silent.map(({ channelName, before, after }) => ({
      takenAtMs: toMs,
      channelName,
      before: before?.value ?? null,
      after: after?.value ?? null,
    }))
    return [
      {
        ...found('settings_alone', fromMs, toMs),
        evidence: { ...NO_EVIDENCE, settings: settings.slice(0, MOST_EVIDENCE), numbers: { settings: silent.length } },
      },
    ]
  })
}

const found = (detail: 'settings_alone' | 'event_alone', fromMs: number, toMs: number): Omit<Found, 'evidence'> => ({
  flag: 3,
  archiveType: 'changes',
  channelVarname: null,
  fromMs,
  toMs,
  measure: null,
  threshold: null,
  unit: null,
  m3: null,
  detail,
})

/** Events that name a setting which is the same before and after. */
function idleEvents(data: StationData, window: TimeSpan): Found[] {
  const { changes: steps, events } = facts(data).settings()
  return events.flatMap((event): Found[] => {
    if (!touches({ fromMs: event.atMs, toMs: event.atMs }, window) || cameBack(event, events)) return []
    const around = aroundOf(data, event.atMs)
    if (!around || namedItems(event, around.items).length === 0) return []
    const step = around.step === null ? null : steps[around.step]
    if (step?.changes.some((change) => mayExplain(event, change))) return []
    const { code, text } = event.content
    return [
      {
        ...found('event_alone', event.atMs, event.atMs),
        evidence: { ...NO_EVIDENCE, events: [{ archiveType: 'changes', atMs: event.atMs, code, text }] },
      },
    ]
  })
}

/** The settings around a moment: the snapshot that was seen before and after it, else the step between two. */
function aroundOf({ settings }: StationData, atMs: number): { items: SettingsSnapshot['items']; step: number | null } | null {
  for (let at = 0; at < settings.length; at++) {
    const { takenAtMs, checkedAtMs, items } = settings[at] as SettingsSnapshot
    const next = settings[at + 1]
    // A reading within a day of the event may not know of it yet: it may be of an earlier session.
    if (atMs >= takenAtMs && atMs < checkedAtMs - DAY_MS) return { items, step: null }
    if (next && atMs >= checkedAtMs - DAY_MS && atMs <= next.takenAtMs && atMs >= takenAtMs) {
      // The change may come with the reading after the next one.
      return atMs < next.takenAtMs - DAY_MS || next.checkedAtMs > atMs + DAY_MS ? { items: next.items, step: at } : null
    }
  }
  return null
}

/** The value that was set was the value before, or another event set it back before anybody read the settings. */
function cameBack(event: ChangeEvent, events: readonly ChangeEvent[]): boolean {
  if (event.before !== null && event.before === event.after) return true
  return events.some(
    (other) =>
      other !== event &&
      other.content.meaning.quantity === event.content.meaning.quantity &&
      ((other.atMs > event.atMs && other.after !== null && other.after === event.before) ||
        (other.atMs < event.atMs && other.before !== null && other.before === event.after)),
  )
}
