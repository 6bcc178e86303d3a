import { logOf } from '../../../analysis/events/all.ts'
import { devicesOf } from '../../../analysis/events/log.ts'
import { eventReferences } from '../../../analysis/events/references.ts'
import { oldAndNew } from '../../../analysis/station/settings/change-events.ts'
import { facts } from '../../../analysis/station/facts/facts.ts'
import type { EventPart } from '../../../analysis/station/situations/situations.ts'
import type { StationRow } from '../../../book/index.ts'
import { stationCalled } from '../../../contract/called.ts'
import type { LogRow } from '../../../contract/all-events.ts'
import { NEW_ENTRY, OLD_ENTRY } from '../../../contract/meaning-words.ts'
import { EVENT_ARCHIVES, type Verbatim } from '../../../contract/records.ts'
import { stampBounds } from '../../../contract/time/stamps.ts'
import { wordsOf, type Words } from '../../../words/program.ts'
import { plainText } from '../../table.ts'
import type { ContentOf, FormColumn, FormRow, FormSource } from '../content.ts'
import { clockOfStation } from '../clock.ts'
import { headsOf } from '../heads.ts'
import { lastingText } from '../lasting.ts'
import { onlyStation } from '../only-station.ts'
import { daysOfForm, spanOfPart, type PartSpan } from '../part.ts'
import { stationData } from '../station-data.ts'
import { lanesPicture } from '../pictures/lanes.ts'
import { printedIn, type Printed } from '../printed.ts'
import { exchangesSaid } from '../statements/exchanges.ts'
import { archivesSaid } from '../statements/coverage.ts'
import { findingsSaid } from '../statements/findings.ts'

/** The event log of a station: every event of every log, with the other end of what begins or ends. */
export const contentOf: ContentOf = async (source, stationIds) => {
  const { book, language, request, nowMs } = source
  const station = onlyStation(source, stationIds)
  const clock = clockOfStation(source, station.id)
  const isCalendar = daysOfForm(request.form).days === 'calendar'
  const gas = isCalendar ? { ...clock, contractHour: 0 } : clock
  const span = spanOfPart(request, gas, heldSpan(source, station))
  const words = wordsOf(language).formData
  const printed = printedIn(language, gas.zone)
  const complete = archivesSaid(source, station, EVENT_ARCHIVES, { span, gas, isCalendar })
  const log = span ? logOf(book, filterOf(station, span), { by: 'atMs', desc: false }) : null
  // No readings: only what the rules make of the events, so that this form pairs what the form of situations sums.
  const parts = partsOf(facts(await stationData(source, station.id, { fromMs: nowMs, toMs: nowMs })).situations().parts)
  const counts = countsOf(source, station, span)
  const picture = span && lanesPicture(lanesOf(source, station, span), { span, gas, language, caption: words.events.caption })
  return {
    stationId: station.id,
    timeZone: gas.zone,
    title: stationCalled(station),
    heads: headsOf(source, { station, span, completeness: complete.head }),
    columns: columnsOf(source),
    rows: { [Symbol.iterator]: () => rowsOf(source, station, { printed, parts, logged: log?.rows() ?? [] }) },
    expected: log?.total ?? 0,
    totals: totalsOf(source, counts),
    pictures: picture ? [picture] : [],
    statements: [
      ...(log?.total === 0 || !log ? [words.events.none] : []),
      ...complete.sentences,
      ...exchangesSaid(source, station, span),
      ...findingsSaid(source, station, span),
      words.events.asCame,
    ],
  }
}

const filterOf = ({ id }: StationRow, { fromMs, toMs }: PartSpan) => ({ stationIds: [id], fromMs, toMs: toMs - 1 })

/** From the first to the last event of the station's devices whose stamp is believed: the axis has days, which must end. */
function heldSpan({ book, nowMs }: FormSource, { id }: StationRow) {
  const devices = devicesOf(book, [id])
  const edge = (desc: boolean) => book.events.query({ ...devices, ...stampBounds({ nowMs }), desc, limit: 1 }).rows[0]?.atMs
  const [fromMs, toMs] = [edge(false), edge(true)]
  return fromMs === undefined || toMs === undefined ? null : { fromMs, toMs }
}

function columnsOf({ language }: FormSource): FormColumn[] {
  const { column } = wordsOf(language).formData.events
  return [
    { key: 'number', header: column.number, kind: 'value', weight: 5, align: 'right', decimals: 0 },
    { key: 'time', header: column.time, kind: 'time', weight: 12 },
    { key: 'log', header: column.log, kind: 'text', weight: 12 },
    { key: 'code', header: column.code, kind: 'text', weight: 6 },
    { key: 'message', header: column.message, kind: 'text', weight: 31 },
    { key: 'value', header: column.value, kind: 'text', weight: 10, align: 'right' },
    { key: 'change', header: column.change, kind: 'text', weight: 13 },
    { key: 'pair', header: column.pair, kind: 'text', weight: 22 },
  ]
}

type Logged = ReturnType<ReturnType<typeof logOf>['rows']> extends Iterable<infer Row> ? Row : never

interface Read {
  printed: Printed
  parts: ReadonlyMap<string, EventPart>
  logged: Iterable<Logged>
}

const keyOf = ({ archiveType, atMs, nth }: { archiveType: string; atMs: number; nth: number }) => `${archiveType} ${atMs} ${nth}`
const partsOf = (parts: readonly EventPart[]) => new Map(parts.map((one) => [keyOf(one), one]))

function* rowsOf(source: FormSource, station: StationRow, { printed, parts, logged }: Read): Generator<FormRow> {
  const { book, language, names } = source
  const { messageOf, stationOf } = eventReferences(book)
  const { pair, change } = wordsOf(language).formData.events
  let number = 0
  const last = new Map<string, { atMs: number; nth: number }>()
  for (const { event, situation } of logged) {
    const { archiveType, atMs, code, entries } = event
    // The log has the events of one moment in the order in which the rules read them.
    const before = last.get(archiveType)
    const nth = before?.atMs === atMs ? before.nth + 1 : 0
    last.set(archiveType, { atMs, nth })
    const message = messageOf(stationOf(event.equipmentId, atMs) ?? station, archiveType, code)
    yield {
      cells: [
        ++number,
        atMs,
        names.archive(archiveType),
        code,
        textOf(entries.CodeDescription) || textOf(message?.name) || textOf(message?.description) || null,
        [valueOf(entries).after, textOf(entries.Izm)].filter(Boolean).join('\u00a0') || null,
        changeOf(entries, change) || null,
        pairText(parts.get(keyOf({ archiveType, atMs, nth })) ?? situation, atMs, pair, printed),
      ],
    }
  }
}

const textOf = (value: Verbatim | undefined): string => (value === null || value === undefined ? '' : plainText(value).trim())

const OWN_COLUMNS: ReadonlySet<string> = new Set(['Code', 'CodeDescription', 'ValCode', 'Izm'])

/** The values that an event tells: of an old and a new one in one text, each. */
function valueOf({ ValCode }: Readonly<Record<string, Verbatim>>): { before: string | null; after: string } {
  const { before, after } = oldAndNew({ value: textOf(ValCode), more: {} })
  return { before, after: after ?? '' }
}

/** Old and new value where an event tells both, and whatever else it tells by name. */
function changeOf(entries: Readonly<Record<string, Verbatim>>, words: EventWords['change']): string {
  const more = Object.entries(entries).filter(([name, value]) => !OWN_COLUMNS.has(name) && textOf(value) !== '')
  const named = (names: RegExp) => more.find(([name]) => names.test(name))
  const [old, now] = [named(OLD_ENTRY), named(NEW_ENTRY)]
  const others = more.filter((one) => one !== old && one !== now).map(([name, value]) => `${name}: ${textOf(value)}`)
  const value = valueOf(entries)
  const before = old ? textOf(old[1]) : value.before
  const after = now ? textOf(now[1]) : value.after
  return [...(before !== null ? [words.both(before, after)] : now ? [words.after(after)] : []), ...others].join('; ')
}

type EventWords = Words['formData']['events']

function pairText(situation: LogRow['situation'], atMs: number, words: EventWords['pair'], { time }: Printed): string | null {
  if (!situation) return null
  const { part, otherMs } = situation
  if (part === 'begin' && otherMs !== null) return words.begin(time(otherMs), lastingText(otherMs - atMs))
  if (part === 'end' && otherMs !== null) return words.end(time(otherMs), lastingText(atMs - otherMs))
  if (part === 'open' || part === 'endOnly') return words[part]
  return otherMs === null ? words.repeated : words.again(time(otherMs))
}

/** How many events each log has in the span; logs without any are left out. */
function countsOf({ book, names }: FormSource, { id }: StationRow, span: PartSpan | null) {
  if (!span) return []
  const devices = devicesOf(book, [id])
  return EVENT_ARCHIVES.map((archiveType) => ({
    name: names.archive(archiveType),
    events: book.events.count({ ...devices, archiveTypes: [archiveType], fromMs: span.fromMs, toMs: span.toMs - 1 }),
  })).filter(({ events }) => events > 0)
}

function totalsOf({ language }: FormSource, counts: ReturnType<typeof countsOf>): FormRow[] {
  const { total } = wordsOf(language).forms
  const row = (events: number, name: string): FormRow['cells'] => [events, null, name, null, null, null, null, null]
  const all = counts.reduce((sum, { events }) => sum + events, 0)
  return [...counts.map(({ name, events }) => ({ cells: row(events, name) })), { cells: row(all, total), tone: 'strong' as const }]
}

const PARTS = 180

function lanesOf({ book, names }: FormSource, { id }: StationRow, { fromMs, toMs }: PartSpan) {
  const counts = book.events.density({ ...devicesOf(book, [id]), fromMs, toMs: toMs - 1 }, PARTS)
  return EVENT_ARCHIVES.flatMap((archive) => {
    const ofArchive = counts[archive]
    return ofArchive?.some((count) => count > 0) ? [{ name: names.archive(archive), counts: ofArchive }] : []
  })
}
