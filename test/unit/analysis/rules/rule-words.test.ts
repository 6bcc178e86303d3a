import { wordsOf } from '../../../../electron/words/index.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RULE_BY_CODE } from '../../../../electron/analysis/rules/index.ts'
import { RULE_CODES, RULE_SOURCES, RULES } from '../../../../electron/contract/rules.ts'

const fileOf = (code: string) => readFileSync(`electron/analysis/rules/${code.replaceAll('_', '-')}.ts`, 'utf8')

/** The doc comment of the rule as one line. */
function docOf(code: string): string {
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const rule\b/.exec(fileOf(code))?.[1] ?? ''
  return comment.replace(/\s*\n\s*\*[ \t]*/g, ' ').trim()
}

describe.each(RULE_CODES)('%s', (code) => {
  test('its doc comment says what the window says in English, word for word, and names a source', () => {
    const { definition, needs } = wordsOf('en').rules[code]
    const doc = docOf(code)
    expect(doc).toContain(definition)
    expect(doc).toContain(`Needs: ${needs.replace(/\.$/, '')}`)
    expect(doc).toMatch(/Source: \S/)
  })

  test('both languages say it in sentences of their own', () => {
    const [en, ru] = [wordsOf('en').rules[code], wordsOf('ru').rules[code]]
    expect(ru.definition).toMatch(/[а-яё]{3}/)
    expect(ru.needs).toMatch(/[а-яё]{3}/)
    expect(ru.name).toMatch(/[А-Яа-яё]/)
    expect(en.definition).not.toMatch(/[а-яё]/i)
    for (const text of [en.definition, ru.definition]) expect(text).toMatch(/^\p{Lu}[\s\S]*\.$/u)
  })

  test('it has sources, and its code is its own', () => {
    expect(RULE_BY_CODE[code].code).toBe(code)
    expect(RULES[code].sources.length).toBeGreaterThan(0)
    for (const source of RULES[code].sources) expect(RULE_SOURCES[source]).toBeTruthy()
  })
})
