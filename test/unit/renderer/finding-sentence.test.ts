import { expect, test } from 'vitest'
import type { FindingRow } from '../../../electron/contract/findings.ts'
import { RULE_CODES, type RuleUnit } from '../../../electron/contract/rules.ts'
import { messages } from '../../../renderer/i18n/index.ts'
import { findingParts } from '../../../renderer/parts/findings/parts.ts'
import { findingSentence, type SentenceWords } from '../../../renderer/parts/findings/sentence.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'

const FROM = Date.parse('2026-11-03T10:00:00Z')

function finding(record: Partial<FindingRow> = {}): FindingRow {
  return {
    id: 'f1',
    rule: 'frozen',
    flag: 4,
    state: 'new',
    stationId: 1,
    stationName: null,
    equipmentId: 1,
    archiveType: 'hourly',
    view: 'general',
    channelVarname: 'P',
    fromMs: FROM,
    toMs: FROM + 31 * HOUR_MS,
    measure: 31,
    threshold: 24,
    unit: 'hours',
    m3: null,
    detail: null,
    evidence: { records: [], events: [], settings: [], sessions: [], numbers: {} },
    noteId: null,
    ...record,
  }
}
type Said = Record<string, Record<string, string | Record<string, string>>>

function wordsIn(language: 'en' | 'ru'): SentenceWords {
  const said = (messages[language]['findings'] as { said: Said }).said
  const UNITS: Partial<Record<RuleUnit, string>> = { hours: ' h', m3: ' m³', kPa: ' kPa', percent: ' %' }
  return {
    templates(rule, detail) {
      const found = detail === null ? said[rule] : said[rule]?.[detail]
      if (typeof found !== 'object') return []
      return Object.entries(found).flatMap(([name, text]) => (/^\d$/.test(name) && typeof text === 'string' ? [text] : []))
    },
    parts: (row) =>
      findingParts(row, {
        nowMs: FROM + 100 * HOUR_MS,
        archive: (code) => code,
        channel: (code) => (code === 'P' ? 'Pressure' : code),
        measured: (value, unit) => `${value}${unit === null ? '' : (UNITS[unit] ?? '')}`,
        duration: (ms) => `${ms / HOUR_MS} h`,
        dateTime: (ms) => new Date(ms).toISOString(),
        day: (ms) => new Date(ms).toISOString().slice(0, 10),
      }),
    name: (rule) => rule,
    withVolume: (text, m3) => `${text}; ${m3} concerned`,
  }
}
const words = wordsIn('en')

test('a finding is said with all that it knows', () => {
  const evidence = { ...finding().evidence, numbers: { value: 374.6 } }
  expect(findingSentence(finding(), words)).toBe('Pressure did not move for 31 h')
  expect(findingSentence(finding({ m3: 412 }), words)).toBe('Pressure did not move for 31 h while 412 m³ flowed')
  expect(findingSentence(finding({ evidence, m3: 412 }), words)).toBe('Pressure stood at 374.6 kPa for 31 h while 412 m³ flowed')
})

test('the volume concerned is said where its sentence has no place for it', () => {
  const row = finding({ rule: 'zero_use', measure: 30, m3: 55 })
  expect(findingSentence(row, words)).toBe('No consumption for 30 h, where there usually is some; 55 m³ concerned')
})

test('a detail has a sentence of its own, and one that nothing fills is the name of the rule', () => {
  const row = finding({ rule: 'range', detail: 'below_limit', measure: 90, threshold: 100, unit: 'kPa' })
  expect(findingSentence(row, words)).toBe('Pressure was 90 kPa, below the limit of 100 kPa')
  expect(findingSentence({ ...row, measure: null }, words)).toBe('range')
})

test('what was there before and after stands in the sentence of a change, without marks that would end it', () => {
  const settings = [{ takenAtMs: FROM, channelName: 'Limit «upper»', before: '500', after: null }]
  const row = finding({ rule: 'unexplained_change', detail: 'settings_alone', measure: null, unit: null })
  const text = findingSentence({ ...row, evidence: { ...row.evidence, settings } }, words)
  expect(text).toBe('“Limit upper” was 500 and is —, and no event tells of it')
})

test.each(['en', 'ru'] as const)('every rule has sentences in %s, and asks only for parts that there are', (language) => {
  const { templates, parts } = wordsIn(language)
  const known = new Set(Object.keys(parts(finding())))
  const said = (messages[language]['findings'] as { said: Said }).said
  expect(Object.keys(said).toSorted()).toEqual([...RULE_CODES].toSorted())
  const asked = (value: Said[string] | string): string[] =>
    typeof value === 'string' ? [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) : Object.values(value).flatMap(asked)
  expect(
    Object.values(said)
      .flatMap(asked)
      .filter((name) => !known.has(name)),
  ).toEqual([])
  expect(templates('frozen', null)).toHaveLength(4)
})

test("a consumer's limit is said with the consumer's name, and with the number where the book has no name; a station's own with neither", () => {
  const row = finding({ rule: 'over_limit', detail: 'limit_day', measure: 130, threshold: 120, unit: 'm3' })
  const of = (consumer: { id: number; name: string | null }) => ({ ...row, evidence: { ...row.evidence, consumer } })
  expect(findingSentence(of({ id: 5, name: 'ООО «Хлеб»' }), words)).toBe(
    '130 m³ in a gas day, the contract of consumer ООО Хлеб allows 120 m³',
  )
  expect(findingSentence(of({ id: 5, name: null }), wordsIn('ru'))).toBe(
    '130 m³ за газовые сутки, по договору потребителя № 5 разрешено 120 m³',
  )
  expect(findingSentence(row, words)).toBe('130 m³ in a gas day, the contract allows 120 m³')
})
