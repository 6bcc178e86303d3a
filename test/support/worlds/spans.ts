import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import type { Echo, Fault, PlantedCode } from './fault.ts'
import { DAILY, HOURLY, type Site } from './site.ts'

/** Where in the year a fault lies, and how it is told. */

/**
 * A gas day for a fault: with six weeks of history before it and three weeks after it, so that a rule which compares has
 * something to compare with.
 */
export const someDay = ({ chance, days }: Site, length = 1): number => chance.int(45, days.length - 22 - length)

/** Hours `from` … `to - 1` as a span of time. */
export const hoursSpan = ({ calendar }: Site, from: number, to: number) => ({
  fromMs: (calendar.hourEndMs[from] as number) - HOUR_MS,
  toMs: calendar.hourEndMs[to - 1] as number,
})

/** The gas days that hours touch, whole. */
export function daysSpan({ days, calendar }: Site, from: number, to: number) {
  const touched = days.filter((day) => day.to > from && day.from < to)
  const first = touched[0]
  const last = touched.at(-1)
  if (!first || !last) throw new RangeError('no gas day')
  return { fromMs: (calendar.hourEndMs[first.from] as number) - HOUR_MS, toMs: last.endMs }
}

/** Where a device has no hours, a fault that no part of a day would tell of fills the gas days that it touches. */
export function wholeDays({ device, days }: Site, from: number, to: number): { from: number; to: number } {
  if (device.kind !== 'dailyAlone') return { from, to }
  const touched = days.filter((day) => day.to > from && day.from < to)
  return { from: touched[0]?.from ?? from, to: touched.at(-1)?.to ?? to }
}

interface Told {
  rule: PlantedCode
  variant?: string
  once?: true
  fromMs: number
  toMs: number
  what: string
  archiveType?: string | null
  channelVarname?: string | null
  slackDays?: number
}

export function plantedAt(site: Site, { archiveType = null, channelVarname = null, ...told }: Told): void {
  const { kind } = site.device
  const fault: Fault = {
    stationIndex: site.index,
    archiveType: kind === 'dailyAlone' && archiveType === HOURLY ? DAILY : archiveType,
    channelVarname: kind === 'counters' ? counterOf(channelVarname) : channelVarname,
    ...told,
  }
  site.faults.push(fault)
}

/** Where a device archives counters alone, the counter of a volume. */
function counterOf(channelVarname: string | null): string | null {
  if (channelVarname === 'gas_consume' || channelVarname === 'reading_value') return 'VNakpriv'
  return channelVarname === 'Vwork' ? 'VNakwork' : channelVarname
}

export const inHours = (channelVarname: string | null = null) => ({ archiveType: HOURLY, channelVarname })
export const inDays = (channelVarname: string | null = null) => ({ archiveType: DAILY, channelVarname })

/** What other rules have to say too; `paddingMs` on both sides, for those that compare with neighbours. */
export function echoAt(
  site: Site,
  rules: readonly PlantedCode[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  why: string,
  { paddingMs = HOUR_MS, ...more }: { paddingMs?: number } & Pick<Echo, 'details' | 'alarm' | 'once'> = {},
): void {
  for (const rule of rules) {
    site.echoes.push({ rule, fromMs: fromMs - paddingMs, toMs: toMs + paddingMs, why, ...more })
  }
}

export { DAY_MS }
