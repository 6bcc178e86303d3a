import { detailOf } from '../../../analysis/answers/directory.ts'
import { sharedGround } from '../../../analysis/station/load/ground.ts'
import { heldUntil } from '../../../analysis/station/load/settings.ts'
import { passportOf, type PassportItem } from '../../../analysis/answers/settings/passport.ts'
import type { StationRow } from '../../../book/index.ts'
import { stationCalled } from '../../../contract/called.ts'
import type { SettingRole } from '../../../contract/meaning.ts'
import type { Setting, Verbatim } from '../../../contract/records.ts'
import { gasDaySpan, type GasClock } from '../../../contract/time/gas-day.ts'
import { wordsOf, type Words } from '../../../words/program.ts'
import { plainText } from '../../table.ts'
import { clockOfStation } from '../clock.ts'
import type { ContentOf, FormColumn, FormRow, FormSource } from '../content.ts'
import { headsOf } from '../heads.ts'
import { onlyStation } from '../only-station.ts'
import { printedIn, type Printed } from '../printed.ts'
import { exchangesSaid } from '../statements/exchanges.ts'
import { findingsSaid } from '../statements/findings.ts'
import { unlessStopped } from '../stopped.ts'

/**
 * The passport of a station, of now, or, where days are asked for, of their end: its device and settings with what they were before,
 * and what the directory says of the station today.
 */
export const contentOf: ContentOf = async (source, stationIds) => {
  const { book, language, nowMs, request, signal } = source
  const station = onlyStation(source, stationIds)
  const gas = clockOfStation(source, station.id)
  await unlessStopped(signal)
  const isOfNow = request.to === undefined
  const items = passportOf(book, station, isOfNow ? Infinity : nowMs)
  const printed = printedIn(language, gas.zone)
  const rows = [...directoryRows(source, station), ...settingRows(source, station, items)]
  return {
    stationId: station.id,
    timeZone: gas.zone,
    title: stationCalled(station),
    heads: headsOf(source, { station, span: null, completeness: null }),
    columns: columnsOf(source),
    rows,
    expected: rows.length,
    totals: totalsOf(source, items),
    pictures: [],
    statements: [
      ...(isOfNow ? [] : [wordsOf(language).formData.passport.asOf(printed.time(nowMs))]),
      ...settingsSaid(source, station, items, printed),
      ...exchangesSaid(source, station, null),
      ...findingsSaid(source, station, isOfNow ? null : { fromMs: fromOf(request, gas), toMs: nowMs }),
    ],
  }
}

const fromOf = ({ from }: FormSource['request'], gas: GasClock): number =>
  from === undefined ? -Infinity : gasDaySpan(from, from, gas).fromMs

function columnsOf({ language }: FormSource): FormColumn[] {
  const { column } = wordsOf(language).formData.passport
  return [
    { key: 'section', header: column.section, kind: 'text', weight: 14 },
    { key: 'parameter', header: column.parameter, kind: 'text', weight: 32 },
    { key: 'value', header: column.value, kind: 'text', weight: 22 },
    { key: 'unit', header: column.unit, kind: 'text', weight: 9 },
    { key: 'taken', header: column.taken, kind: 'time', weight: 19 },
    { key: 'previous', header: column.previous, kind: 'text', weight: 18 },
    { key: 'changed', header: column.changed, kind: 'time', weight: 19 },
  ]
}

type Section = keyof Words['formData']['passport']['section']

/** Rows of one section; its first one begins a group. */
function sectionRows(
  { language }: FormSource,
  section: Section,
  rows: readonly FormRow['cells'][],
  tones: readonly FormRow['tone'][] = [],
): FormRow[] {
  const name = wordsOf(language).formData.passport.section[section]
  return rows.map((cells, nth): FormRow => {
    const tone = tones[nth]
    return { cells: [name, ...cells], ...(nth === 0 ? { group: name } : {}), ...(tone && { tone }) }
  })
}

/** What the directory says; what it leaves empty is left out. */
function directoryRows(source: FormSource, station: StationRow): FormRow[] {
  const { book, language, request } = source
  const { file, formData } = wordsOf(language)
  const { field } = formData.passport
  const { consumer, providerPath, equipmentType, characteristics } = detailOf(station, book)
  // A list that came after the days asked for says nothing of when it was so.
  const isOfNow = request.to === undefined
  const told = (list: readonly (readonly [name: string, value: Verbatim | undefined, takenAtMs?: number])[]) =>
    list.flatMap(([name, value, takenAtMs = station.seenAtMs]) => {
      const said = textOf(value)
      const text = said === 'true' ? file.yes : said === 'false' ? file.no : said
      return text === '' ? [] : [[name, text, null, isOfNow ? takenAtMs : null, null, null] as const]
    })
  const fetchedMs = book.characteristics.get(station.id)?.fetchedAtMs
  return [
    ...sectionRows(
      source,
      'station',
      told([
        [file.name, station.name],
        [file.station_id, station.id],
        [file.status_name_value, station.statusNameValue],
        [file.phone, station.phone],
        [file.uid, station.uid],
        [
          file.last_seance_event_time,
          station.lastSeanceEventMs === null || !isOfNow
            ? null
            : printedIn(language, clockOfStation(source, station.id).zone).time(station.lastSeanceEventMs),
        ],
        ...(station.unlistedAtMs === null || !isOfNow
          ? []
          : [[file.unlisted_at, printedIn(language, clockOfStation(source, station.id).zone).time(station.unlistedAtMs)] as const]),
        [field.gasBoiler, characteristics?.gasBoiler, fetchedMs],
        [field.gasStove, characteristics?.gasStove, fetchedMs],
        [field.gasWaterHeater, characteristics?.gasWaterHeater, fetchedMs],
        [field.residentCount, characteristics?.residentCount, fetchedMs],
        [field.heatedArea, characteristics?.heatedArea, fetchedMs],
      ]),
    ),
    ...sectionRows(
      source,
      'consumer',
      told([
        [file.consumer_name, consumer?.name],
        [field.inn, consumer?.inn],
        [field.subdivision, consumer?.subdivisionTypeName],
        [field.providers, providerPath.filter((name) => name !== null).join(' / ')],
      ]),
    ),
    ...sectionRows(
      source,
      'device',
      told([
        [file.equipment_type_varname, equipmentType?.name ?? station.equipmentTypeVarname],
        [file.equipment_brand_name, station.equipmentBrandName],
        [file.equipment_serial_number, station.equipmentSerialNumber],
        [file.equipment_id, station.equipmentId],
        [field.kind, equipmentType?.equipmentKindName],
        [field.resource, equipmentType?.resourceName],
        [field.telemetry, equipmentType?.telemetryTypeName],
        [file.telemetry_id, station.telemetryId],
      ]),
    ),
  ]
}

const textOf = (value: Verbatim | undefined): string => (value === null || value === undefined ? '' : plainText(value).trim())

/** Sections of settings, in order, and the roles that each holds; what nobody recognises lies in the last one. */
const SECTIONS = [
  ['identity', ['deviceSerial', 'meterSerial']],
  ['limits', ['lowerLimit', 'upperLimit', 'lowSetPoint', 'highSetPoint', 'qmin', 'qmax']],
  ['substitutes', ['substitute']],
  ['conditions', ['standardPressure', 'standardTemperature', 'barometricPressure', 'pressureBasis']],
  ['time', ['contractHour', 'deviceTime', 'timeZone']],
  ['verification', ['verified', 'nextVerification', 'verificationInterval']],
  ['other', ['none']],
] as const satisfies readonly (readonly [Section, readonly SettingRole[]])[]

function settingRows(source: FormSource, station: StationRow, items: readonly PassportItem[]): FormRow[] {
  const { setting: meaningOf } = sharedGround(source.book, source.usual).meanings(station.equipmentTypeId)
  const roleOf = ({ setting: { channelName, unitName } }: PassportItem) =>
    meaningOf({ channelName: channelName ?? '', unitName: textOf(unitName) || null }).role
  const roles = new Map(items.map((item) => [item, roleOf(item)]))
  return SECTIONS.flatMap(([section, wanted]) => {
    const known: readonly (SettingRole | undefined)[] = wanted
    const own = items.filter((item) => known.includes(roles.get(item)))
    return sectionRows(
      source,
      section,
      own.map((item) => cellsOf(source, item)),
      own.map(toneOf),
    )
  })
}

/** An item that is gone is drawn weaker, a changed one stronger. */
const toneOf = ({ goneAtMs, previous }: PassportItem): FormRow['tone'] => (goneAtMs !== null ? 'weak' : previous ? 'strong' : undefined)

function cellsOf({ language }: FormSource, { setting, takenAtMs, goneAtMs, previous }: PassportItem): FormRow['cells'] {
  const { forms, formData } = wordsOf(language)
  const { passport } = formData
  const value = textOf(setting.channelDataValue)
  const [before, changedAtMs] = previous ? [previous.setting, previous.changedAtMs] : [undefined, null]
  return [
    setting.channelName ?? forms.none,
    goneAtMs === null ? value : passport.gone,
    textOf(setting.unitName),
    takenAtMs,
    goneAtMs === null ? (before === undefined ? null : before === null ? passport.absent : beforeText(before, setting)) : value,
    goneAtMs ?? changedAtMs,
  ]
}

/** With its unit where that was another one. */
const beforeText = (before: Setting, now: Setting): string =>
  textOf(before.unitName) === textOf(now.unitName)
    ? textOf(before.channelDataValue) || '""'
    : [textOf(before.channelDataValue), textOf(before.unitName)].filter(Boolean).join('\u00a0') || '""'

function totalsOf({ language }: FormSource, items: readonly PassportItem[]): FormRow[] {
  const { passport } = wordsOf(language).formData
  const row = (name: string, count: number): FormRow => ({ cells: [null, name, String(count), null, null, null, null], tone: 'strong' })
  const present = items.filter(({ goneAtMs }) => goneAtMs === null)
  const gone = items.length - present.length
  return [
    row(passport.settings, present.length),
    row(passport.changedOnes, present.filter(({ previous }) => previous !== null).length),
    ...(gone > 0 ? [row(passport.goneOnes, gone)] : []),
  ]
}

/** From which snapshots the settings are. */
function settingsSaid(
  { book, language, nowMs, request }: FormSource,
  { equipmentId, time: own }: StationRow,
  items: readonly PassportItem[],
  { time }: Printed,
): string[] {
  const { passport } = wordsOf(language).formData
  if (equipmentId === null) return [passport.noDevice]
  const snapshots = heldUntil(book.settings.snapshots(equipmentId, own), request.to === undefined ? Infinity : nowMs)
  const [newest, oldest] = [snapshots[0], snapshots.at(-1)]
  if (!newest || !oldest) return [passport.neverTaken]
  const changed = items.filter(({ previous, goneAtMs }) => previous !== null || goneAtMs !== null).length
  // The comparison that found the change is none without changes.
  const unchanged = newest.checkedAtMs > newest.takenAtMs ? time(newest.checkedAtMs) : null
  return [
    passport.taken(snapshots.length, time(oldest.takenAtMs), time(newest.takenAtMs), unchanged),
    snapshots.length > 1 ? passport.compared(changed) : passport.alone,
  ]
}
