import { foldText, typedWords } from '../folding.ts'
import { LANGUAGES, type Language, wordsOf } from '../../words/index.ts'
import { CITIES } from './cities.ts'
import { isTimeZone } from './zone.ts'

/** A zone as people look for it. */
export interface ZoneChoice {
  zone: string
  /** The city that was meant, else the zone's first, in the language asked; the zone's own name where no city is known. */
  city: string
}

const allZones = (): string[] => [...new Set(['UTC', ...Object.keys(CITIES).filter(isTimeZone), ...Intl.supportedValuesOf('timeZone')])]

interface Entry {
  zone: string
  cities: readonly { city: string; texts: readonly string[]; folded: string }[]
  /** Its identifier, and its names in each language as the runtime has them ('Екатеринбург', 'Yekaterinburg Time'). */
  folded: string
}
let entries: readonly Entry[] | undefined

function namesOf(zone: string): string {
  const names = LANGUAGES.map(
    (language) =>
      new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' })
        .formatToParts(0)
        .find(({ type }) => type === 'timeZoneName')?.value ?? '',
  )
  return [zone, zone.replaceAll(/[/_]/g, ' '), ...names].join(' ')
}

/** Made when it is first asked for: asking Intl about 400 zones takes tens of milliseconds. */
function known(): readonly Entry[] {
  entries ??= allZones().map((zone) => ({
    zone,
    folded: foldText(namesOf(zone)),
    cities: (CITIES[zone] ?? []).map((city) => {
      const texts = LANGUAGES.flatMap((language) => namesOfCity(city, language))
      return { city, texts, folded: foldText(texts.join(' ')) }
    }),
  }))
  return entries
}

/** What a language calls a city, and what else it is looked for by. */
const namesOfCity = (city: string, language: Language): string[] => (wordsOf(language).cities[city] ?? city).split('|')
const nameOfCity = (city: string, language: Language): string => namesOfCity(city, language)[0] ?? city

/** The part of the zone's name that is a city: 'New York'. */
const ownCity = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
/** The zone's own city in a language. */
export function cityOf(zone: string, language: Language): string {
  const city = CITIES[zone]?.[0]
  return city === undefined ? ownCity(zone) : nameOfCity(city, language)
}

/**
 * Zones by a city's name in any language, the runtime's name of the zone, or its identifier; every word has to be
 * found, in any case. All of them while nothing is typed. Cities that begin so come first.
 */
export function findZones(typed: string, language: Language, most: number): ZoneChoice[] {
  const words = typedWords(typed)
  const has = (text: string) => words.every((word) => text.includes(word))
  const whole = words.join(' ')
  const begins = (text: string) => foldText(text).startsWith(whole)
  const ranked = known().flatMap(({ zone, cities, folded }) => {
    const met = words.length === 0 ? [] : cities.filter((city) => has(city.folded))
    const best = met.find(({ texts }) => texts.some(begins)) ?? met[0]
    if (!best && !has(folded)) return []
    const isBegun = best ? best.texts.some(begins) : begins(ownCity(zone))
    const city = best ? nameOfCity(best.city, language) : cityOf(zone, language)
    return { zone, city, rank: isBegun ? 0 : best ? 1 : 2 }
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ zone, city }) => ({ zone, city }))
}
