import { recordPeriod } from '../../../contract/archives.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { volumeOf } from '../choose.ts'
import type { ArchiveData, StationData } from '../data.ts'
import { eventsOf, type EventEvidence } from '../disturbances.ts'
import { evidenceOf, notEvaluated, subjectOf, together, touchesWindow } from '../found.ts'
import { baseValue, dayGrid, hourGrid } from '../periods.ts'
import type { Found, Rule, Verdict } from '../rule.ts'

/**
 * Definition: An extra record between the hours, or a second one of a gas day: the clock was set, or the device changed its state. It is never taken for a period, and no difference is formed with it.
 * Needs: An hourly or daily archive that writes at a regular minute.
 * Source: Elster EK280.
 */
export const rule: Rule<'off_grid_record'> = {
  code: 'off_grid_record',
  reach: { beforeDays: 2, afterDays: 2 },
  judge(data, _thresholds, window) {
    if (data.equipmentId === null) return notEvaluated('no_device')
    const regular = data.archives.filter(({ archiveType }) => ['hour', 'day'].includes(recordPeriod(archiveType) ?? ''))
    if (regular.length === 0) return notEvaluated('no_hourly')
    return together(regular.map((archive) => judgeArchive(data, archive, window)))
  },
}

function judgeArchive(data: StationData, archive: ArchiveData, window: TimeSpan): Verdict {
  const grid = recordPeriod(archive.archiveType) === 'hour' ? hourGrid(archive) : dayGrid(archive, data)
  if (!grid) return notEvaluated(archive.timesMs.length === 0 ? 'too_few' : 'unknown_rhythm', subjectOf(archive))
  const reasons = grid.extra.length > 0 ? eventsOf(data, REASONS) : []
  const found: Found[] = []
  for (const row of grid.extra) {
    const one = foundAt(archive, row, reasons)
    if (touchesWindow(one, window)) found.push(one)
  }
  return { found, evaluated: [subjectOf(archive)], notEvaluated: [] }
}

/** Events that make a device write a record between the hours. */
const REASONS = ['clockSet', 'settingChanged', 'contractHourChanged', 'meterExchanged', 'powerOff', 'powerOn'] as const

function foundAt(archive: ArchiveData, row: number, reasons: readonly EventEvidence[]): Found {
  const periodMs = recordPeriod(archive.archiveType) === 'hour' ? HOUR_MS : DAY_MS
  const atMs = archive.timesMs[row] as number
  const volume = volumeOf(archive)
  const m3 = volume?.toBase ? baseValue(volume, row) : NaN
  return {
    flag: 3,
    ...subjectOf(archive),
    fromMs: Math.max(archive.timesMs[row - 1] ?? -Infinity, atMs - periodMs),
    toMs: atMs,
    measure: 1,
    threshold: 0,
    unit: 'records',
    m3: Number.isNaN(m3) ? null : m3,
    detail: null,
    evidence: evidenceOf({
      records: [atMs],
      events: reasons.filter((event) => Math.abs(event.atMs - atMs) <= HOUR_MS),
    }),
  }
}
