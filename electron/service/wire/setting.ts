import { z } from 'zod'
import type { Setting } from '../../contract/records.ts'
import { givenText, verbatim } from './fields.ts'
import { schemaReader } from './reader.ts'

/** docs/service.md, 'Configuration record'. */
const settingWire = z.object({ channel_name: givenText, channel_data_value: verbatim, unit_name: verbatim }).transform((wire): Setting => ({
  channelName: wire.channel_name,
  channelDataValue: wire.channel_data_value,
  unitName: wire.unit_name,
}))

export const readSetting = schemaReader(settingWire)
