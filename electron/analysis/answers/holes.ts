import { SAYS_POWER } from '../../contract/meaning-words.ts'
import { recordPeriod } from '../../contract/archives.ts'
import { firstWhere } from '../../contract/bisect.ts'
import { HOLE_CAUSES, type HoleCause, type Thresholds } from '../../contract/rules.ts'
import { dayNumberAt } from '../../contract/time/day.ts'
import { gasDayAt, type TimeSpan } from '../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import { withoutNoise } from '../../contract/units.ts'
import { beginOf } from '../kernel/grids/records.ts'
import type { ArchiveData, DueData, StationData } from '../kernel/data.ts'
import { facts } from '../station/facts/facts.ts'
import { numberIn } from '../station/settings/values.ts'
import { unionOf } from '../station/situations/situations.ts'

/** Why each record of an archive is missing, and what that may cost. */

/** Records in a row that are missing for one cause; from the beginning of the first to the end of the last, Unix ms. */
interface ExplainedHole extends TimeSpan {
  records: number
  cause: HoleCause
  /** m³ that passed or are at risk; null where there is nothing to go by. */
  m3: number | null
  /** The counter went on over the hole: the m³ are its difference, not an estimate. */
  measured: boolean
  /** The volume that design capacity × time would bill, m³; null where nobody gave the capacity. */
  billedM3: number | null
}

export interface ExplainedHoles {
  holes: ExplainedHole[]
  /** The missing records by cause; causes that none has are left out. */
  causes: { cause: HoleCause; records: number; share: number }[]
  /** Records that are due in the range. */
  expected: number
  designCapacity: number | null
}

/** The places of the records that are due in a range, the second not included: a record is due at the end of what it covers. */
export function dueWithin(due: Float64Array, { fromMs, toMs }: TimeSpan): [first: number, end: number] {
  const first = firstWhere(0, due.length, (place) => (due[place] as number) > fromMs)
  return [first, firstWhere(first, due.length, (place) => (due[place] as number) > toMs)]
}

/** The holes of a range; none where the archive has no rhythm. */
export function explainedHoles(
  data: StationData,
  thresholds: Pick<Thresholds, 'missing_record'>,
  { archiveType, fromMs, toMs }: TimeSpan & { archiveType: string },
): ExplainedHoles {
  const designCapacity = thresholds.missing_record.designCapacity ?? null
  const archive = facts(data).archive(archiveType)
  if (!archive?.due) return { holes: [], causes: [], expected: 0, designCapacity }
  const { due } = archive.due
  const [first, end] = dueWithin(due, { fromMs, toMs })
  const causeAt = causesOf(data, archive, archive.due)
  const holes: ExplainedHole[] = []
  const counts = new Map<HoleCause, number>()
  let last: { hole: ExplainedHole } | null = null
  const price = () => {
    if (!last) return
    const { hole } = last
    const { m3, measured } = facts(data).holePrice(hole)
    Object.assign(hole, {
      m3,
      measured,
      billedM3: designCapacity === null ? null : withoutNoise((designCapacity * (hole.toMs - hole.fromMs)) / HOUR_MS),
    })
  }
  for (let place = first; place < end; place++) {
    if (archive.due.present[place] === 1) {
      price()
      last = null
      continue
    }
    const cause = causeAt(place)
    counts.set(cause, (counts.get(cause) ?? 0) + 1)
    const dueMs = due[place] as number
    if (last?.hole.cause === cause) {
      last.hole.toMs = dueMs
      last.hole.records++
      continue
    }
    price()
    const hole: ExplainedHole = {
      fromMs: beginOf(archiveType, dueMs, data.gas),
      toMs: dueMs,
      records: 1,
      cause,
      m3: null,
      measured: false,
      billedM3: null,
    }
    holes.push(hole)
    last = { hole }
  }
  price()
  return { holes, causes: sharesOf(counts), expected: end - first, designCapacity }
}

/** The holes of all devices that a station had, one after another. */
export function holesOfLife(
  devices: readonly StationData[],
  thresholds: Pick<Thresholds, 'missing_record'>,
  asked: TimeSpan & { archiveType: string },
): ExplainedHoles {
  const all = devices.map((data) => explainedHoles(data, thresholds, asked))
  const [only, second] = all
  if (only && !second) return only
  const counts = new Map<HoleCause, number>()
  for (const { cause, records } of all.flatMap(({ causes }) => causes)) counts.set(cause, (counts.get(cause) ?? 0) + records)
  return {
    holes: all.flatMap(({ holes }) => holes),
    causes: sharesOf(counts),
    expected: all.reduce((sum, { expected }) => sum + expected, 0),
    designCapacity: thresholds.missing_record.designCapacity ?? null,
  }
}

function sharesOf(counts: ReadonlyMap<HoleCause, number>): ExplainedHoles['causes'] {
  const missing = [...counts.values()].reduce((sum, records) => sum + records, 0)
  return HOLE_CAUSES.flatMap((cause) => {
    const records = counts.get(cause) ?? 0
    return records === 0 ? [] : [{ cause, records, share: records / missing }]
  })
}

/** The first cause that holds for a missing record. */
function causesOf(data: StationData, { archiveType, timesMs }: ArchiveData, due: DueData): (place: number) => HoleCause {
  const situations = facts(data).situations().situations
  const off = unionOf(situations, data.nowMs, ({ kind }) => kind === 'power')
  const abnormal = unionOf(situations, data.nowMs, ({ kind }) => kind === 'situation')
  const offByDay = summedOff(data)
  const isHourly = recordPeriod(archiveType) === 'hour'
  /** A session after a record was due may have brought it. */
  const wasSent = (dueMs: number) => data.lastSessionMs === null || data.lastSessionMs >= dueMs
  return (place) => {
    const dueMs = due.due[place] as number
    const reason = due.reasonAt(place)
    if (reason === 'exchange') return 'exchange'
    if (reason === 'never') return 'never_asked'
    if (reason === 'failed') return 'failed'
    if (reason === 'not_transmitted' || !wasSent(dueMs)) return 'not_transmitted'
    // Its day was asked for before it was over, and not since.
    if (reason === 'partial') return 'never_asked'
    const fromMs = beginOf(archiveType, dueMs, data.gas)
    if (overlaps(off, fromMs, dueMs) || offByDay.has(gasDayAt(dueMs - 1, data.gas))) return 'device_off'
    if (overlaps(abnormal, fromMs, dueMs)) return 'abnormal'
    return isHourly && dayHasRecords(timesMs, dueMs) ? 'unexplained' : 'empty'
  }
}

function overlaps(union: readonly TimeSpan[], fromMs: number, toMs: number): boolean {
  const at = firstWhere(0, union.length, (place) => (union[place] as TimeSpan).toMs > fromMs)
  return at < union.length && (union[at] as TimeSpan).fromMs < toMs
}

/** The service keeps its days by UTC: of a day with records it was not empty-handed. */
function dayHasRecords(timesMs: Float64Array, dueMs: number): boolean {
  const day = dayNumberAt(dueMs)
  const at = firstWhere(0, timesMs.length, (place) => dayNumberAt(timesMs[place] as number) >= day)
  return at < timesMs.length && dayNumberAt(timesMs[at] as number) === day
}

/** Gas days on which a summary says that the device had no power. */
function summedOff({ events, gas }: StationData): ReadonlySet<string> {
  const days = new Set<string>()
  const columns = events.nesht_svod
  if (!columns) return days
  const tells = columns.contents.map(
    ({ text, value, meaning }) => meaning.role === 'summary' && SAYS_POWER.test(text) && numberIn(value ?? '') > 0,
  )
  // A summary is written when its gas day closes, a little late at most.
  columns.content.forEach((content, at) => {
    if (tells[content]) days.add(gasDayAt((columns.atMs[at] as number) - HOUR_MS - 1, gas))
  })
  return days
}
