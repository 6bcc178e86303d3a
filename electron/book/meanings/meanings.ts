import { createHash } from 'node:crypto'
import { MEANT, MESSAGE_ROLES, PRESSURE_BASES, SETTING_ROLES, type Meant } from '../../contract/meaning.ts'
import type { MessageRole, PressureBasis, SettingRole } from '../../contract/meaning.ts'
import { QUANTITIES, type Quantity } from '../../contract/quantities.ts'
import type { Context } from '../context.ts'
import { inventoryIn } from './inventory.ts'

/** What is corrected: a channel of an archive, a setting (`archiveType` null), a message of an event archive. */
export interface CorrectedThing {
  equipmentTypeId: number
  meant: Meant
  archiveType: string | null
  /** A channel's code, a setting's name, a message's code. */
  key: string
}

export interface CorrectedMeaning {
  quantity: Quantity | null
  basis: PressureBasis | null
  role: SettingRole | MessageRole | null
}

interface Row {
  equipmentTypeId: number
  meant: string
  archiveType: string
  key: string
  quantity: string | null
  basis: string | null
  role: string | null
}

const ROLES = [...SETTING_ROLES, ...MESSAGE_ROLES]

/** All SQL that touches `meaning`: what engineers say that things mean. */
export function meaningsIn(context: Context) {
  const { db, now } = context
  const columns = 'equipment_type_id AS equipmentTypeId, meant, archive_type AS archiveType, key, quantity, basis, role'
  const order = 'ORDER BY equipment_type_id, meant, archive_type, key'
  const all = db.prepare<[], Row>(`SELECT ${columns} FROM meaning ${order}`)
  const ofType = db.prepare<[number], Row>(`SELECT ${columns} FROM meaning WHERE equipment_type_id = ? ${order}`)
  const write = db.prepare(
    `INSERT INTO meaning (equipment_type_id, meant, archive_type, key, quantity, basis, role, said_at_ms)
     VALUES (@equipmentTypeId, @meant, @archiveType, @key, @quantity, @basis, @role, @nowMs)
     ON CONFLICT DO UPDATE SET quantity = excluded.quantity, basis = excluded.basis, role = excluded.role,
       said_at_ms = excluded.said_at_ms`,
  )
  const remove = db.prepare(
    `DELETE FROM meaning WHERE equipment_type_id = @equipmentTypeId AND meant = @meant AND archive_type = @archiveType
       AND key = @key`,
  )
  const placeOf = (thing: CorrectedThing) => ({ ...thing, archiveType: thing.archiveType ?? '' })

  return {
    /** The names that devices have sent, with what the directory says of them: they are to be recognised. */
    met: inventoryIn(context),
    all: (): (CorrectedThing & CorrectedMeaning)[] => all.all().flatMap(known),
    ofType: (equipmentTypeId: number): (CorrectedThing & CorrectedMeaning)[] => ofType.all(equipmentTypeId).flatMap(known),
    /** Null takes the correction back. */
    correct(thing: CorrectedThing, meaning: CorrectedMeaning | null): void {
      if (meaning === null) remove.run(placeOf(thing))
      else write.run({ ...placeOf(thing), ...meaning, nowMs: now() })
    },
    /** Differs when the corrections of a type do. */
    version: (equipmentTypeId: number): string => digestOf(ofType.all(equipmentTypeId)),
  }
}

const digestOf = (rows: readonly Row[]): string =>
  rows.length === 0 ? '' : createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 16)

/** A book may come from a newer program: what is not known here says nothing, and stays in the book. */
function known({ meant, archiveType, quantity, basis, role, ...rest }: Row): (CorrectedThing & CorrectedMeaning)[] {
  const kind = one(MEANT, meant)
  if (kind === null) return []
  const meaning = { quantity: one(QUANTITIES, quantity), basis: one(PRESSURE_BASES, basis), role: one(ROLES, role) }
  if (meaning.quantity === null && meaning.role === null) return []
  return [{ ...rest, ...meaning, meant: kind, archiveType: archiveType === '' ? null : archiveType }]
}

const one = <T extends string>(list: readonly T[], text: string | null): T | null => list.find((item) => item === text) ?? null
