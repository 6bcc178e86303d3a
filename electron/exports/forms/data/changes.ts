import type { StationData } from '../../../analysis/kernel/data.ts'
import { stationCalled } from '../../../contract/called.ts'
import { wordsOf } from '../../../words/program.ts'
import { clockOfStation } from '../clock.ts'
import type { ContentOf, FormColumn, FormRow, FormSource } from '../content.ts'
import { headsOf } from '../heads.ts'
import { loggedChanges, type LoggedChange } from '../logged-changes.ts'
import { onlyStation } from '../only-station.ts'
import { spanOfPart, type PartSpan } from '../part.ts'
import { printedIn, type Printed } from '../printed.ts'
import { stationData } from '../station-data.ts'
import { exchangesSaid } from '../statements/exchanges.ts'
import { archivesSaid } from '../statements/coverage.ts'
import { findingsSaid } from '../statements/findings.ts'

/** The changes log of a station: what was set otherwise, by whom, and whether the settings confirm it. */
export const contentOf: ContentOf = async (source, stationIds) => {
  const { language, request } = source
  const station = onlyStation(source, stationIds)
  const gas = clockOfStation(source, station.id)
  const data = await stationData(source, station.id)
  const devices = [...(data.former ?? []), data]
  const all = devices.flatMap(loggedChanges)
  const [first, last] = [all[0], all.at(-1)]
  const span = spanOfPart(request, gas, first && last ? { fromMs: first.sinceMs ?? first.atMs, toMs: last.atMs } : null)
  const changes = span ? all.filter((change) => isIn(change, span)) : []
  const words = wordsOf(language).formData.changes
  const printed = printedIn(language, gas.zone)
  const complete = archivesSaid(source, station, ['changes'], { span, gas })
  return {
    stationId: station.id,
    timeZone: gas.zone,
    title: stationCalled(station),
    heads: headsOf(source, { station, span, completeness: complete.head }),
    columns: columnsOf(source),
    rows: changes.map((change) => rowOf(change, source, printed)),
    expected: changes.length,
    totals: totalsOf(changes, source),
    pictures: [],
    statements: [
      ...(changes.length === 0 ? [words.none] : []),
      ...complete.sentences,
      settingsSaid(
        devices.flatMap(({ settings }) => settings),
        source,
        printed,
      ),
      ...exchangesSaid(source, station, span),
      ...findingsSaid(source, station, span),
      ...(changes.some(({ sinceMs }) => sinceMs !== null) ? [words.between] : []),
      ...(changes.some(({ conversion }) => conversion !== null) ? [words.conversion] : []),
    ],
  }
}

/** A change without a moment of its own belongs to every span that it may have happened in. */
const isIn = ({ atMs, sinceMs }: LoggedChange, { fromMs, toMs }: PartSpan): boolean =>
  sinceMs === null ? atMs >= fromMs && atMs < toMs : atMs >= fromMs && sinceMs < toMs

function columnsOf({ language }: FormSource): FormColumn[] {
  const { column } = wordsOf(language).formData.changes
  return [
    { key: 'time', header: column.time, kind: 'time', weight: 13 },
    { key: 'parameter', header: column.parameter, kind: 'text', weight: 28 },
    { key: 'old', header: column.old, kind: 'text', weight: 13, align: 'right' },
    { key: 'new', header: column.new, kind: 'text', weight: 13, align: 'right' },
    { key: 'unit', header: column.unit, kind: 'text', weight: 7 },
    { key: 'who', header: column.who, kind: 'text', weight: 10 },
    { key: 'confirmed', header: column.confirmed, kind: 'text', weight: 26 },
  ]
}

const FACTOR_DECIMALS = 4

function rowOf(change: LoggedChange, { language }: FormSource, printed: Printed): FormRow {
  const { forms, formData } = wordsOf(language)
  const { atMs, sinceMs, name, before, after, unit, who, confirmation, conversion } = change
  const factor = (value: number) => printed.number(value, FACTOR_DECIMALS)
  const confirmed = formData.changes.confirmed[confirmation]
  return {
    cells: [
      atMs,
      conversion ? formData.changes.factor : name || forms.none,
      conversion ? factor(conversion.before) : before,
      conversion ? factor(conversion.after) : after,
      unit,
      who ?? forms.none,
      sinceMs === null ? confirmed : `${confirmed}; ${formData.changes.since(printed.time(sinceMs))}`,
    ],
  }
}

const GROUPS = ['confirmed', 'event', 'settings', 'conversion'] as const
const GROUP_OF: Readonly<Record<LoggedChange['confirmation'], (typeof GROUPS)[number]>> = {
  event_and_settings: 'confirmed',
  event_and_conversion: 'event',
  event_alone: 'event',
  event_unchecked: 'event',
  settings_alone: 'settings',
  settings_unchecked: 'settings',
  settings_and_conversion: 'settings',
  conversion_alone: 'conversion',
}

function totalsOf(changes: readonly LoggedChange[], { language }: FormSource): FormRow[] {
  const { forms, formData } = wordsOf(language)
  const row = (name: string, count: number): FormRow['cells'] => [null, name, null, String(count), null, null, null]
  const counts = GROUPS.flatMap((group) => {
    const count = changes.filter(({ confirmation }) => GROUP_OF[confirmation] === group).length
    return count > 0 ? [{ cells: row(formData.changes.group[group], count) }] : []
  })
  return [...counts, { cells: row(forms.total, changes.length), tone: 'strong' }]
}

/** How often settings were read, between when. */
function settingsSaid(settings: StationData['settings'], { language }: FormSource, { time }: Printed): string {
  const { settingsNever, settingsRead } = wordsOf(language).formData.changes
  const [first, last] = [settings[0], settings.at(-1)]
  return first && last ? settingsRead(settings.length, time(first.takenAtMs), time(last.checkedAtMs)) : settingsNever
}
