import { namePart } from '../name-part.ts'

/** What the places of a naming pattern stand for in one file. */
export interface NameFacts {
  name: string
  form: string
  station: string
  serial: string
  from: string
  to: string
  made: string
}

/** Room for ' (9999)' and the ending. */
const MOST_BYTES = 255 - ' (9999)'.length - '.xlsx'.length

/**
 * A file's name by a pattern with the places {name} {form} {station} {serial} {from} {to} {made}, without its ending; any
 * operating system takes it. A place that there is not stays as it is written, so that one sees it. What a place leaves
 * empty leaves no double space.
 */
export function nameByPattern(pattern: string, facts: NameFacts): string {
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (written, place: string) => (isPlace(place, facts) ? namePart(facts[place]) : written))
  return namePart(filled.trim(), MOST_BYTES) || namePart(facts.name, MOST_BYTES) || 'report'
}

const isPlace = (place: string, facts: NameFacts): place is keyof NameFacts => Object.hasOwn(facts, place)

/**
 * Gives each file a name that is free: a number is added where one is taken, in any case, because some file systems do not
 * tell `a` from `A`. A name that was given is taken.
 */
export function freeNames(taken: Iterable<string>): (name: string, ending: string) => string {
  const used = new Set([...taken].map((name) => name.toLowerCase().normalize('NFC')))
  return (name, ending) => {
    for (let number = 1; ; number++) {
      const file = number === 1 ? `${name}.${ending}` : `${name} (${number}).${ending}`
      const key = file.toLowerCase().normalize('NFC')
      if (used.has(key)) continue
      used.add(key)
      return file
    }
  }
}
