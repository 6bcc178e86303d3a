import type { Book, StationRow } from '../../book/index.ts'
import { typedWords } from '../../contract/folding.ts'

const fold = (value: unknown) => typedWords(String(value ?? '')).join(' ')
/** A number as a spreadsheet leaves it: without its leading zeros. Null for what is no number. */
const bare = (key: string) => (/^[0-9]+$/.test(key) ? key.replace(/^0+(?=.)/, '') : null)

/**
 * Finds stations by what people call them: serial number, exchange code or whole name, in any letter case. A number without a
 * leading zero may have lost some in a spreadsheet: it matches every serial number and code that differs by leading
 * zeros alone, and is ambiguous where several stations match, even if one matches exactly.
 */
export function stationMatcher(book: Book) {
  const stations = new Map(book.stations.list({ limit: -1 }).rows.map((station) => [station.id, station]))
  const exact = new Map<string, Set<number>>()
  const withoutZeros = new Map<string, Set<number>>()
  const note = (keys: Map<string, Set<number>>, key: string, id: number) => keys.set(key, (keys.get(key) ?? new Set()).add(id))
  for (const { id, equipmentSerialNumber, uid, name } of stations.values()) {
    for (const key of [equipmentSerialNumber, uid, name].map(fold)) if (key !== '') note(exact, key, id)
    for (const key of [equipmentSerialNumber, uid].map(fold).map(bare)) if (key !== null) note(withoutZeros, key, id)
  }
  return {
    /** A station is called exactly so. */
    isName: (text: string): boolean => exact.has(fold(text)),
    fitting(text: string): StationRow[] {
      const key = fold(text)
      const fitting = exact.get(key) ?? new Set<number>()
      const number = bare(key)
      const isWhole = number === null || (number !== key && fitting.size > 0)
      const ids = isWhole ? fitting : fitting.union(withoutZeros.get(number) ?? new Set<number>())
      return [...ids].flatMap((id) => stations.get(id) ?? [])
    },
  }
}
