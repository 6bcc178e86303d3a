import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../electron/words/index.ts'

const root = path.resolve(import.meta.dirname, '../../../electron/words')
/** Alike in every language, and of other things: abbreviations, and sentences of which only the signs are their own. */
const ALIKE = new Set(['min', '{n} ×', '{from} – {to}'])

/** Every sentence that is written in a language's folder, by its file and its key there. What refers to another is none. */
function written(language: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of readdirSync(path.join(root, language), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue
    const source = ts.createSourceFile(name, readFileSync(path.join(root, language, name), 'utf8'), ts.ScriptTarget.Latest)
    const visit = (node: ts.Node, key: string): void => {
      const inside = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node) ? `${key}.${node.name.getText(source)}` : key
      const text = ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer) ? node.initializer.text : ''
      if (/\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''))) found.set(`${name}${inside}`, text)
      else ts.forEachChild(node, (child) => visit(child, inside))
    }
    visit(source, '')
  }
  return found
}

test('a sentence stands once: a word that two places say is one of the terms', () => {
  const [english, ...others] = LANGUAGES.map(written)
  const places = new Map<string, string[]>()
  for (const [place, text] of english ?? []) {
    // What is alike in one language only means two things.
    const all = [text, ...others.map((other) => other.get(place))].join(' · ')
    if (!ALIKE.has(text)) places.set(all, [...(places.get(all) ?? []), place])
  }
  expect([...places].filter(([, at]) => at.length > 1)).toEqual([])
})
