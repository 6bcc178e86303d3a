import { CONSUMER_FIELDS } from '../../contract/fields/consumers.ts'
import { listedReader } from './reader.ts'

export const readConsumer = listedReader(CONSUMER_FIELDS)
