import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { RULE_CODES, RULE_SOURCES, RULES, type RuleCode } from '../../../electron/contract/rules.ts'

/** Documents that sources cite: `docs/x.md`, and behind it a heading in quotes, a section's letter, or a source's key. */

const root = path.resolve(import.meta.dirname, '../../..')
const SOURCES = ['electron', 'renderer', 'test'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    // `npm run lake:check` installs its own packages below `test/lake`.
    .filter((name) => /\.(?:ts|vue|cjs|py)$/.test(name) && !name.split(path.sep).includes('node_modules'))
    .map((name) => path.join(folder, name)),
)
const OWN = path.relative(root, import.meta.filename)
const CITATION = /\bdocs\/([\w/-]+\.md)(?:,? (?:'([^']+)'|section ([A-Z])\b|source ([a-z]\d)\b))?/g

/** The text of a file with the line breaks of comments taken out: a citation may go over one. */
const flat = (name: string) => readFileSync(path.join(root, name), 'utf8').replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ')
const document = (name: string) => readFileSync(path.join(root, 'docs', name), 'utf8')

/** What is cited and is not there. */
function lostIn(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([cited, name = '', heading, letter, source]) => {
    if (!existsSync(path.join(root, 'docs', name))) return [cited]
    const headings = [...document(name).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.replaceAll('`', ''))
    const isThere =
      (heading === undefined || headings.includes(heading.replaceAll('`', ''))) &&
      (letter === undefined || headings.some((title) => title.startsWith(`${letter}. `))) &&
      (source === undefined || document(name).includes(`\n- **${source}** `))
    return isThere ? [] : [cited]
  })
}

test('every document and section that a source cites is there', () => {
  const lost = SOURCES.filter((name) => name !== OWN).flatMap((name) => lostIn(flat(name)).map((cited) => `${name}: ${cited}`))
  expect(lost).toEqual([])
})

test('a citation of what is not there is named', () => {
  expect(lostIn("(docs/none.md), docs/service.md, 'Limits', docs/service.md, 'Nothing'")).toEqual([
    'docs/none.md',
    "docs/service.md, 'Nothing'",
  ])
  expect(lostIn('docs/field-rules.md, section F; docs/field-rules.md, section Z')).toEqual(['docs/field-rules.md, section Z'])
  expect(lostIn('docs/field-rules.md, source a1; docs/field-rules.md, source z9')).toEqual(['docs/field-rules.md, source z9'])
})

test('no source names a Markdown file that is not in the repository', () => {
  const known = new Set(
    [
      ...readdirSync(root),
      ...['docs', 'resources/guide'].flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })),
    ].map((name) => path.basename(name)),
  )
  const lost = SOURCES.filter((name) => name !== OWN).flatMap((name) =>
    [...flat(name).matchAll(/[\w-]+\.md\b/g)].filter(([cited]) => !known.has(cited)).map(([cited]) => `${name}: ${cited}`),
  )
  expect(lost).toEqual([])
})

const page = document('field-rules.md')
const ROWS = [...page.matchAll(/^\| `(\w+)` .*$/gm)].map(([row, code = '']) => [code, row.split('|').slice(2)] as const)

test.each(ROWS)('the row of the rule %s has its usual thresholds and its sources', (name, [finds = '', thresholds = '', sources = '']) => {
  const code = RULE_CODES.find((known) => known === name) as RuleCode
  expect(code).toBe(name)
  expect(sources.trim().split(' ')).toEqual([...RULES[code].sources])
  for (const source of RULES[code].sources) expect(page).toContain(`- **${source}** ${RULE_SOURCES[source]}`)
  for (const { usual } of RULES[code].thresholds)
    if (usual !== null) expect(`${finds} ${thresholds}`.match(/\d+(?:\.\d+)?/g)?.map(Number)).toContain(usual)
})
