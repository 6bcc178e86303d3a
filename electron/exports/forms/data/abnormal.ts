import { READ_BEFORE_DAYS } from '../../../analysis/kernel/amounts/counts.ts'
import { ledgerOf, sharedHours } from '../../../analysis/kernel/amounts/ledger.ts'
import { rangeOf } from '../../../analysis/kernel/amounts/range.ts'
import { loadSource } from '../../../analysis/station/load/consumption.ts'
import type { VolumeUnit } from '../../../analysis/kernel/amounts/source.ts'
import { m3Within, type Within } from '../../../analysis/kernel/amounts/within.ts'
import type { StationData } from '../../../analysis/kernel/data.ts'
import { channelsOf } from '../../../analysis/station/archives.ts'
import { judgedArchives } from '../../../analysis/station/load/views.ts'
import { substituteFindings } from '../../../analysis/station/situations/substitute-time.ts'
import { sharedGround } from '../../../analysis/station/load/ground.ts'
import {
  lengthOf,
  situationGroups,
  substitutesAt,
  togetherIn,
  type SituationGroup,
} from '../../../analysis/answers/situations/situation-groups.ts'
import { facts } from '../../../analysis/station/facts/facts.ts'
import { askedUntil } from '../../../analysis/station/situations/situations.ts'
import { impossibleSummaries, lastedBy, summariesOf, summaryDays } from '../../../analysis/station/situations/summaries.ts'
import type { StationRow } from '../../../book/index.ts'
import { stationCalled } from '../../../contract/called.ts'
import type { EventArchive } from '../../../contract/records.ts'
import type { GasClock, TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { wordsOf } from '../../../words/program.ts'
import { clockOfStation } from '../clock.ts'
import { settingText } from '../conditions.ts'
import type { ContentOf, FormColumn, FormRow, FormSource } from '../content.ts'
import { headsOf } from '../heads.ts'
import { lastingText } from '../lasting.ts'
import { onlyStation } from '../only-station.ts'
import { spanOfPart, type PartSpan } from '../part.ts'
import { lanesPicture, type Lane } from '../pictures/lanes.ts'
import { printedIn, type Printed } from '../printed.ts'
import { unlessStopped } from '../stopped.ts'
import { stationData } from '../station-data.ts'
import { exchangesSaid } from '../statements/exchanges.ts'
import { archivesSaid } from '../statements/coverage.ts'
import { findingsSaid } from '../statements/findings.ts'

/** Logs that tell of situations, in the order in which the form lists them, and the device's own summary. */
const OF_SITUATIONS = ['nesht', 'alarm', 'event', 'valve'] as const satisfies readonly EventArchive[]
const ARCHIVES: readonly EventArchive[] = [...OF_SITUATIONS, 'nesht_svod']

/** The abnormal situations of a station: how often, how long, and what passed meanwhile. */
export const contentOf: ContentOf = async (source, stationIds) => {
  const { language, request, nowMs } = source
  const station = onlyStation(source, stationIds)
  const gas = clockOfStation(source, station.id)
  // No readings: what passed is counted from the consumption.
  const data = await stationData(source, station.id, { fromMs: nowMs, toMs: nowMs })
  const span = spanOfPart(request, gas, heldSpan(data))
  const words = wordsOf(language).formData.abnormal
  const groups = span ? situationGroups(data, span) : []
  const volumes = span && groups.length > 0 ? await consumptionOf(source, station, { span, gas }) : null
  const printed = printedIn(language, gas.zone)
  const complete = archivesSaid(source, station, ARCHIVES, { span, gas })
  const table = { source, span, groups, volumes, printed, data, found: foundSubstitutes(source, station) }
  const lanes = span
    ? lanesPicture(lanesOf(groups), { span, gas, language, caption: words.caption(Math.max(0, groups.length - MOST_LANES)) })
    : null
  return {
    stationId: station.id,
    timeZone: gas.zone,
    title: stationCalled(station),
    heads: headsOf(source, { station, span, completeness: complete.head }),
    columns: columnsOf(source, volumes),
    rows: rowsOf(table),
    expected: groups.length,
    totals: totalsOf(table, station),
    pictures: lanes ? [lanes] : [],
    statements: [
      ...(groups.length === 0 ? [data.events.nesht ? words.none : words.noneAsked] : []),
      ...unknownSaid(table),
      ...complete.sentences,
      ...exchangesSaid(source, station, span),
      ...findingsSaid(source, station, span),
      ...(groups.length > 0 ? [words.rules] : []),
    ],
  }
}

/** From the first situation to now, or to the end of the last. */
function heldSpan(data: StationData): TimeSpan | null {
  const all = facts(data).situations().situations
  const [first] = all
  return first ? { fromMs: first.fromMs, toMs: Math.max(...all.map(({ toMs }) => toMs ?? data.nowMs)) } : null
}

interface Volumes {
  unit: VolumeUnit
  /** m³ by the end of each hour. */
  hours: ReturnType<typeof sharedHours>
}

/** Null where the station's hours tell no volume. */
async function consumptionOf(
  { book, usual, nowMs, signal }: FormSource,
  station: StationRow,
  { span, gas }: { span: PartSpan; gas: GasClock },
): Promise<Volumes | null> {
  const ground = sharedGround(book, usual)
  await unlessStopped(signal)
  const source = loadSource(book, station, { ground, nowMs, fromMs: span.fromMs - READ_BEFORE_DAYS * DAY_MS })
  if (typeof source === 'string' || !source.hourly) return null
  return { unit: source.unit, hours: sharedHours(source, ledgerOf(source, rangeOf(source, gas), gas), gas) }
}

interface AbnormalTable {
  source: FormSource
  span: PartSpan | null
  groups: readonly SituationGroup[]
  volumes: Volumes | null
  printed: Printed
  data: StationData
  found: ReturnType<typeof foundSubstitutes>
}

function columnsOf({ language }: FormSource, volumes: Volumes | null): FormColumn[] {
  const { column } = wordsOf(language).formData.abnormal
  return [
    { key: 'situation', header: column.situation, kind: 'text', weight: 30 },
    { key: 'count', header: column.count, kind: 'value', weight: 6, align: 'right', decimals: 0 },
    { key: 'first', header: column.first, kind: 'time', weight: 12 },
    { key: 'last', header: column.last, kind: 'time', weight: 12 },
    { key: 'total', header: column.total, unit: column.lasting, kind: 'lasting', weight: 9, align: 'right' },
    { key: 'longest', header: column.longest, unit: column.lasting, kind: 'lasting', weight: 9, align: 'right' },
    { key: 'share', header: column.share, kind: 'value', weight: 7, align: 'right', decimals: 2 },
    {
      key: 'volume',
      header: volumes?.unit === 'working_m3' ? column.working : column.standard,
      unit: wordsOf(language).units.m3,
      kind: 'value',
      weight: 9,
      align: 'right',
      decimals: 2,
    },
    { key: 'substitute_pressure', header: column.pressure, kind: 'text', weight: 9, align: 'right' },
    { key: 'substitute_temperature', header: column.temperature, kind: 'text', weight: 9, align: 'right' },
    { key: 'open', header: column.open, kind: 'text', weight: 8 },
  ]
}

function rowsOf(table: AbnormalTable): FormRow[] {
  const { source, span, groups, volumes } = table
  if (!span) return []
  const { language, names, nowMs } = source
  const { abnormal } = wordsOf(language).formData
  const hours = volumes?.hours
  return OF_SITUATIONS.flatMap((archive) => {
    const own = groups.filter(({ archiveType }) => archiveType === archive)
    return own.map((group, nth): FormRow => {
      const { pressure, temperature } = substitutesIn(table, group)
      return {
        ...(nth === 0 ? { group: names.archive(archive) } : {}),
        cells: [
          group.text,
          group.situations.length,
          group.firstMs,
          group.lastEndMs,
          group.totalMs,
          group.longestMs,
          shareOf(group.totalMs, span, nowMs),
          hours ? m3Within(hours, group.stretches).m3 : null,
          pressure ? settingText(pressure) : null,
          temperature ? settingText(temperature) : null,
          group.open > 0 ? abnormal.open(group.open) : null,
        ],
      }
    })
  })
}

/** The substitutes that a situation names, and those that the rule found in the values meanwhile. */
function substitutesIn({ data, found }: AbnormalTable, group: SituationGroup): SituationGroup['substitutes'] {
  const own = { ...group.substitutes }
  for (const { fromMs, toMs, quantity } of found) {
    if (quantity !== 'pressure' && quantity !== 'temperature') continue
    const meets = group.stretches.some((stretch) => stretch.fromMs < (toMs ?? data.nowMs) && stretch.toMs > fromMs)
    if (meets && !own[quantity]) Object.assign(own, substitutesAt(data, { fromMs, quantity }))
  }
  return own
}

/** The finding of substitutes, with the quantity of its channel. */
function foundSubstitutes({ book, usual }: FormSource, station: StationRow) {
  const { equipmentTypeId } = station
  const meanings = sharedGround(book, usual).meanings(equipmentTypeId)
  const archives = judgedArchives(book, station, meanings)
  return substituteFindings(book, station).flatMap(({ fromMs, toMs, archiveType, channelVarname }) => {
    const archive = archives.find((one) => one.archiveType === archiveType)
    const [channel] = archive && channelVarname !== null ? channelsOf(book, equipmentTypeId, archive, [channelVarname]) : []
    if (!archive || !channel) return []
    const { channelName, unitName } = channel
    const { quantity } = meanings.channel({
      archiveType: archive.archiveType,
      channelVarname: channel.channelVarname,
      channelName,
      unitName,
      counts: false,
    })
    return [{ fromMs, toMs, quantity }]
  })
}

/** % of what has passed of the period by now. */
const shareOf = (ms: number, { fromMs, toMs }: PartSpan, nowMs: number): number | null => {
  const all = Math.min(toMs, nowMs) - fromMs
  return all > 0 ? (ms / all) * 100 : null
}

/** The situations of each log together, overlaps once, and beside them what the device's own summaries say. */
function totalsOf(table: AbnormalTable, station: StationRow): FormRow[] {
  const { source, span, groups, volumes, data } = table
  if (!span) return []
  const { language, names, nowMs, book, usual } = source
  const { abnormal } = wordsOf(language).formData
  const hours = volumes?.hours
  const union = (name: string, own: readonly SituationGroup[], tone?: 'strong'): FormRow => {
    const stretches = togetherIn(own, span, nowMs)
    const count = own.reduce((sum, { situations }) => sum + situations.length, 0)
    const totalMs = lengthOf(stretches)
    const open = own.reduce((sum, one) => sum + one.open, 0)
    return {
      ...(tone && { tone }),
      cells: [
        name,
        count,
        null,
        null,
        totalMs,
        null,
        shareOf(totalMs, span, nowMs),
        hours ? m3Within(hours, stretches).m3 : null,
        null,
        null,
        open > 0 ? abnormal.open(open) : null,
      ],
    }
  }
  const ofLog = (archive: EventArchive) => groups.filter(({ archiveType }) => archiveType === archive)
  // Only what the device itself calls abnormal is billed as such: the sum of it stands alone, and first.
  const abnormalOnes = union(abnormal.together(names.archive('nesht')), ofLog('nesht'), 'strong')
  const others = OF_SITUATIONS.filter((archive) => archive !== 'nesht' && ofLog(archive).length > 0).map((archive) =>
    union(abnormal.together(names.archive(archive)), ofLog(archive)),
  )
  const most = sharedGround(book, usual).thresholdsOf(station).thresholds.abnormal_time.difference ?? Infinity
  const summaries = Map.groupBy(
    [...(data.former ?? []), data]
      .flatMap((one) => summaryDays(one, facts(one).situations(), summariesOf(one), most))
      .filter(({ fromMs, toMs }) => fromMs >= span.fromMs && toMs <= span.toMs),
    ({ summary }) => summary.content.text,
  )
  const told = [...summaries].map(([text, days]): FormRow => {
    const { minutes, union: byEvents, days: count } = lastedBy(days)
    const name = abnormal.summary(text, count, lastingText(byEvents * MINUTE_MS))
    return {
      tone: 'weak',
      cells: [name, null, null, null, minutes * MINUTE_MS, null, shareOf(minutes * MINUTE_MS, span, nowMs), null, null, null, null],
    }
  })
  const impossible = [...(data.former ?? []), data]
    .flatMap(impossibleSummaries)
    .filter(({ atMs }) => atMs > span.fromMs && atMs <= span.toMs)
    .map(({ content: { text, value, unit } }): FormRow => {
      const name = abnormal.impossibleSummary(text, [value, unit].filter(Boolean).join('\u00a0'))
      return { tone: 'weak', cells: [name, null, null, null, null, null, null, null, null, null, null] }
    })
  return [abnormalOnes, ...told, ...impossible, ...others]
}

/** The unknown parts of these situations: ends without a begin, open ones that the log was not asked about since, hours without a number. */
function unknownSaid({ source, span, groups, volumes, printed, data }: AbnormalTable): string[] {
  if (!span) return []
  const { abnormal } = wordsOf(source.language).formData
  const lone = facts(data)
    .situations()
    .endsAlone.filter(({ kind, atMs }) => kind === 'situation' && atMs >= span.fromMs && atMs < span.toMs).length
  const openSince = groups.flatMap(({ situations, archiveType }) =>
    situations.flatMap(({ fromMs, toMs }) => {
      const columns = data.events[archiveType]
      const untilMs = columns ? askedUntil(columns, fromMs) : -Infinity
      return toMs === null && untilMs < Math.min(span.toMs, source.nowMs) ? [Math.max(untilMs, fromMs)] : []
    }),
  )
  const within: Within = volumes ? m3Within(volumes.hours, togetherIn(groups, span, source.nowMs)) : { m3: null, without: 0 }
  return [
    ...(lone > 0 ? [abnormal.loneEnds(lone)] : []),
    ...(openSince.length > 0 ? [abnormal.openUnknown(openSince.length, printed.time(Math.min(...openSince)))] : []),
    ...(groups.length > 0 && !volumes ? [abnormal.noVolume] : []),
    ...(within.without > 0.01 ? [abnormal.withoutHours(printed.number(within.without, 1))] : []),
  ]
}

/** More would be a wall of lines. */
const MOST_LANES = 12

const lanesOf = (groups: readonly SituationGroup[]): Lane[] =>
  groups.slice(0, MOST_LANES).map(({ text, situations, stretches, open }) => {
    const lastBegin = situations.findLast(({ toMs }) => toMs === null)?.fromMs ?? Infinity
    return { name: text, stretches: stretches.map((one) => ({ ...one, open: open > 0 && one.toMs > lastBegin })) }
  })
