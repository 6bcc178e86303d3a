import { firstWhere } from '../../../contract/bisect.ts'
import type { MessageRole } from '../../../contract/meaning.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import type { EventColumns, SettingsSnapshot, StationData } from '../../kernel/data.ts'
import type { Evidence } from './evidence.ts'

/** Moments around which numbers cannot be compared: the meter was exchanged, the clock was set, the power was off. */

export type EventEvidence = Evidence['events'][number]

/** Events of some roles, of all archives of events, by time. */
export function eventsOf(data: Pick<StationData, 'events'>, roles: readonly MessageRole[]): EventEvidence[] {
  const found: EventEvidence[] = []
  for (const [archiveType, columns] of Object.entries(data.events) as [EventEvidence['archiveType'], EventColumns][]) {
    const { atMs, content, contents } = columns
    const wanted = contents.map(({ meaning }) => roles.includes(meaning.role))
    if (!wanted.includes(true)) continue
    for (let at = 0; at < atMs.length; at++) {
      const place = content[at] as number
      if (!wanted[place]) continue
      const said = contents[place]
      found.push({ archiveType, atMs: atMs[at] as number, code: said?.code ?? null, text: said?.text ?? '' })
    }
  }
  return found.sort((a, b) => a.atMs - b.atMs)
}

/** Another serial number of the meter or the device: between the snapshot before and the one that shows it. */
export interface SerialChange {
  fromMs: number
  toMs: number
  evidence: Evidence['settings'][number]
}

const serialsOf = ({ items }: SettingsSnapshot) =>
  items.filter(({ meaning, value }) => (meaning.role === 'meterSerial' || meaning.role === 'deviceSerial') && value.trim() !== '')

export function serialChanges({ settings }: Pick<StationData, 'settings'>): SerialChange[] {
  return settings.flatMap((after, at) => {
    const before = settings[at - 1]
    if (!before) return []
    const old = new Map(serialsOf(before).map(({ channelName, value }) => [channelName, value]))
    return serialsOf(after).flatMap(({ channelName, value }) => {
      const was = old.get(channelName)
      if (was === undefined || was === value) return []
      const { takenAtMs } = after
      return [
        {
          fromMs: before.checkedAtMs,
          toMs: takenAtMs,
          evidence: { takenAtMs, channelName, before: was, after: value },
        },
      ]
    })
  })
}

interface Disturbances {
  /** Unix ms, ascending. */
  exchangedMs: Float64Array
  clockMs: Float64Array
}

/** A change between two snapshots further apart than this names no day. */
const NEAR_MS = 2 * DAY_MS

export function disturbancesOf(data: Pick<StationData, 'events'>, serials: readonly SerialChange[]): Disturbances {
  const near = serials.filter(({ fromMs, toMs }) => toMs - fromMs <= NEAR_MS)
  const exchanged = [...eventsOf(data, ['meterExchanged']).map(({ atMs }) => atMs), ...near.flatMap(({ fromMs, toMs }) => [fromMs, toMs])]
  return {
    exchangedMs: Float64Array.from(exchanged).sort(),
    clockMs: Float64Array.from(eventsOf(data, ['clockSet', 'powerOff', 'powerOn']), ({ atMs }) => atMs),
  }
}

const touches = (moments: Float64Array, fromMs: number, toMs: number): boolean => {
  if (moments.length === 0) return false
  const at = firstWhere(0, moments.length, (place) => (moments[place] as number) >= fromMs)
  return at < moments.length && (moments[at] as number) <= toMs
}

export const exchangedWithin = ({ exchangedMs }: Disturbances, fromMs: number, toMs: number): boolean => touches(exchangedMs, fromMs, toMs)

export const disturbedWithin = ({ exchangedMs, clockMs }: Disturbances, fromMs: number, toMs: number): boolean =>
  touches(exchangedMs, fromMs, toMs) || touches(clockMs, fromMs, toMs)
