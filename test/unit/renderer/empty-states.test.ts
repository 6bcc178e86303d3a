import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../electron/words/index.ts'
import en from '../../../electron/words/en/window/index.ts'
import ru from '../../../electron/words/ru/window/index.ts'

/** Every place of the window that can be empty says what would be there and how to get it, or why there is nothing. */

const root = path.resolve(import.meta.dirname, '../../../renderer')
const STATES = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.vue'))
  .flatMap((name) => {
    const source = readFileSync(path.join(root, name), 'utf8')
    return [...source.matchAll(/<EmptyState\b(?<tag>(?:[^>"]|"[^"]*")*?)(?:\/>|>(?<inside>[\s\S]*?)<\/EmptyState\s*>)/g)].map((match) => ({
      name: name.replaceAll(path.sep, '/'),
      tag: match.groups?.['tag'] ?? '',
      inside: match.groups?.['inside'] ?? '',
    }))
  })
const keysIn = (tag: string, attribute: string) => {
  const said = new RegExp(`:${attribute}="([^"]*)"`).exec(tag)?.[1] ?? ''
  return [...said.matchAll(/'([a-z][\w-]*\.[\w.-]+)'/g)].map(([, key = '']) => key)
}
const WORDS = { en, ru }
const wordsOf = (language: keyof typeof WORDS, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((tree, part) => (typeof tree === 'object' && tree !== null ? Reflect.get(tree, part) : undefined), WORDS[language])

test('empty states are found in the window', () => expect(STATES.length).toBeGreaterThan(50))

test.each(STATES)('$name: $tag says more than a title', ({ tag }) => {
  expect(tag).toMatch(/\s:text="/)
  for (const language of LANGUAGES)
    for (const key of [...keysIn(tag, 'text'), ...keysIn(tag, 'title')]) {
      const said = wordsOf(language, key)
      expect([key, typeof said]).toEqual([key, 'string'])
      if (keysIn(tag, 'text').includes(key)) expect(String(said).length, key).toBeGreaterThan(18)
    }
})

test.each(STATES.filter(({ tag }) => tag.includes('icon="search"')))(
  '$name: a filter that nothing fits can be taken away there',
  ({ inside }) => {
    expect(inside).toMatch(/<button/)
  },
)

test('no list falls back to a bare word', () => {
  const bare = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.vue'))
    .filter((name) => /<template #empty>\s*\{\{/.test(readFileSync(path.join(root, name), 'utf8')))
  expect(bare).toEqual([])
})
