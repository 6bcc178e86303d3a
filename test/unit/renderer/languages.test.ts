import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { FAILURE_CODES } from '../../../electron/contract/errors.ts'
import { LANGUAGES, type Language, wordsOf } from '../../../electron/words/index.ts'
import { ARCHIVE_WORDS } from '../../../electron/contract/records.ts'
import { CHOICES } from '../../../electron/contract/preferences.ts'
import {
  BUNDLE_CHECKS,
  CHANGE_KINDS,
  CHECK_OUTCOMES,
  CHECK_REASONS,
  CONTAINERS,
  FAULTS,
  VERDICTS,
} from '../../../electron/contract/evidence-words.ts'
import { LIMIT_PERIODS, LIMIT_REFUSALS, LIMIT_STATES } from '../../../electron/contract/limit-words.ts'
import {
  FINDING_DETAILS,
  FINDING_STATES,
  FLAG_ORDER,
  HOLE_CAUSES,
  NOT_EVALUATED,
  RULE_CODES,
  RULE_UNITS,
  RULES,
  THRESHOLD_ORIGINS,
} from '../../../electron/contract/rules.ts'
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

const root = path.resolve(import.meta.dirname, '../../../renderer')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(vue|ts)$/.test(file) && !file.startsWith('i18n'),
)
const texts = sources.map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const)

/** Texts whose number is one of the program's own limits, or is said only of many: never one, never 21. */
const NEVER_ONE = new Set([
  'carpet.changedDay',
  'charts.thinned',
  'compare.lastDays',
  'consumption.ofHours',
  'downloads.perSecond',
  'failure.TOO_MANY_ROWS',
  'fleet.formula',
  'fleet.formulaAssumed',
  'fleet.formulaUnknown',
  'fleet.tooMany',
  'fleet.trip.full',
  'notes.deletedHint',
  'notes.tooMany',
  'overlay.full',
  'overlay.lacks',
  'overlay.openStationsHint',
  'questions.cut.rows',
  'workbench.compareHint',
])
/** Words of a counted message that differ between its forms: 'record' and 'records', 'запись', 'записи' and 'записей'. */
function countedNouns(text: string): string[] {
  const forms = text.split(' | ').map(nounsAfterNumbers)
  return forms.length < 2 ? [] : forms.flatMap((words) => words.filter((word, at) => forms.some((other) => other[at] !== word)))
}
const nounsAfterNumbers = (text: string) => [...text.matchAll(/\{\w+\}\s+(\p{Ll}{2,})/gu)].flatMap(([, noun]) => noun ?? [])

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

  test('has a text for every key of rules, thresholds, findings, limits and evidence', () => {
    const each = (prefix: string, keys: readonly (string | number)[]) => keys.map((key) => `${prefix}.${key}`)
    const wanted = [
      ...RULE_CODES.flatMap((rule) =>
        each(
          `rules.key.${rule}`,
          RULES[rule].thresholds.map(({ key }) => key),
        ),
      ),
      ...each('rules.unit', RULE_UNITS),
      ...each('findings.unit', RULE_UNITS),
      ...each('rules.from', THRESHOLD_ORIGINS),
      ...each('findings.flag', FLAG_ORDER),
      ...each('findings.state', FINDING_STATES),
      ...each('findings.detail', FINDING_DETAILS),
      ...each('findings.cause', HOLE_CAUSES),
      ...each('findings.why', NOT_EVALUATED),
      ...each('limits.period', LIMIT_PERIODS),
      ...each('limits.state', LIMIT_STATES),
      ...each('limits.why', LIMIT_REFUSALS),
      ...each('evidence.check', BUNDLE_CHECKS),
      ...each('evidence.outcome', CHECK_OUTCOMES),
      ...each('evidence.why', CHECK_REASONS),
      ...each('evidence.verdict', VERDICTS),
      ...each('evidence.change', CHANGE_KINDS),
      ...each('evidence.fault', FAULTS),
      ...each('evidence.containers', CONTAINERS),
    ]
    expect(wanted.filter((key) => !own.has(key))).toEqual([])
    for (const rule of RULE_CODES)
      for (const text of Object.values(wordsOf(language).rules[rule])) expect([rule, text.trim() !== '']).toEqual([rule, true])
  })

  test('a noun behind a number takes its form: 1, 2, 5, 21, 81', () => {
    const nouns = new Set([...own.values()].flatMap(countedNouns))
    for (const word of ['of', 'is', 'are', 'new']) nouns.delete(word)
    expect(nouns.size).toBeGreaterThan(20)
    const stiff = [...own].flatMap(([key, text]) =>
      text.includes(' | ') || NEVER_ONE.has(key)
        ? []
        : nounsAfterNumbers(text)
            .filter((noun) => nouns.has(noun))
            .map((noun) => `${key}: ${noun}`),
    )
    expect(stiff).toEqual([])
    // Each form is the one that the language's rules give to the number.
    const rules = new Intl.PluralRules(language)
    i18n.global.locale.value = language
    for (const [key, text] of own) {
      const forms = text.split(' | ')
      if (forms.length === 1) continue
      const of = new Map<string, string>()
      for (const n of [1, 2, 5, 21, 81]) {
        const said = i18n.global.t(key, { n: '#' }, n)
        expect([key, n, of.get(rules.select(n)) ?? said]).toEqual([key, n, said])
        of.set(rules.select(n), said)
      }
    }
    i18n.global.locale.value = 'en'
  })

  test('no counted noun stands behind a word that asks for another case: ‘из 81 сутки’', () => {
    const wrong: string[] = []
    for (const [file, source] of texts)
      for (const [, key = '', named = ''] of source.matchAll(/\bt\(\s*'([\w.-]+)',\s*\{([^]*?)\}\s*[,)]/gu))
        for (const [, name] of named.matchAll(/(\w+): format\.counted\(/gu))
          if (new RegExp(`(?:^|\\s)(?:из|до|от|без|у|около|больше|меньше|свыше|более|менее) \\{${name}\\}`, 'u').test(own.get(key) ?? ''))
            wrong.push(`${file}: ${key}, ${name}`)
    expect(wrong).toEqual([])
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
