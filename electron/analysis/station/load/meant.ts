import type { Archive } from '../../../book/archives/readings-reader.ts'
import type { Book } from '../../../book/index.ts'
import { unitNamed } from '../../../contract/unit-spellings.ts'
import { conversion, dimensionOf, type Conversion, type Dimension, type UnitId } from '../../../contract/units.ts'
import type { Told } from '../../kernel/channels/channel.ts'
import { channelsOf } from '../archives.ts'
import type { Meanings } from '../meaning/of-type.ts'
import { isAccumulator, onlyValuesTell } from './accumulator.ts'

/** What the channels of a device's archive mean, without their values. */

/** What the channels of an archive mean; devices of one type with the same channels share it. */
export function meantIn(book: Book, typeId: number | null, archive: Archive, meanings: Meanings): readonly Told[] {
  const key = JSON.stringify([typeId, archive.archiveType, archive.view, archive.channels])
  const known = meanings.archives.get(key)
  if (known) return known
  const { isOwn, channels } = understood(book, typeId, archive, meanings)
  // A channel whose meaning only its values tell has it for this device alone.
  if (!isOwn) meanings.archives.set(key, channels)
  return channels
}

function understood(book: Book, typeId: number | null, archive: Archive, meanings: Meanings) {
  const { archiveType } = archive
  let isOwn = false
  const channels = channelsOf(book, typeId, archive, archive.channels).map(({ channelVarname, channelName, unitName }) => {
    const isUnsaid = onlyValuesTell({ channelVarname, unitName })
    isOwn ||= isUnsaid
    const counts = isUnsaid && isAccumulator(book.readings, archive, channelVarname)
    const { quantity, basis } = meanings.channel({ archiveType, channelVarname, channelName, unitName, counts })
    return { channelVarname, meaning: { quantity, basis }, toBase: toBase(unitName) }
  })
  return { isOwn, channels }
}

/** The unit in which rules count each dimension. */
const BASE: Readonly<Record<Dimension, UnitId>> = {
  pressure: 'kPa',
  volume: 'm3',
  flow: 'm3h',
  temperature: 'celsius',
}

/** From a unit as it is spelled into the base unit of its dimension; null where it names none that is known. */
export function toBase(unit: string | null): Conversion | null {
  const named = unitNamed(unit)
  return named && conversion(named.id, BASE[dimensionOf(named.id)])
}
