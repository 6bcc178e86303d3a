import { foldText, wordsOf } from '../folding.ts'
import type { Language } from '../languages.ts'
import { CITIES } from './cities.ts'
import { isTimeZone } from './zone.ts'

/** A zone as people look for it. */
export interface ZoneChoice {
  zone: string
  /** The city that was meant, else the zone's first, in the language asked; the zone's own name where no city is known. */
  city: string
}

const allZones = (): string[] => [...new Set(['UTC', ...Object.keys(CITIES).filter(isTimeZone), ...Intl.supportedValuesOf('timeZone')])]
const LANGUAGE_AT = { en: 0, ru: 1 } as const satisfies Record<Language, number>

interface Entry {
  zone: string
  cities: readonly { texts: readonly string[]; folded: string }[]
  /** Its identifier, and its names in both languages as the runtime has them ('Екатеринбург', 'Yekaterinburg Time'). */
  folded: string
}
let entries: readonly Entry[] | undefined

function namesOf(zone: string): string {
  const names = (['en', 'ru'] as const).map(
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
    cities: (CITIES[zone] ?? []).map((city) => ({
      texts: city.split('|'),
      folded: foldText(city.replaceAll('|', ' ')),
    })),
  }))
  return entries
}

/** The part of the zone's name that is a city: 'New York'. */
const ownCity = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
/** The zone's own city in a language. */
export const cityOf = (zone: string, language: Language): string => CITIES[zone]?.[0]?.split('|')[LANGUAGE_AT[language]] ?? ownCity(zone)

/**
 * Zones by a city's name in either language, the runtime's name of the zone, or its identifier; every word has to be
 * found, in any case. All of them while nothing is typed. Cities that begin so come first.
 */
export function findZones(typed: string, language: Language, most: number): ZoneChoice[] {
  const words = wordsOf(typed)
  const has = (text: string) => words.every((word) => text.includes(word))
  const whole = words.join(' ')
  const begins = (text: string) => foldText(text).startsWith(whole)
  const ranked = known().flatMap(({ zone, cities, folded }) => {
    const met = words.length === 0 ? [] : cities.filter((city) => has(city.folded))
    const best = met.find(({ texts }) => texts.some(begins)) ?? met[0]
    if (!best && !has(folded)) return []
    const isBegun = best ? best.texts.some(begins) : begins(ownCity(zone))
    const city = best?.texts[LANGUAGE_AT[language]] ?? cityOf(zone, language)
    return { zone, city, rank: isBegun ? 0 : best ? 1 : 2 }
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ zone, city }) => ({ zone, city }))
}
