import { hourName } from '../../contract/clock-text.ts'
import type { OverlaidLine } from '../../analysis/answers/overlay/overlay.ts'
import { recordPeriod } from '../../contract/archives.ts'
import { isOneMonth } from '../../contract/overlaid.ts'
import { channelOfUnit, overlaidUnits } from '../../contract/overlaid-units.ts'
import { dayAt, utcMidnight } from '../../contract/time/day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { unitForPeople } from '../../contract/unit-spellings.ts'
import { asSentAgain, withoutNoise, type Conversion } from '../../contract/units.ts'
import type { ExportKind } from '../kind.ts'
import type { OverlayRequest } from '../request.ts'
import type { Cell, Column, Row, Table } from '../table.ts'
import { aboutSpan, aboutStations, column, directoryNames, stationsOf, type Source } from './source.ts'

/** A line that is written: what its values and its differences from the baseline become, and in which units. */
interface WrittenLine {
  line: OverlaidLine
  /** Null for the baseline, and where no differences are wished for. */
  difference: { unit: string | null; of: (value: number, base: number) => number } | null
  unit: string | null
  of: (value: number) => number
}

const PER_CENT = 100

export const overlay: ExportKind<'overlay'> = {
  rows: overlayTable,
  stations: ({ stationIds }) => stationIds,
  span: ({ overlay: { span } }) => [span.from, span.to],
  title: ({ words }, { overlay: { archiveType } }, archive) => [words('overlay'), archiveType === null ? '' : archive([archiveType])],
}

/** An overlay as the window shows it: one row a position of the axis, a column a line, its difference from the baseline beside it. */
function overlayTable(source: Source, request: OverlayRequest): Table {
  const { words, names } = source
  const { overlay, measure, points } = request
  const stations = stationsOf(source, request.stationIds)
  const directory = directoryNames(source, stations)
  const baseline = overlay.lines[overlay.baseline]
  const written = writtenLines(source, request)
  const rows = rowsOf(request, written)
  const channel = channelOfUnit(overlay)
  const { axis } = overlaidUnits(overlay, source.shownOf)
  const isConverted = measure === 'value' && axis.converted
  const unitName = isConverted ? names.converted(axis.unitText, [axis.sentUnit]) : overlay.unitName
  return {
    title: words('overlay'),
    expected: rows.length,
    about: [
      aboutStations(source, stations),
      ...(overlay.archiveType === null
        ? []
        : [[words('archive_type'), names.archive(overlay.archiveType, directory.get(overlay.archiveType))] as const]),
      ...(overlay.view === null ? [] : [[words('view'), names.view(overlay.view)] as const]),
      ...(channel ? [[words('channel'), names.channel({ ...channel, unitName })] as const] : []),
      aboutSpan(source, overlay.span.from, overlay.span.to),
      [words('gas_day_begins'), hourName(request.contractHour)],
      [words('measure'), words(measure === 'share' ? 'share_of_mean' : 'absolute')],
      [words('points'), words(points === 'day' ? 'each_gas_day' : 'each_record')],
      ...(baseline ? [[words('baseline'), nameOf(request, baseline)] as const] : []),
    ],
    columns: [...positionColumns(source, request), ...written.flatMap((one) => lineColumns(source, request, one))],
    rows,
  }
}

/** Those that are shown and can be measured so. */
function writtenLines(source: Source, request: OverlayRequest): WrittenLine[] {
  const { overlay, measure, hidden } = request
  const written = measure === 'share' ? sharesOf(request) : valuesOf(source, request)
  return overlay.lines.flatMap((line, place) => {
    const one = line.state === 'drawn' && !hidden.includes(place) ? written(line, place) : null
    if (!one) return []
    const isCompared = request.differences && place !== overlay.baseline
    return { ...one, line, difference: isCompared ? one.difference : null }
  })
}
type Writing = (line: OverlaidLine, place: number) => Omit<WrittenLine, 'line'> | null

function sharesOf({ overlay }: OverlayRequest): Writing {
  const scaleOf = (line: OverlaidLine | undefined) => (line && line.mean !== null && line.mean > 0 ? PER_CENT / line.mean : Number.NaN)
  const baseScale = scaleOf(overlay.lines[overlay.baseline])
  return (line) => {
    const scale = scaleOf(line)
    if (Number.isNaN(scale)) return null
    const difference = { unit: '%', of: (value: number, base: number) => value * scale - base * baseScale }
    return { unit: '%', of: (value) => value * scale, difference }
  }
}

/**
 * Values stand as each device sent them unless the file is asked to be converted; differences, which need one unit, in
 * the baseline's. What is not in its device's unit says so.
 */
function valuesOf({ shownOf, converts, names, language }: Source, { overlay }: OverlayRequest): Writing {
  const units = overlaidUnits(overlay, shownOf)
  const shown = ({ factor, offset }: Conversion, value: number) => value * factor + offset
  return (line, place) => {
    const own = units.lines[place]
    if (!line.comparable || !own) return null
    const common = own.converted
      ? names.converted(units.axis.unitText, [own.sentUnit])
      : units.axis.converted
        ? units.axis.unitText
        : overlay.unitName && unitForPeople(overlay.unitName, language)
    const isCommon = converts || !own.converted
    return {
      unit: isCommon ? common : unitForPeople(own.sentUnit, language),
      of: (value) => (isCommon ? shown(units.axis, value) : asSentAgain(value, own)),
      difference: { unit: common, of: (value, base) => shown(units.axis, value) - shown(units.axis, base) },
    }
  }
}

const isPeriods = ({ stationIds }: OverlayRequest): boolean => stationIds.length === 1

/** Several stations have the time itself, periods the place within them. */
function positionColumns(source: Source, request: OverlayRequest): Column[] {
  if (isPeriods(request)) return [column(source, 'place_in_period', 'text')]
  return [hasDays(request) ? column(source, 'gas_day', 'day') : column(source, 'time', 'time')]
}

const hasDays = ({ points, overlay }: OverlayRequest): boolean =>
  points === 'day' || (overlay.archiveType !== null && recordPeriod(overlay.archiveType) === 'day')

const nameOf = (request: OverlayRequest, { name, period }: OverlaidLine): string =>
  isPeriods(request) && period ? `${period.from} – ${period.to}` : name

function lineColumns(source: Source, request: OverlayRequest, { line, unit, difference }: WrittenLine): Column[] {
  const named = (text: string, of: string | null) => (of === null ? text : `${text}, ${of}`)
  const name = nameOf(request, line)
  const key = isPeriods(request) && line.period ? `${line.period.from}_${line.period.to}` : `station_${line.stationId}`
  const value: Column = { key, header: named(name, unit), kind: 'value', within: 'values' }
  if (!difference) return [value]
  const header = named(`${name}: ${source.words('difference')}`, difference.unit)
  return [value, { key: `${key}_difference`, header, kind: 'value', within: 'values' }]
}

/** The rows of all lines together, by their positions. */
function rowsOf(request: OverlayRequest, written: readonly WrittenLine[]): Row[] {
  const width = written.reduce((sum, { difference }) => sum + (difference ? 2 : 1), 0)
  const rows = new Map<number, { atMs: number; cells: Cell[] }>()
  let first = 0
  for (const { line, of, difference } of written) {
    line.line.positions.forEach((position, row) => {
      const value = line.line.values[row] as number
      const known = rows.get(position) ?? {
        atMs: line.line.times?.[row] ?? position,
        cells: Array.from<Cell>({ length: width }),
      }
      known.cells[first] = cellOf(of(value))
      if (difference) known.cells[first + 1] = cellOf(difference.of(value, line.base[row] as number))
      rows.set(position, known)
    })
    first += difference ? 2 : 1
  }
  return [...rows].sort(([a], [b]) => a - b).map(([position, { atMs, cells }]) => [positionCell(request, position, atMs), ...cells])
}

function positionCell(request: OverlayRequest, position: number, atMs: number): Cell {
  const { axis, span } = request.overlay
  const hourMs = axis.fromMs - utcMidnight(dayAt(axis.fromMs))
  const day = dayAt(position - 1 - hourMs)
  if (!isPeriods(request)) return hasDays(request) ? day : atMs
  const clock = hasDays(request) ? '' : ` ${new Date(position).toISOString().slice(11, 16)}`
  // A time by the clock belongs to the calendar day, a value of a whole day to the gas day.
  const named = hasDays(request) ? day : dayAt(position)
  if (request.step === 'year') return named.slice(5) + clock
  return `${isOneMonth(span) ? Number(named.slice(8)) : Math.floor((position - 1 - axis.fromMs) / DAY_MS) + 1}${clock}`
}

/** Cuts off the digits behind the measured ones that computing with doubles leaves; nothing where there is no number. */
const cellOf = (value: number): Cell => (Number.isNaN(value) ? undefined : withoutNoise(value))
