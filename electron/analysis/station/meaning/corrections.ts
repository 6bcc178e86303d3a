import type { Meant, MessageRole, PressureBasis, SettingRole } from '../../../contract/meaning.ts'
import type { Quantity } from '../../../contract/quantities.ts'

/** What a user says that something means, instead of the table: field by field as `contract/meanings.ts` has it. */
interface Said {
  quantity: Quantity | null
  basis: PressureBasis | null
  role: SettingRole | MessageRole | null
}

/** The corrections of one type of device, by `correctionKey`. */
export type Corrections = ReadonlyMap<string, Said>
export const NO_CORRECTIONS: Corrections = new Map()

/** `archiveType` null: of settings. `key`: a channel's code, a setting's name, a message's code. */
export const correctionKey = (meant: Meant, archiveType: string | null, key: string): string => JSON.stringify([meant, archiveType, key])
