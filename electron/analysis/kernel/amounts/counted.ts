import { COUNTER_OF, knownChannel } from '../channels/channel.ts'
import { stepOf } from '../channels/step.ts'
import type { ArchiveData, ChannelData } from '../data.ts'
import { risesOf } from './fills.ts'

/**
 * Counters as volumes (docs/field-rules.md, section H). Many correctors archive their counters alone: what flowed in a record's
 * time is then what the counter rose by since the record before it.
 */

/**
 * The archive with a volume from each counter that has no volume of the same gas beside it. Such a channel keeps the name
 * of its counter. The archive itself where there is none to add.
 * @param isBroken whether a meter was exchanged in a time
 */
export function withCountedVolumes(archive: ArchiveData, isBroken: (fromMs: number, toMs: number) => boolean): ArchiveData {
  const added = [...COUNTER_OF].flatMap(([quantity, counted]): ChannelData[] => {
    const counter = knownChannel(archive, counted)
    if (!counter || archive.channels.some(({ meaning }) => meaning.quantity === quantity)) return []
    const meaning = { ...counter.meaning, quantity }
    // The difference of two numbers knows nothing of where their unit begins.
    const toBase = { factor: counter.toBase.factor, offset: 0 }
    return [{ ...counter, meaning, toBase, values: risesOf(archive, counter, isBroken), step: stepOf(counter), isCounted: true }]
  })
  return added.length === 0 ? archive : { ...archive, channels: [...archive.channels, ...added] }
}
