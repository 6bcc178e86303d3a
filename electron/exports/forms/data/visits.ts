import { fleetOf } from '../../../analysis/answers/fleet/fleet.ts'
import { tripStops, visitLines, type VisitLine } from '../../../analysis/answers/fleet/trip.ts'
import { chosenVisits } from '../../../analysis/answers/fleet/visits.ts'
import { staleCount } from '../../../analysis/judge/stale.ts'
import { sharedGround } from '../../../analysis/station/load/ground.ts'
import { calledBy } from '../../../contract/called.ts'
import { shownCoordinates } from '../../../contract/coordinates.ts'
import { MeterbookError } from '../../../contract/errors.ts'
import type { VisitRow } from '../../../contract/fleet.ts'
import { VISIT_CLASSES, type VisitClass } from '../../../contract/rules.ts'
import { visitText, visitTongue } from '../../../contract/visit-text.ts'
import { wordsOf } from '../../../words/program.ts'
import type { ContentOf, FormColumn, FormRow, FormSource, Head } from '../content.ts'
import { bookOf } from '../heads.ts'
import { inForm } from '../printed.ts'

/**
 * The visit list: which of the stations need a visit, the most urgent first; or all stations of the trip, in its own order.
 * Always of now, whatever days are asked for: it is for the next trip. The last column is left for the pen.
 */
export const contentOf: ContentOf = async (source, stationIds) => {
  const { book, language, usual, nowMs, signal, request } = source
  if (stationIds.length === 0) throw new MeterbookError('NOTHING_CHOSEN')
  const goesOn = () => signal?.aborted !== true
  const fleet = await fleetOf(book, { usual, nowMs, goesOn })
  if (!goesOn()) throw new MeterbookError('CANCELLED')
  const isTrip = request.trip === true
  const lines = isTrip ? tripStops(book, fleet, stationIds) : visitLines(book, chosenVisits(fleet, { stationIds }).rows)
  if (isTrip && lines.length === 0) throw new MeterbookError('NOTHING_CHOSEN')
  const visits = lines.flatMap(({ visit }) => visit ?? [])
  const stations = isTrip ? lines.length : stationIds.length
  const { visits: words } = wordsOf(language).formData
  const tongue = visitTongue(language, request.timeZone, nowMs)
  const told = book.findings.judgedTotals()
  const batteries = visits.some(({ battery }) => battery !== null)
  return {
    stationId: null,
    timeZone: request.timeZone,
    title: isTrip ? words.tripTitle(words.title(stations)) : words.title(stations),
    heads: headsOfList(source, stations, visits.length),
    columns: columnsOf(source),
    rows: {
      *[Symbol.iterator]() {
        for (const line of lines) yield rowOf(line, source, tongue)
      },
    },
    expected: lines.length,
    totals: totalsOf(source, visits),
    pictures: [],
    statements: [
      ...(isTrip ? [words.ownOrder] : [visits.length < stations ? words.others(stations - visits.length) : words.noOthers, words.order]),
      ...(batteries ? [words.raw] : []),
      words.judged(
        told.judged,
        told.stations,
        staleCount(book, sharedGround(book, usual), nowMs),
        told.judgedAtMs === null ? null : inForm(source).time(told.judgedAtMs),
      ),
    ],
  }
}

function headsOfList(source: FormSource, stations: number, visits: number): Head[] {
  const { form, letterhead, language, nowMs, request } = source
  const { forms, formData } = wordsOf(language)
  const values: Partial<Record<Head['key'], string>> = {
    supplier: letterhead.supplier || letterhead.organisation || forms.none,
    zone: request.timeZone,
    period: inForm(source).time(nowMs),
    completeness: formData.visits.of(visits, stations),
    book: bookOf(source),
  }
  return form.heads.flatMap((key) => {
    const value = values[key]
    const name = key === 'period' ? formData.visits.asOf : forms.heads[key]
    return value === undefined ? [] : [{ key, name, value }]
  })
}

function columnsOf({ language }: FormSource): FormColumn[] {
  const { column } = wordsOf(language).formData.visits
  const said = wordsOf(language).visits.visitClass
  return [
    { key: 'rank', header: column.rank, kind: 'value', weight: 4, align: 'right', decimals: 0 },
    { key: 'station', header: column.station, kind: 'text', weight: 15 },
    { key: 'consumer', header: column.consumer, kind: 'text', weight: 14 },
    { key: 'coordinates', header: column.coordinates, kind: 'text', weight: 9 },
    { key: 'class', header: column.class, kind: 'text', weight: 9, show: (one) => said[one as VisitClass] },
    { key: 'reasons', header: column.reasons, kind: 'text', weight: 33 },
    { key: 'since', header: column.since, kind: 'time', weight: 10 },
    { key: 'at_risk', header: column.atRisk, kind: 'value', weight: 7, align: 'right', decimals: 0 },
    { key: 'battery', header: column.battery, kind: 'value', weight: 7, align: 'right' },
    { key: 'rssi', header: column.rssi, kind: 'value', weight: 6, align: 'right' },
    { key: 'last_session', header: column.lastSession, kind: 'time', weight: 10 },
    { key: 'take_along', header: column.takeAlong, kind: 'text', weight: 15 },
    { key: 'done', header: column.done, kind: 'text', weight: 7, align: 'center' },
  ]
}

type Tongue = ReturnType<typeof visitTongue>

/** A box to tick, of signs that every font has. */
const BOX = '[\u00a0\u00a0\u00a0\u00a0]'

function rowOf(line: VisitLine, { language, book }: FormSource, tongue: Tongue): FormRow {
  const { takeAlong } = wordsOf(language).visits
  const { place, consumerId, consumerName, stationId, stationName, coordinates, visit } = line
  const named = stationName ?? book.stations.get(stationId)?.equipmentSerialNumber ?? null
  return {
    cells: [
      place ?? visit?.rank ?? null,
      calledBy(named === null ? null : String(named), stationId),
      consumerId === null ? null : calledBy(consumerName, consumerId),
      coordinates === null ? null : shownCoordinates(coordinates),
      visit?.visitClass ?? null,
      visit ? visitText(visit, tongue) : null,
      visit?.sinceMs ?? null,
      visit?.m3ADay ?? null,
      visit?.battery ?? null,
      visit?.rssi ?? null,
      visit?.lastSessionMs ?? null,
      visit?.takeAlong.map((thing) => takeAlong[thing]).join(', ') ?? null,
      BOX,
    ],
  }
}

/** How many of each class, and the m³ a day of those whose use is known. */
function totalsOf({ language }: FormSource, visits: readonly VisitRow[]): FormRow[] {
  const { formData, forms } = wordsOf(language)
  const row = (name: string, own: readonly VisitRow[]): FormRow['cells'] => {
    const known = own.flatMap(({ m3ADay }) => m3ADay ?? [])
    const m3 = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) : null
    return [
      own.length,
      name,
      null,
      null,
      null,
      known.length < own.length ? formData.visits.unknownUse(own.length - known.length) : null,
      null,
      m3,
      null,
      null,
      null,
      null,
      null,
    ]
  }
  const classes = VISIT_CLASSES.flatMap((visitClass) => {
    const own = visits.filter((visit) => visit.visitClass === visitClass)
    return own.length > 0 ? [{ cells: row(wordsOf(language).visits.visitClass[visitClass], own) }] : []
  })
  return [...classes, { cells: row(forms.total, visits), tone: 'strong' }]
}
