import type { Book } from '../../book/index.ts'
import type { Message } from '../../contract/records.ts'

type Station = NonNullable<ReturnType<Book['stations']['get']>>

/** Looks up what many events share, once each: their stations, and what the message reference says of their codes. */
export function eventReferences(book: Book) {
  const messages = remembering((typeId: number) =>
    remembering((archiveType: string) => remembering((code: string) => book.messages.decode(typeId, archiveType, code))),
  )
  const stations = new Map<number, readonly Station[]>()
  /** Looks up the stations of many devices with one question. */
  function meet(equipmentIds: Iterable<number>): void {
    const missing = [...new Set(equipmentIds)].filter((id) => !stations.has(id))
    if (missing.length === 0) return
    const found = book.stations.ofDevices(missing)
    for (const id of missing) stations.set(id, found.get(id) ?? [])
  }
  return {
    meet,
    /** The station that a device was at. */
    stationOf(equipmentId: number, atMs: number): Station | undefined {
      meet([equipmentId])
      const rows = stations.get(equipmentId) ?? []
      if (rows.length < 2) return rows[0]
      return rows.find(({ time }) => atMs > (time?.logAfterMs ?? -Infinity) && atMs <= (time?.logToMs ?? Infinity)) ?? rows.at(-1)
    },
    messageOf(station: Station | undefined, archiveType: string, code: string | null): Message | undefined {
      if (!station || station.equipmentTypeId === null || code === null) return undefined
      return messages(station.equipmentTypeId)(archiveType)(code)
    },
  }
}

/** Calls `find` once for each key. */
function remembering<K, V>(find: (key: K) => V): (key: K) => V {
  const found = new Map<K, V>()
  return (key) => {
    const known = found.get(key)
    if (known !== undefined || found.has(key)) return known as V
    const value = find(key)
    found.set(key, value)
    return value
  }
}
