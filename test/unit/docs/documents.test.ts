import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
  .concat(readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`))
  .filter((name) => name.endsWith('.md'))
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const packageJson = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test.each(DOCUMENTS)('every link and picture of %s leads to a file', (name) => {
  const links = [...read(name).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link)
  const lost = links.filter((link) => !existsSync(path.join(root, path.dirname(name), link)))
  expect(lost).toEqual([])
})

test.each(DOCUMENTS)('every npm script that %s names exists', (name) => {
  const own = [...read(name).matchAll(/npm run (?:-s )?([a-z:-]+)/g)].map(([, script = '']) => script)
  expect(own.filter((script) => !(script in packageJson.scripts))).toEqual([])
})

test('the index names every decision, and each says context, choice and consequence', () => {
  const index = read('docs/decisions/README.md')
  const pages = readdirSync(path.join(root, 'docs/decisions')).filter((name) => /^\d/.test(name))
  for (const page of pages) {
    expect(index).toContain(`(${page})`)
    for (const part of ['**Context.**', '**Choice.**', '**Consequence.**'])
      expect([page, read(`docs/decisions/${page}`).includes(part)]).toEqual([page, true])
  }
})
