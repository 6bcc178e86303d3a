import type { Book } from '../../../book/index.ts'
import { stationCalled } from '../../../contract/called.ts'
import type { OverlayArchive, OverlayChoice } from '../../../contract/overlay.ts'
import { QUANTITIES } from '../../../contract/quantities.ts'
import { sharedArchives, type SharedArchive } from './archive.ts'
import { measuredIn, rankOfQuantity, type Measured } from './measured.ts'

/** What stations can be overlaid by: their archives, and of each the quantities with how many stations have them. */
export function choicesOf(book: Book, stationIds: readonly number[]) {
  const known = stationIds.flatMap((id) => book.stations.get(id) ?? [])
  return {
    stations: known.map((station) => ({ id: station.id, name: stationCalled(station) })),
    archives: sharedArchives(book, known).map((shared): OverlayArchive => archiveChoice(book, shared)),
  }
}

function archiveChoice(book: Book, { archiveType, view, held }: SharedArchive): OverlayArchive {
  const measured = held.map(({ station, archive }) => measuredIn(book, station, archive))
  const names = held.flatMap(({ station }) => (station.equipmentTypeId === null ? [] : book.channels.byType(station.equipmentTypeId)))
  const named = names.find((entry) => entry.archiveTypeVarname === archiveType)?.archiveTypeName
  return {
    archiveType,
    archiveTypeName: typeof named === 'string' ? named : null,
    view,
    stations: held.length,
    firstMs: Math.min(...held.map(({ archive }) => archive.firstMs)),
    lastMs: Math.max(...held.map(({ archive }) => archive.lastMs)),
    choices: quantityChoices(measured),
  }
}

/** One a quantity; where a device has several channels of it, and for what measures nothing known, one a code. */
function quantityChoices(measured: readonly (readonly Measured[])[]): OverlayChoice[] {
  const holding = (fits: (one: Measured) => boolean) => measured.filter((list) => list.some(fits)).length
  return QUANTITIES.flatMap((quantity): OverlayChoice[] => {
    const isIt = (one: Measured) => one.quantity === quantity
    const stations = holding(isIt)
    if (stations === 0) return []
    const several = quantity === 'other' || measured.some((list) => list.filter(isIt).length > 1)
    if (!several) return [{ quantity, channel: null, stations }]
    const channels = new Map(
      measured
        .flat()
        .filter(isIt)
        .map(({ channel }) => [channel.channelVarname, channel]),
    )
    return [...channels.values()].map((channel) => ({
      quantity,
      channel,
      stations: holding((one) => isIt(one) && one.channel.channelVarname === channel.channelVarname),
    }))
  }).sort((a, b) => rankOfQuantity(a.quantity) - rankOfQuantity(b.quantity))
}
