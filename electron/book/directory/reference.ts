import { byField } from '../../contract/fields/field.ts'
import { EQUIPMENT_TYPE_FIELDS } from '../../contract/fields/equipment-types.ts'
import { CHANNEL_FIELDS } from '../../contract/fields/channels.ts'
import type { Channel, EquipmentType } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { layoutKind, layoutOf, selected, upsert } from '../file/layout.ts'

const equipmentType = layoutOf<EquipmentType>(byField(EQUIPMENT_TYPE_FIELDS, layoutKind))

/** All SQL that touches `equipment_type`: the directory of metering device types. */
export function equipmentTypesIn({ db, atOnce }: Context) {
  const write = db.prepare(upsert('equipment_type', ['id'], equipmentType.columns))
  const columns = selected(equipmentType)
  const all = db.prepare<[], unknown[]>(`SELECT ${columns} FROM equipment_type ORDER BY name, id`).raw()
  const one = db.prepare<[number], unknown[]>(`SELECT ${columns} FROM equipment_type WHERE id = ?`).raw()
  return {
    /** Inserts or updates types; returns how many were new or changed. */
    put: (list: readonly EquipmentType[]): number =>
      atOnce(() => list.reduce((changed, record) => changed + write.run(...equipmentType.encode(record)).changes, 0)),
    list: (): EquipmentType[] => all.all().map((row) => equipmentType.decode(row)),
    get(id: number): EquipmentType | undefined {
      const row = one.get(id)
      return row && equipmentType.decode(row)
    },
  }
}

const channel = layoutOf<Channel>(byField(CHANNEL_FIELDS, layoutKind))

/** All SQL that touches `channel`: which channels a device type has in each of its archives. */
export function channelsIn({ db, atOnce }: Context) {
  const key = ['equipment_type_id', 'archive_type_varname', 'channel_varname']
  const write = db.prepare(upsert('channel', key, channel.columns))
  const select = `SELECT ${selected(channel)} FROM channel`
  // A channel keeps the place at which the service first listed it. A channel without a place sorts last.
  const seat = db.prepare<[number, string, number, string, string]>(`
    UPDATE channel SET place = (
      SELECT coalesce(max(place), -1) + 1 FROM channel WHERE equipment_type_id = ? AND archive_type_varname = ?
    ) WHERE equipment_type_id = ? AND archive_type_varname = ? AND channel_varname = ? AND place IS NULL`)
  const listed = 'place IS NULL, place, channel_varname'
  const order = `ORDER BY equipment_type_id, archive_type_varname, ${listed}`
  const all = db.prepare<[], unknown[]>(`${select} ${order}`).raw()
  const ofType = db.prepare<[number], unknown[]>(`${select} WHERE equipment_type_id = ? ${order}`).raw()
  const one = db
    .prepare<[number, string, string], unknown[]>(
      `${select} WHERE equipment_type_id = ? AND archive_type_varname = ? AND channel_varname = ?`,
    )
    .raw()
  const decode = (row: unknown[]) => channel.decode(row)
  const version = db
    .prepare<[], string | null>(
      `SELECT group_concat(concat_ws('|', equipment_type_id, archive_type_varname, channel_varname, channel_name, unit_name), char(10))
       FROM channel`,
    )
    .pluck()
  return {
    /** Inserts or updates channels in the order of the list; returns how many were new or changed. */
    put: (list: readonly Channel[]): number =>
      atOnce(() =>
        list.reduce((changed, record) => {
          const { equipmentTypeId, archiveTypeVarname, channelVarname } = record
          const { changes } = write.run(...channel.encode(record))
          seat.run(equipmentTypeId, archiveTypeVarname, equipmentTypeId, archiveTypeVarname, channelVarname)
          return changed + changes
        }, 0),
      ),
    /** Differs when a channel was added, or its name or unit changed. */
    version: (): string => version.get() ?? '',
    /** By type and archive, each archive's channels in the service's order. */
    list: (): Channel[] => all.all().map(decode),
    byType: (equipmentTypeId: number): Channel[] => ofType.all(equipmentTypeId).map(decode),
    get(equipmentTypeId: number, archiveType: string, channelVarname: string): Channel | undefined {
      const row = one.get(equipmentTypeId, archiveType, channelVarname)
      return row && decode(row)
    },
  }
}
