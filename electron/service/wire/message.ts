import { MESSAGE_FIELDS } from '../../contract/fields/messages.ts'
import { listedReader } from './reader.ts'

export const readMessage = listedReader(MESSAGE_FIELDS)
