import { LAST_SESSION_FIELDS } from '../../contract/fields/last-sessions.ts'
import { listedReader } from './reader.ts'

export const readLastSessionTime = listedReader(LAST_SESSION_FIELDS)
