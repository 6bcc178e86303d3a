import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { FAILURE_CODES } from '../../../electron/contract/errors.ts'
import { LANGUAGES, type Language, wordsOf } from '../../../electron/words/index.ts'
import { ARCHIVE_WORDS } from '../../../electron/contract/records.ts'
import { CHOICES } from '../../../electron/contract/preferences.ts'
import { DEVICE_TYPES, channelCodes } from '../../../electron/demo/world/catalogue.ts'
import { i18n, messages, type Messages } from '../../../renderer/i18n/index.ts'
import { elementTexts } from '../../../renderer/i18n/element.ts'
import { pluralOf } from '../../../renderer/i18n/plural.ts'

/** Every message by its full key. */
function flat(tree: Messages, prefix = ''): Map<string, string> {
  const all = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    const name = prefix === '' ? key : `${prefix}.${key}`
    if (typeof value === 'string') all.set(name, value)
    else for (const [inner, text] of flat(value, name)) all.set(inner, text)
  }
  return all
}
const english = flat(messages.en)
const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort()
/** How many forms a counted noun has in a language: of whole numbers, which is all that is counted. */
const formsOf = (language: Language) => new Set(Array.from({ length: 200 }, (_, n) => pluralOf(language)(n, Number.POSITIVE_INFINITY))).size

describe.each(LANGUAGES)('the language %s', (language) => {
  const own = flat(messages[language])

  test('has the messages of English and no others, with the same values in them, none of them empty', () => {
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, text] of english) expect([key, placeholders(own.get(key) ?? '')]).toEqual([key, placeholders(text)])
    for (const [key, text] of own) expect([key, text.trim() !== '']).toEqual([key, true])
  })

  test('has as many forms of a counted noun as its numbers ask for', () => {
    for (const [key, text] of english) {
      if (text.includes(' | ')) expect([key, own.get(key)?.split(' | ').length]).toEqual([key, formsOf(language)])
    }
  })

  test('is read by vue-i18n without an error, in every message', () => {
    i18n.global.locale.value = language
    for (const key of own.keys()) expect(typeof i18n.global.t(key, { n: 1 }, 1)).toBe('string')
  })

  test('has a word for everything that is on a list', () => {
    const codes = DEVICE_TYPES.flatMap((type) => channelCodes(type, 'hourly'))
    const wanted = [
      ...FAILURE_CODES.map((code) => `failure.${code}`),
      ...ARCHIVE_WORDS.map((word) => `downloads.word.${word}`),
      ...codes.map((code) => `channel.${code}`),
      ...CHOICES.flatMap(({ name, words }) => [
        `preferences.${name}`,
        ...words.filter((word) => !LANGUAGES.some((language) => language === word)).map((word) => `preferences.choice.${name}.${word}`),
      ]),
    ]
    expect(wanted.filter((key) => !own.has(key))).toEqual([])
  })

  test('says how its numbers and times are written', () => {
    const { locale } = wordsOf(language).habits
    expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale])
    expect(elementTexts[language]?.el).toHaveProperty('datepicker')
  })
})

test('a noun follows its number', () => {
  const of = (language: Language, forms: string[]) => (n: number) => forms[pluralOf(language)(n, forms.length)]
  const russian = [1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 111, 1001, 0].map(of('ru', ['станция', 'станции', 'станций']))
  const many = 'станций'
  expect(russian).toEqual(['станция', 'станции', 'станции', many, many, many, many, 'станция', 'станции', many, many, 'станция', many])
  expect([0, 1, 2, 11, 21].map(of('en', ['station', 'stations']))).toEqual(['stations', 'station', 'stations', 'stations', 'stations'])
})

const root = path.resolve(import.meta.dirname, '../../../renderer')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(vue|ts)$/.test(file) && !file.startsWith('i18n'),
)

test('every message that the program names is there', () => {
  const missing: string[] = []
  for (const file of sources) {
    const source = readFileSync(path.join(root, file), 'utf8')
    for (const [, key] of source.matchAll(/(?:\bt|\bcounted|\bte)\(\s*'([\w.-]+)'/g)) {
      if (key !== undefined && !english.has(key)) missing.push(`${file}: ${key}`)
    }
  }
  expect(missing).toEqual([])
})
