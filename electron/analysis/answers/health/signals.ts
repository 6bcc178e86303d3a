import type { MessageRole } from '../../../contract/meaning.ts'
import type { EventArchive } from '../../../contract/records.ts'
import type { StationData } from '../../kernel/data.ts'
import { facts } from '../../station/facts/facts.ts'

/** What the events of one station say that somebody should know. Times in Unix ms. */
export interface Signals {
  /** Situations that have begun and not ended; the valve and the power are none of them. */
  open: number
  /** The oldest of them. */
  openSinceMs: number | null
  openText: string | null
  /** One of them speaks of the pressure or the temperature: a sensor may be at fault. */
  openSensor: boolean
  /** The newest of each. */
  gasAlarm: Told | null
  tampering: Told | null
  batteryLow: Told | null
  /** The last time the valve was shut, and when it was opened; null: still shut, as far as the log says. */
  valve: { shutMs: number; openedMs: number | null } | null
}
interface Told {
  atMs: number
  /** Null: no end was told. */
  endedMs: number | null
  text: string
}

const SENSORS: readonly unknown[] = ['pressure', 'differentialPressure', 'temperature']

/** All of them, from the whole log. */
export function signalsOf(data: StationData): Signals {
  const all = facts(data).situations().situations
  const shut = all.findLast(({ kind }) => kind === 'valve')
  const open = all.filter(({ kind, toMs }) => kind === 'situation' && toMs === null)
  const oldest = open[0]
  return {
    open: open.length,
    openSinceMs: oldest?.fromMs ?? null,
    openText: oldest?.text ?? null,
    openSensor: open.some(({ quantity }) => SENSORS.includes(quantity)),
    gasAlarm: newest(data, 'gasAlarm'),
    tampering: newest(data, 'tampering'),
    batteryLow: newest(data, 'batteryLow'),
    valve: shut ? { shutMs: shut.fromMs, openedMs: shut.toMs } : null,
  }
}

/** The newest event of a role; of a situation its beginning, with its end. */
function newest(data: StationData, role: MessageRole): Told | null {
  let told: Told | null = null
  for (const archiveType of Object.keys(data.events) as EventArchive[]) {
    const columns = data.events[archiveType]
    if (!columns) continue
    const means = columns.contents.map(({ meaning }) => meaning.role === role)
    if (!means.includes(true)) continue
    const pairs = facts(data)
      .situations()
      .situations.filter((situation) => situation.archiveType === archiveType)
    for (let row = columns.atMs.length - 1; row >= 0; row--) {
      const content = columns.content[row] as number
      if (!means[content]) continue
      const { text = '' } = columns.contents[content] ?? {}
      const atMs = columns.atMs[row] as number
      const pair = pairs.findLast(({ fromMs, toMs }) => fromMs === atMs || toMs === atMs)
      const found = { atMs: pair?.fromMs ?? atMs, endedMs: pair?.toMs ?? null, text: pair?.text ?? text }
      if (!told || found.atMs > told.atMs) told = found
      break
    }
  }
  return told
}
