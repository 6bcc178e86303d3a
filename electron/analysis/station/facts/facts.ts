import { hoursOf } from '../../kernel/amounts/hours.ts'
import type { ArchiveData, StationData } from '../../kernel/data.ts'
import { wallHours, type WallHours } from '../../kernel/grids/wall-hours.ts'
import { once, onceFor } from '../../kernel/once.ts'
import { impliedFactor, type Implied, type NoFactor } from '../conversion/factor.ts'
import { conversionSteps, type ConversionStep } from '../conversion/steps.ts'
import { changeEventsOf, type ChangeEvent } from '../settings/change-events.ts'
import { settingsChangesOf, type SnapshotChange } from '../settings/changes.ts'
import { lifeSituations, type SituationLog } from '../situations/situations.ts'
import { gasDaysOf, type GasDays } from '../usual/gas-days.ts'
import { estimating } from '../usual/estimate.ts'
import { pricing, type HolePrice } from '../usual/hole-prices.ts'
import { usualOf, type Usual } from '../usual/usual.ts'
import { believedByDay, daysAloneOf, passedBy, passedByDay, passedByHour, type Daily, type DaysAlone, type Hourly } from './amounts.ts'
import { otherHoursOf, type OtherHour } from './boundary.ts'
import { columnsOf, type Columns } from './columns.ts'
import { sourceOf, type StationSource } from './source.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'

/**
 * What is decided once about a station's data, and used by every rule, answer, form and price. Each fact is found when
 * somebody first asks for it; this object is the only one that remembers it, for as long as the data live.
 */
export interface Facts extends Columns {
  /** The source that consumption is counted from, and the channels that tell the hours and the days; null where none tells the volume. */
  source: () => StationSource | null
  /** The volume hour by hour; null where no hours tell it. */
  hourly: () => Hourly | null
  /** The volume day by day by the archive of days; null where it does not tell. */
  daily: () => Daily | null
  /** The volume by the records of an archive from one stamp to another, both included, m³; null: nobody can say. */
  passed: (archive: ArchiveData, firstMs: number, lastMs: number) => number | null
  /** The gas days of a station whose hours do not tell what passed; null where they do, or where there are no such days. */
  daysAlone: () => DaysAlone | null
  /** The gas days that are told as a whole, by whichever archive does; null where none does. */
  gasDays: () => GasDays | null
  /** The wall clock of the zone at the hours of `hourly`. */
  wallHours: () => WallHours | null
  /** The usual use of the station. */
  usual: () => Usual
  /** The volume of a time of which records are missing. */
  holePrice: (hole: TimeSpan) => HolePrice
  /** The situations of the station, and how long each lasted. */
  situations: () => SituationLog
  /** The changes of the settings from snapshot to snapshot, and the events that tell of changes. */
  settings: () => { changes: readonly SnapshotChange[]; events: readonly ChangeEvent[] }
  /** The conversion factor that the volumes imply, and where it steps. */
  conversion: () => Implied | NoFactor
  conversionSteps: () => readonly ConversionStep[]
  /** Rows of at least so many days that fit exactly one other contract hour. */
  otherHours: (leastDays: number) => readonly OtherHour[]
}

function factsOf(data: StationData): Facts {
  const columns = columnsOf(data)
  const source = once(() => sourceOf(columns))
  const hours = once(() => {
    const told = source()?.source
    return told?.hourly ? hoursOf(told.hourly, told.breaksMs) : null
  })
  const hourly = once(() => passedByHour(columns, source(), hours()))
  const daily = once(() => passedByDay(columns, source()))
  const believedDays = once(() => believedByDay(source(), daily()))
  const usual = once(() => usualOf(columns, { hourly: hourly(), daily: daily(), hasDays: source()?.daily != null }))
  const price = once(() => pricing(data, { hours: hours(), source: source()?.source, usual: estimating(data, hourly(), usual()) }))
  const conversion = once(() => impliedFactor(columns))
  return {
    ...columns,
    source,
    hourly,
    daily,
    passed: (archive, firstMs, lastMs) => passedBy(archive, { hourly: hourly(), daily: believedDays() }, firstMs, lastMs),
    daysAlone: once(() => daysAloneOf(columns, source(), daily())),
    gasDays: once(() => gasDaysOf(data.gas, hourly(), daily())),
    wallHours: once(() => {
      const told = hourly()
      return told && wallHours(told.grid, data.gas.zone)
    }),
    usual,
    holePrice: (hole) => price()(hole),
    situations: once(() => lifeSituations(data)),
    settings: once(() => ({ changes: settingsChangesOf(data), events: changeEventsOf(data) })),
    conversion,
    conversionSteps: once(() => conversionSteps(conversion())),
    otherHours: onceFor((leastDays) => otherHoursOf(columns, leastDays)),
  }
}

const known = new WeakMap<StationData, Facts>()

/** The facts of a station. */
export function facts(data: StationData): Facts {
  let found = known.get(data)
  if (!found) known.set(data, (found = factsOf(data)))
  return found
}
