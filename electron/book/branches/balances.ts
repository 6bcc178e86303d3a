import type { Day } from '../../contract/records.ts'
import type { Context } from '../context.ts'

/** A branch's gas day as it is kept; m³, null where nothing could be compared. */
export interface KeptBalance {
  day: Day
  inputM3: number | null
  outputM3: number | null
  differenceM3: number | null
  uncertaintyM3: number | null
  hoursCompared: number
  hours: number
}

/** All SQL that touches `balance_day` and `balance_source`, which the analyst derives. */
export function balancesIn({ db, atOnce }: Context) {
  const source = db.prepare<[string], string>('SELECT source FROM balance_source WHERE branch_id = ?').pluck()
  const putSource = db.prepare<[string, string]>(
    'INSERT INTO balance_source (branch_id, source) VALUES (?, ?) ON CONFLICT (branch_id) DO UPDATE SET source = excluded.source',
  )
  const days = db.prepare<[string], KeptBalance>(
    `SELECT day, input_m3 AS inputM3, output_m3 AS outputM3, difference_m3 AS differenceM3, uncertainty_m3 AS uncertaintyM3, hours_compared AS hoursCompared, hours
     FROM balance_day WHERE branch_id = ? ORDER BY day`,
  )
  const put = db.prepare<[string, Day, number | null, number | null, number | null, number | null, number, number]>(
    `INSERT INTO balance_day (branch_id, day, input_m3, output_m3, difference_m3, uncertainty_m3, hours_compared, hours)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = db.prepare<[string]>('DELETE FROM balance_day WHERE branch_id = ?')
  const removeSource = db.prepare<[string]>('DELETE FROM balance_source WHERE branch_id = ?')
  const gone = db
    .prepare<[], string>('SELECT branch_id FROM balance_source WHERE branch_id NOT IN (SELECT id FROM branch WHERE removed_at_ms IS NULL)')
    .pluck()
  const changes = db
    .prepare<[string], string>(
      `SELECT json_group_array(json_array(m.value, d.equipment_id, c.changes) ORDER BY m.key, d.place)
       FROM json_each(?) m LEFT JOIN station_device d ON d.station_id = m.value
       LEFT JOIN data_change c ON c.unit = 0 AND c.owner_id = d.equipment_id`,
    )
    .pluck()

  return {
    /** Differs whenever records, events or settings of any device that the stations had have changed. */
    dataOf: (stationIds: readonly number[]): string => changes.get(JSON.stringify(stationIds)) ?? '',
    /** From what the kept days of a branch were computed; null: none are kept. */
    source: (branchId: string): string | null => source.get(branchId) ?? null,
    days: (branchId: string): KeptBalance[] => days.all(branchId),
    put: (branchId: string, from: string, list: readonly KeptBalance[]): void =>
      atOnce(() => {
        remove.run(branchId)
        for (const { day, inputM3, outputM3, differenceM3, uncertaintyM3, hoursCompared, hours } of list)
          put.run(branchId, day, inputM3, outputM3, differenceM3, uncertaintyM3, hoursCompared, hours)
        putSource.run(branchId, from)
      }, 'derived'),
    /** What is kept of branches that were removed since. */
    gone: (): string[] => gone.all(),
    forget: (branchIds: readonly string[]): void =>
      atOnce(() => {
        for (const id of branchIds) {
          remove.run(id)
          removeSource.run(id)
        }
      }, 'derived'),
  }
}
