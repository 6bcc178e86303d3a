import type { Context } from '../context.ts'

/** The channels, settings and messages that devices of a type have really sent, besides those that the directory lists. */
export interface MetThings {
  channels: readonly { archiveType: string; channelVarname: string }[]
  /** The newest settings of each device, with the unit as the service sent it, whatever its type. */
  settings: readonly { channelName: string; unitName: unknown }[]
  messages: readonly { archiveType: string; code: string | null; description: string | null }[]
}

/** Devices that are asked for before other work has its turn: some milliseconds. */
const AT_ONCE = 100

/** Reads what devices have sent, some milliseconds at a time. */
export function inventoryIn({ db }: Context) {
  const devices = db
    .prepare<[number], number>('SELECT DISTINCT equipment_id FROM station WHERE equipment_type_id = ? AND equipment_id IS NOT NULL')
    .pluck()
  const ofThem = 'IN (SELECT value FROM json_each(?))'
  const channels = db
    .prepare<[string], [string, string]>(
      `SELECT DISTINCT s.archive_type, c.name FROM series s JOIN series_channel c ON c.series_id = s.id
       WHERE s.equipment_id ${ofThem}`,
    )
    .raw()
  const settings = db
    .prepare<[string], [string, unknown]>(
      `SELECT DISTINCT i.channel_name, i.unit_name FROM json_each(?) d
       JOIN setting i ON i.snapshot_id = (
         SELECT p.id FROM setting_snapshot p WHERE p.equipment_id = d.value ORDER BY p.taken_at_ms DESC, p.id DESC LIMIT 1)
       WHERE i.channel_name <> ''`,
    )
    .raw()
  const messages = db
    .prepare<[string], [string, string | null, string | null]>(
      `SELECT DISTINCT s.archive_type, t.code, t.description FROM series s
       JOIN event_code e ON e.series_id = s.id JOIN event_text t ON t.id = e.text_id WHERE s.equipment_id ${ofThem}`,
    )
    .raw()

  const types = db.prepare<[], { equipmentTypeId: number; stations: number }>(
    `SELECT equipment_type_id AS equipmentTypeId, count(*) AS stations FROM station
     WHERE equipment_type_id IS NOT NULL GROUP BY equipment_type_id`,
  )

  return {
    /** Types of which the book has stations, with how many; a type that nobody names is left out. */
    types: (): { equipmentTypeId: number; stations: number }[] => types.all(),
    *ofType(equipmentTypeId: number): Generator<void, MetThings> {
      const found = {
        channels: new Map<string, MetThings['channels'][number]>(),
        settings: new Map<string, MetThings['settings'][number]>(),
        messages: new Map<string, MetThings['messages'][number]>(),
      }
      const all = devices.all(equipmentTypeId)
      for (let at = 0; at < all.length; at += AT_ONCE) {
        const some = JSON.stringify(all.slice(at, at + AT_ONCE))
        for (const [archiveType, channelVarname] of channels.all(some))
          found.channels.set(`${archiveType} ${channelVarname}`, { archiveType, channelVarname })
        yield
        for (const [channelName, unitName] of settings.all(some))
          found.settings.set(`${channelName} ${String(unitName)}`, { channelName, unitName })
        yield
        for (const [archiveType, code, description] of messages.all(some))
          found.messages.set(`${archiveType} ${code} ${description}`, { archiveType, code, description })
        yield
      }
      return {
        channels: [...found.channels.values()],
        settings: [...found.settings.values()],
        messages: [...found.messages.values()],
      }
    },
  }
}
