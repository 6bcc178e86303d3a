import type { Book, StationRow } from '../book/index.ts'
import { stationMatcher } from '../analysis/answers/match-stations.ts'

/** The stations that pasted lines stand for. */
export interface Match {
  found: { line: string; stationId: number; stationName: string | null }[]
  unknown: string[]
  ambiguous: {
    line: string
    stations: { stationId: number; stationName: string | null; equipmentSerialNumber: StationRow['equipmentSerialNumber'] }[]
  }[]
}

/** Finds the station of each pasted line. */
export function matchPasted(text: string, book: Book): Match {
  const matcher = stationMatcher(book)
  const match: Match = { found: [], unknown: [], ambiguous: [] }
  // A comma parts entries, unless a name has it.
  const entries = text.split(/[\n;\t]/).flatMap((line) => (matcher.isName(line) ? [line] : line.split(',')))
  for (const line of new Set(entries.map((entry) => entry.trim()).filter(Boolean))) {
    const fits = matcher.fitting(line)
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
