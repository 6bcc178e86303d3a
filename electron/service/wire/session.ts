import { SESSION_FIELDS } from '../../contract/fields/sessions.ts'
import { shownId } from './fields.ts'
import { listedReader } from './reader.ts'

export const readSession = listedReader(SESSION_FIELDS, { referenceparameterSeanceStatusId: shownId })
