import { createHash } from 'node:crypto'
import { isWithin, RULE_CODES, thresholdSpec, type RuleCode, type ThresholdScope } from '../../contract/rules.ts'
import type { Context } from '../context.ts'

/** The book, a type of device or one device. `scopeId` is the type's or the device's key; null for the book. */
interface ThresholdPlace {
  scope: Exclude<ThresholdScope, 'program'>
  scopeId: number | null
}

export interface SetThreshold extends ThresholdPlace {
  rule: RuleCode
  key: string
  value: number
}

type Row = [scope: SetThreshold['scope'], scopeId: number, rule: string, key: string, value: number]

/** All SQL that touches `threshold`: where engineers judge otherwise than usual. */
export function thresholdsIn({ db, atOnce, now }: Context) {
  const columns = 'scope, scope_id, rule, key, value'
  const all = db.prepare<[], Row>(`SELECT ${columns} FROM threshold ORDER BY scope, scope_id, rule, key`).raw()
  const ofDevice = db
    .prepare<[number | null, number | null], Row>(
      `SELECT ${columns} FROM threshold
       WHERE scope = 'book' OR (scope = 'type' AND scope_id = ?) OR (scope = 'device' AND scope_id = ?)
       ORDER BY scope, scope_id, rule, key`,
    )
    .raw()
  const write = db.prepare<[string, number, string, string, number, number]>(
    `INSERT INTO threshold (${columns}, set_at_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value, set_at_ms = excluded.set_at_ms`,
  )
  const remove = db.prepare<[string, number, string, string]>(
    'DELETE FROM threshold WHERE scope = ? AND scope_id = ? AND rule = ? AND key = ?',
  )

  return {
    all: (): SetThreshold[] => all.all().flatMap(known),
    /** Thresholds that were set for the book, for a type and for a device. */
    ofDevice: (equipmentTypeId: number | null, equipmentId: number | null): SetThreshold[] =>
      ofDevice.all(equipmentTypeId, equipmentId).flatMap(known),
    /** Null takes a value away. All at once. */
    set: (values: readonly (Omit<SetThreshold, 'value'> & { value: number | null })[]): void =>
      atOnce(() => {
        for (const { scope, scopeId, rule, key, value } of values) {
          if (value === null) remove.run(scope, scopeId ?? 0, rule, key)
          else write.run(scope, scopeId ?? 0, rule, key, value, now())
        }
      }),
    /** Differs when what was set for a device, its type or the book does. */
    version(equipmentTypeId: number | null, equipmentId: number | null): string {
      const rows = ofDevice.all(equipmentTypeId, equipmentId)
      return rows.length === 0 ? '' : createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 16)
    },
  }
}

/** A book may come from another version of the program: what it does not know, or holds impossible, says nothing. */
function known([scope, scopeId, name, key, value]: Row): SetThreshold[] {
  const rule = RULE_CODES.find((code) => code === name)
  const spec = thresholdSpec(name, key)
  if (!rule || !spec || !isWithin(spec, value)) return []
  return [{ scope, scopeId: scope === 'book' ? null : scopeId, rule, key, value }]
}
