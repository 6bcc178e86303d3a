import { CHANNEL_FIELDS } from '../../contract/fields/channels.ts'
import { code } from './fields.ts'
import { listedReader } from './reader.ts'

export const readChannel = listedReader(CHANNEL_FIELDS, { archiveTypeVarname: code, channelVarname: code })
