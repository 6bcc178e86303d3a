import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { FILE_FORMATS } from '../../../electron/contract/files.ts'
import { languageOf, LANGUAGES } from '../../../electron/words/index.ts'
import { writerOf } from '../../../electron/exports/format.ts'
import { wordsOf } from '../../../electron/words/program.ts'

/** What the types cannot hold of the lists and of the texts that are made from them. */
const root = path.resolve(import.meta.dirname, '../../..')

/** Where Cyrillic may stand: the languages' own files but for English, and the demo service's data. */
const HOMES = ['electron/demo/', ...LANGUAGES.filter((language) => language !== 'en').map((language) => `electron/words/${language}/`)]
/**
 * Letters of codes and of keys on a Russian keyboard, an example to type, and what makers call quantities
 * and units.
 */
const DATA = new Map([
  // What makers call quantities, settings and messages, in each of their languages.
  ['electron/contract/meaning-table.ts', 84],
  ['electron/contract/meaning-words.ts', 17],
  ['electron/contract/archive-depths.ts', 1],
  ['electron/contract/unit-spellings.ts', 42],
  ['electron/contract/limit-spellings.ts', 13],
  ['electron/analysis/station/meaning/roles.ts', 2],
  // The unit of the unified volumes, as the service spells it.
  ['electron/contract/channels.ts', 4],
  ['electron/contract/consumer-names.ts', 1],
  // The four directions, as coordinates have them.
  ['electron/contract/coordinates.ts', 8],
  ['electron/contract/folding.ts', 1],
  ['electron/contract/keyboard-layout.ts', 2],
  ['electron/book/directory/station-order.ts', 7],
  // Letters that tell one Cyrillic encoding from another, and the heads of makers' files.
  ['electron/imports/encoding.ts', 4],
  ['electron/imports/layouts/elster.ts', 16],
  ['electron/imports/layouts/irvis.ts', 7],
  ['electron/imports/layouts/logika.ts', 11],
  ['electron/imports/layouts/superflo.ts', 4],
  ['electron/imports/layouts/vympel.ts', 5],
  ['electron/cli/search.ts', 1],
  ['renderer/charts/rehearsal.ts', 1],
])

/** The source without its comments, of which some quote what people type. */
const code = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|<!--[^]*?-->|^\s*\/\/.*$/gm, '').replaceAll(/ \/\/ .*$/gm, '')

test('no Cyrillic text stands outside the languages’ own files', () => {
  const found = new Map<string, number>()
  for (const folder of ['electron', 'renderer']) {
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = `${folder}/${name.replaceAll(path.sep, '/')}`
      if (!/\.(ts|cjs|vue|html)$/.test(file) || HOMES.some((home) => file.startsWith(home))) continue
      const lines = code(readFileSync(path.join(root, file), 'utf8'))
        .split('\n')
        .filter((line) => /\p{Script=Cyrillic}/u.test(line))
      if (lines.length > (DATA.get(file) ?? 0)) found.set(file, lines.length)
    }
  }
  expect([...found]).toEqual([])
})

describe.each(LANGUAGES)('the language %s', (language) => {
  const words = wordsOf(language)

  test('has every text of English, none of them empty', () => {
    expect(shape(words)).toEqual(shape({ ...wordsOf('en'), stations: words.stations, cities: words.cities }))
    expect(texts(words).filter((text) => text.trim() === '')).toEqual([])
  })

  test('has a form of its noun for every category of its numbers', () => {
    const rules = new Intl.PluralRules(language)
    const wanted = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)))
    expect([...wanted].filter((category) => words.stations[category] === undefined)).toEqual([])
  })

  test('is that of its tag, also with a country', () => {
    const systems = [language, `${language}-XX`, `${language.toUpperCase()}_XX.UTF-8`, `${language};q=0.9, xx`]
    expect(systems.map((system) => languageOf('system', system))).toEqual(systems.map(() => language))
    expect(languageOf(language, 'xx')).toBe(language)
  })
})

test('English is spoken where the system’s language is none of ours, also where it only begins like one', () => {
  expect(['xx', 'rut-RU', '', '*'].map((system) => languageOf('system', system))).toEqual(['en', 'en', 'en', 'en'])
})

test.each(FILE_FORMATS)('%s has a writer', async (format) => {
  expect(await writerOf(format)).toBeTypeOf('function')
})

function shape(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}
