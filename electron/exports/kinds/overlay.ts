import type { OverlaidLine } from '../../analysis/overlay/overlay.ts'
import { recordPeriod } from '../../contract/archives.ts'
import { isOneMonth } from '../../contract/overlaid.ts'
import { dayAt, utcMidnight } from '../../contract/time/day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { OverlayRequest } from '../request.ts'
import type { Cell, Column, Row, Table } from '../table.ts'
import { aboutSpan, aboutStations, column, directoryNames, stationsOf, type Source } from './source.ts'

/** A line that is written, and how its values are measured. */
interface WrittenLine {
  line: OverlaidLine
  isBaseline: boolean
  scale: number
  baseScale: number
}

const PER_CENT = 100

/** An overlay as the window shows it: one row a position of the axis, a column a line, its difference from the baseline beside it. */
export function overlayTable(source: Source, request: OverlayRequest): Table {
  const { words, names } = source
  const { overlay, measure, points } = request
  const stations = stationsOf(source, request.stationIds)
  const directory = directoryNames(source, stations)
  const baseline = overlay.lines[overlay.baseline]
  const written = writtenLines(request)
  const rows = rowsOf(request, written)
  const channel = (baseline?.channel ? baseline : overlay.lines.find((line) => line.channel))?.channel
  return {
    title: words('overlay'),
    expected: rows.length,
    about: [
      aboutStations(source, stations),
      ...(overlay.archiveType === null
        ? []
        : [[words('archive_type'), names.archive(overlay.archiveType, directory.get(overlay.archiveType))] as const]),
      ...(overlay.view === null ? [] : [[words('view'), names.view(overlay.view)] as const]),
      ...(channel ? [[words('channel'), names.channel(channel)] as const] : []),
      aboutSpan(source, overlay.span.from, overlay.span.to),
      [words('gas_day_begins'), `${String(request.contractHour).padStart(2, '0')}:00`],
      [words('measure'), words(measure === 'share' ? 'share_of_mean' : 'absolute')],
      [words('points'), words(points === 'day' ? 'each_gas_day' : 'each_record')],
      ...(baseline ? [[words('baseline'), nameOf(request, baseline)] as const] : []),
    ],
    columns: [...positionColumns(source, request), ...written.flatMap((one) => lineColumns(source, request, one))],
    rows,
  }
}

/** Those that are shown and can be measured so. */
function writtenLines({ overlay, measure, hidden }: OverlayRequest): WrittenLine[] {
  const scaleOf = (line: OverlaidLine | undefined) => {
    if (measure !== 'share') return 1
    return line && line.mean !== null && line.mean > 0 ? PER_CENT / line.mean : Number.NaN
  }
  const baseScale = scaleOf(overlay.lines[overlay.baseline])
  return overlay.lines.flatMap((line, place) => {
    const scale = scaleOf(line)
    const isShown = line.state === 'drawn' && !hidden.includes(place)
    const isMeasured = measure === 'share' ? !Number.isNaN(scale) : line.comparable
    return isShown && isMeasured ? { line, isBaseline: place === overlay.baseline, scale, baseScale } : []
  })
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

function lineColumns(source: Source, request: OverlayRequest, { line, isBaseline }: WrittenLine): Column[] {
  const unit = request.measure === 'share' ? '%' : request.overlay.unitName
  const withUnit = (text: string) => (unit === null ? text : `${text}, ${unit}`)
  const name = nameOf(request, line)
  const key = isPeriods(request) && line.period ? `${line.period.from}_${line.period.to}` : `station_${line.stationId}`
  const value: Column = { key, header: withUnit(name), kind: 'value', within: 'values' }
  if (isBaseline || !request.differences) return [value]
  const header = withUnit(`${name}: ${source.words('difference')}`)
  return [value, { key: `${key}_difference`, header, kind: 'value', within: 'values' }]
}

/** The rows of all lines together, by their positions. */
function rowsOf(request: OverlayRequest, written: readonly WrittenLine[]): Row[] {
  const widths = written.map(({ isBaseline }) => (isBaseline || !request.differences ? 1 : 2))
  const width = widths.reduce((sum, one) => sum + one, 0)
  const rows = new Map<number, { atMs: number; cells: Cell[] }>()
  let first = 0
  written.forEach(({ line: { line, base }, scale, baseScale }, place) => {
    line.positions.forEach((position, row) => {
      const value = (line.values[row] as number) * scale
      const known = rows.get(position) ?? {
        atMs: line.times?.[row] ?? position,
        cells: Array.from<Cell>({ length: width }),
      }
      known.cells[first] = withoutNoise(value)
      if (widths[place] === 2) known.cells[first + 1] = withoutNoise(value - (base[row] as number) * baseScale)
      rows.set(position, known)
    })
    first += widths[place] ?? 1
  })
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([position, { atMs, cells }]) => [positionCell(request, position, atMs), ...cells])
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

/** What computing with doubles leaves behind the digits that were measured; nothing where there is no number. */
const withoutNoise = (value: number): Cell => (Number.isNaN(value) ? undefined : Number(value.toPrecision(12)))
