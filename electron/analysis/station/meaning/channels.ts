import type { ChannelMeaning } from '../../../contract/meaning.ts'
import { recogniseChannel, type MeasuredChannel } from '../../../contract/quantities.ts'
import { correctionKey, NO_CORRECTIONS, type Corrections } from './corrections.ts'
import type { Recognised } from './recognised.ts'

/**
 * What a channel of an archive means to the rules. Pressure and temperature are those of the gas: those of the air, of a
 * battery or of a case are `airTemperature` or `other`.
 * @param counts true where the values are those of a counter (`kindOf`), for channels that only values tell apart
 */
export function meaningOfChannel(
  channel: MeasuredChannel,
  archiveType: string,
  { corrections = NO_CORRECTIONS, counts = false }: { corrections?: Corrections; counts?: boolean } = {},
): ChannelMeaning & Recognised {
  const found = recogniseChannel(channel, counts)
  const said = corrections.get(correctionKey('channel', archiveType, channel.channelVarname))
  if (said) {
    const quantity = said.quantity ?? 'other'
    return { quantity, basis: quantity === 'pressure' ? said.basis : null, row: found.row, corrected: true }
  }
  const { quantity, basis, notOfGas, row } = found
  if (!notOfGas) return { quantity, basis, row, corrected: false }
  return { quantity: quantity === 'airTemperature' ? quantity : 'other', basis: null, row, corrected: false }
}
