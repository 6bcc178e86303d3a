import { byField } from '../../contract/fields/field.ts'
import { MESSAGE_FIELDS } from '../../contract/fields/messages.ts'
import type { Message } from '../../contract/records.ts'
import { typedWords } from '../../contract/folding.ts'
import type { Context } from '../context.ts'
import { layoutKind, layoutOf, selected, upsert } from '../file/layout.ts'
import { fold } from '../search/text.ts'

const message = layoutOf<Message>(byField(MESSAGE_FIELDS, layoutKind))

export interface MessageQuery {
  equipmentTypeId?: number
  archiveType?: string
  /** Every word must be in the name, description or code, in any case. */
  text?: string
  offset?: number
  limit?: number
}

/** All SQL that touches `message`: what the codes of each device type mean. */
export function messagesIn({ db, atOnce, statement }: Context) {
  const write = db.prepare(upsert('message', ['id'], [...message.columns, 'folded']))
  const select = `SELECT ${selected(message, 'm')} FROM message m`
  // The service may send a code as a number in one place and as a string in another. A message of the same archive wins.
  const decode = db
    .prepare<{ type: number; archive: string; code: string; number: number | null }, unknown[]>(
      `${select} WHERE m.equipment_type_id = @type AND m.device_code IN (@code, @number)
       ORDER BY m.archive_type_varname IS @archive DESC, m.id LIMIT 1`,
    )
    .raw()
  const names = db
    .prepare<[string, string, number | null], string>(
      `SELECT DISTINCT name FROM message WHERE archive_type_varname = ? AND device_code IN (?, ?)
         AND typeof(name) = 'text' AND name <> '' LIMIT 2`,
    )
    .pluck()
  const version = db
    .prepare<[], string>(`SELECT count(*) || '/' || total(length(folded)) || '/' || total(message_typical_id) FROM message`)
    .pluck()
  return {
    /** Differs when messages were added, or say something else. */
    version: (): string => version.get() ?? '',
    /** Inserts or updates messages; returns how many were new or changed. */
    put: (list: readonly Message[]): number =>
      atOnce(() =>
        list.reduce((changed, record) => {
          const folded = [record.name, record.description, record.deviceCode].map(fold).join('\n')
          return changed + write.run(...message.encode(record), folded).changes
        }, 0),
      ),

    /** A page of the messages that pass the filter, by type, archive and code, with their total number. */
    list({ offset = 0, limit = 100, ...filter }: MessageQuery = {}): { total: number; rows: Message[] } {
      const conditions: string[] = []
      const values: Record<string, string | number> = {}
      if (filter.equipmentTypeId !== undefined) {
        conditions.push('m.equipment_type_id = @type')
        values.type = filter.equipmentTypeId
      }
      if (filter.archiveType !== undefined) {
        conditions.push('m.archive_type_varname = @archive')
        values.archive = filter.archiveType
      }
      typedWords(filter.text ?? '').forEach((word, at) => {
        conditions.push(`instr(m.folded, @word${at}) > 0`)
        values[`word${at}`] = word
      })
      const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
      const rows = statement<unknown[]>(
        `${select} ${where} ORDER BY m.equipment_type_id, m.archive_type_varname,
           CAST(m.device_code AS INTEGER), m.device_code, m.id LIMIT @limit OFFSET @offset`,
        'raw',
      ).all({ ...values, limit, offset })
      const total = statement<number>(`SELECT count(*) FROM message m ${where}`, 'pluck').get(values) ?? 0
      return { total, rows: rows.map((row) => message.decode(row)) }
    },

    /** The name that all types of devices with this code in this archive share; null where they differ. */
    nameOf(archiveType: string, deviceCode: string): string | null {
      const [name, other] = names.all(archiveType, deviceCode, numberOf(deviceCode))
      return other === undefined ? (name ?? null) : null
    },

    /** The message of a code, preferably of the same archive, otherwise of another archive of the device type. */
    decode(equipmentTypeId: number, archiveType: string, deviceCode: string): Message | undefined {
      const number = numberOf(deviceCode)
      const row = decode.get({ type: equipmentTypeId, archive: archiveType, code: deviceCode, number })
      return row && message.decode(row)
    },
  }
}

/** The number that a code may have been sent as. */
const numberOf = (deviceCode: string) => (/^\d{1,15}$/.test(deviceCode) ? Number(deviceCode) : null)
