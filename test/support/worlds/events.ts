import type { EventColumns, StationData } from '../../../electron/analysis/kernel/data.ts'
import type { MessageRole } from '../../../electron/contract/meaning.ts'
import type { Quantity } from '../../../electron/contract/quantities.ts'
import { EVENT_ARCHIVES } from '../../../electron/contract/records.ts'
import { MINUTE_MS } from '../../../electron/contract/time/units.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import type { Site, SiteEvent } from './site.ts'

/** The event archives of a site, as columns. */
export function eventsOf(site: Site): StationData['events'] {
  const { nesht, nesht_svod: svod } = site.events
  const events = {
    ...site.events,
    ...(nesht && { nesht: [...nesht, ...told(site)] }),
    // A summary that is there already says otherwise: that is the fault.
    ...(svod && {
      nesht_svod: [...svod, ...summaries(site).filter(({ atMs }) => svod.every((one) => one.atMs !== atMs))],
    }),
  }
  const out: Partial<Record<(typeof EVENT_ARCHIVES)[number], EventColumns>> = {}
  for (const archive of EVENT_ARCHIVES) {
    // What a device has not sent yet nobody knows.
    const list = events[archive]?.filter(({ atMs }) => atMs <= site.sessions.lastMs).toSorted((a, b) => a.atMs - b.atMs)
    if (!list) continue
    out[archive] = {
      atMs: Float64Array.from(list, ({ atMs }) => atMs),
      content: Int32Array.from(list, (_, at) => at),
      contents: list,
    }
  }
  return out
}

interface Said {
  code: string
  text: string
  role: MessageRole
  quantity?: Quantity | null
  subject?: string
  value?: string
  unit?: string
  more?: Readonly<Record<string, string>>
}

export const event = (atMs: number, { code, text, role, quantity = null, subject = '', ...said }: Said): SiteEvent => ({
  atMs,
  code,
  text,
  value: said.value ?? null,
  unit: said.unit ?? null,
  more: said.more ?? {},
  meaning: { role, quantity, subject },
})

/** The beginnings and ends of the situations that the device has told of. */
function told({ situations, sessions }: Site): SiteEvent[] {
  return situations
    .filter(({ toMs }) => toMs <= sessions.lastMs)
    .flatMap(({ fromMs, toMs, quantity, name, substitutes }) => {
      const said = { quantity, subject: name }
      const [begins, ends] = substitutes
        ? (['substituteBegins', 'substituteEnds'] as const)
        : (['situationBegins', 'situationEnds'] as const)
      return [
        event(fromMs, { ...said, code: '011', text: `Начало: ${name}`, role: begins }),
        event(toMs, { ...said, code: '012', text: `Окончание: ${name}`, role: ends }),
      ]
    })
}

/** A moment as the device's clock shows it: dd.mm.yyyy hh:mm:ss. */
export function clockText(site: Site, atMs: number): string {
  const [day = '', time = ''] = zoneClock(site.gas.zone).wall(atMs).split(' ')
  const [year, month, date] = day.split('-')
  return `${date}.${month}.${year} ${time}`
}

/**
 * The daily summaries that agree with the situations: minutes of each gas day in which one at least lasted, at the end of
 * the day. Situations that overlap count once.
 */
function summaries({ situations, days, sessions, calendar }: Site): SiteEvent[] {
  const spans = situations.filter(({ toMs }) => toMs <= sessions.lastMs).toSorted((a, b) => a.fromMs - b.fromMs)
  return days.flatMap(({ from, endMs }) => {
    let upTo = calendar.hourEndMs[from - 1] as number
    let ms = 0
    for (const { fromMs, toMs } of spans) {
      const [a, b] = [Math.max(fromMs, upTo), Math.min(toMs, endMs)]
      if (b <= a) continue
      ms += b - a
      upTo = b
    }
    return ms > 0 && endMs <= sessions.lastMs ? [summary(endMs, ms / MINUTE_MS)] : []
  })
}

export const summary = (atMs: number, minutes: number): SiteEvent =>
  event(atMs, {
    code: '101',
    text: 'Сводка: нештатные ситуации. Общее время нештатных ситуаций за сутки',
    role: 'summary',
    value: String(Math.round(minutes)),
    unit: 'мин',
  })
