import type { Book, StationRow } from '../book/index.ts'
import { typedWords } from '../contract/folding.ts'

/** The stations that pasted lines stand for. */
export interface Match {
  found: { line: string; stationId: number; stationName: string | null }[]
  unknown: string[]
  ambiguous: {
    line: string
    stations: { stationId: number; stationName: string | null; equipmentSerialNumber: StationRow['equipmentSerialNumber'] }[]
  }[]
}

const fold = (value: unknown) => typedWords(String(value ?? '')).join(' ')
/** A number as a spreadsheet leaves it: without its leading zeros. Null for what is no number. */
const bare = (key: string) => (/^[0-9]+$/.test(key) ? key.replace(/^0+(?=.)/, '') : null)

/**
 * Finds the station of each pasted line: its serial number, exchange code or whole name, in any letter case. A
 * number without a leading zero may have lost some in a spreadsheet: it matches every serial number and code that
 * differs by leading zeros alone, and is ambiguous where several stations match, even if one matches exactly.
 */
export function matchPasted(text: string, book: Book): Match {
  const stations = new Map(book.stations.list({ limit: -1 }).rows.map((station) => [station.id, station]))
  const exact = new Map<string, Set<number>>()
  const withoutZeros = new Map<string, Set<number>>()
  const note = (keys: Map<string, Set<number>>, key: string, id: number) => keys.set(key, (keys.get(key) ?? new Set()).add(id))
  for (const { id, equipmentSerialNumber, uid, name } of stations.values()) {
    for (const key of [equipmentSerialNumber, uid, name].map(fold)) if (key !== '') note(exact, key, id)
    for (const key of [equipmentSerialNumber, uid].map(fold).map(bare)) if (key !== null) note(withoutZeros, key, id)
  }
  function idsOf(line: string): number[] {
    const key = fold(line)
    const fitting = exact.get(key) ?? new Set<number>()
    const number = bare(key)
    const isWhole = number === null || (number !== key && fitting.size > 0)
    return [...(isWhole ? fitting : fitting.union(withoutZeros.get(number) ?? new Set<number>()))]
  }

  const match: Match = { found: [], unknown: [], ambiguous: [] }
  // A comma parts entries, unless a name has it.
  const entries = text.split(/[\n;\t]/).flatMap((line) => (exact.has(fold(line)) ? [line] : line.split(',')))
  for (const line of new Set(entries.map((entry) => entry.trim()).filter(Boolean))) {
    const fits = idsOf(line).flatMap((id) => stations.get(id) ?? [])
    const [only] = fits
    if (!only) match.unknown.push(line)
    else if (fits.length === 1) match.found.push({ line, stationId: only.id, stationName: only.name })
    else {
      const shown = fits.map(({ id, name, equipmentSerialNumber }) => ({
        stationId: id,
        stationName: name,
        equipmentSerialNumber,
      }))
      match.ambiguous.push({ line, stations: shown })
    }
  }
  return match
}
