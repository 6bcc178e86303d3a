import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { UNIFIED_CHANNELS } from '../../../electron/contract/channels.ts'
import { FAILURE_CODES } from '../../../electron/contract/errors.ts'
import { EVENT_ARCHIVES } from '../../../electron/contract/records.ts'
import { DEVICE_TYPES, channelCodes } from '../../../electron/demo/world/catalogue.ts'
import { i18n, LANGUAGES, messages, russianPlural, type Messages } from '../../../renderer/i18n/index.ts'

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
const CHANNEL_CODES = new Set(DEVICE_TYPES.flatMap((type) => channelCodes(type, 'hourly')))
const english = flat(messages.en)
const russian = flat(messages.ru)
const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort()

describe('the two languages', () => {
  test('1. have the same keys', () => {
    expect([...russian.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test('2. take the same values', () => {
    for (const [key, text] of english)
      expect([key, placeholders(russian.get(key) ?? '')]).toEqual([key, placeholders(text)])
  })

  test('3. have no empty message', () => {
    for (const [key, text] of [...english, ...russian]) expect([key, text.trim() !== '']).toEqual([key, true])
  })

  test('4. count: where English has two forms, Russian has three', () => {
    for (const [key, text] of english) {
      if (text.includes(' | ')) expect([key, russian.get(key)?.split(' | ').length]).toEqual([key, 3])
    }
  })

  test('5. are read by vue-i18n without an error, in every message', () => {
    for (const language of LANGUAGES) {
      i18n.global.locale.value = language
      for (const key of english.keys()) expect(typeof i18n.global.t(key, { n: 1 }, 1)).toBe('string')
    }
  })

  test('6. say a sentence for every failure of the contract', () => {
    for (const code of FAILURE_CODES) {
      expect([code, english.has(`failure.${code}`), russian.has(`failure.${code}`)]).toEqual([code, true, true])
    }
  })

  test('8. name every unified channel, and every code of the demo service', () => {
    for (const code of [...UNIFIED_CHANNELS, ...CHANNEL_CODES])
      expect([code, english.has(`channel.${code}`), russian.has(`channel.${code}`)]).toEqual([code, true, true])
  })

  test('7. name every event archive', () => {
    for (const archive of EVENT_ARCHIVES) expect(english.has(`archive.${archive}`)).toBe(true)
  })
})

test('9. a Russian noun follows its number', () => {
  const form = (n: number) => ['станция', 'станции', 'станций'][russianPlural(n, 3)]
  expect([1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 111, 1001, 0].map(form)).toEqual([
    'станция',
    'станции',
    'станции',
    'станций',
    'станций',
    'станций',
    'станций',
    'станция',
    'станции',
    'станций',
    'станций',
    'станция',
    'станций',
  ])
})

const root = path.resolve(import.meta.dirname, '../../../renderer')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(vue|ts)$/.test(file) && !file.startsWith('i18n'),
)

test('9. every message that the program names is there', () => {
  const missing: string[] = []
  for (const file of sources) {
    const source = readFileSync(path.join(root, file), 'utf8')
    for (const [, key] of source.matchAll(/(?:\bt|\bcounted|\bte)\(\s*'([\w.-]+)'/g)) {
      if (key !== undefined && !english.has(key)) missing.push(`${file}: ${key}`)
    }
  }
  expect(missing).toEqual([])
})
