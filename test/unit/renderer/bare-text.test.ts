import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'vue/compiler-sfc'

/** The node kinds of Vue's template tree that can hold words (`NodeTypes` of @vue/compiler-core). */
const ELEMENT = 1
const TEXT = 2
const ATTRIBUTE = 6
/** Attributes whose value people read or hear. */
const SPOKEN = [
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'text',
  'hint',
  'start-placeholder',
  'end-placeholder',
  'content',
]

interface TemplateNode {
  type: number
  content?: unknown
  tag?: string
  props?: { type: number; name: string; value?: { content: string } | undefined }[]
  children?: unknown
  branches?: TemplateNode[]
  loc: { start: { line: number } }
}
/** A single letter is a symbol (cursor A, channel T), not a word to translate. */
const hasWords = (text: string) => /\p{L}{2}/u.test(text)

function bareIn(node: TemplateNode, found: string[]): void {
  if (node.type === TEXT && typeof node.content === 'string' && hasWords(node.content))
    found.push(`${node.loc.start.line}: ${node.content.trim()}`)
  if (node.type === ELEMENT) {
    for (const prop of node.props ?? []) {
      if (prop.type === ATTRIBUTE && SPOKEN.includes(prop.name) && hasWords(prop.value?.content ?? ''))
        found.push(`${node.loc.start.line}: ${prop.name}="${prop.value?.content ?? ''}"`)
      // A strict Content-Security-Policy drops style attributes that come from markup.
      if (prop.type === ATTRIBUTE && prop.name === 'style') found.push(`${node.loc.start.line}: a static style attribute`)
    }
  }
  if (Array.isArray(node.children)) for (const child of node.children as TemplateNode[]) bareIn(child, found)
}

const root = path.resolve(import.meta.dirname, '../../../renderer')
const components = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.vue'))

test.each(components)('%s has no text outside the messages', (file) => {
  const { descriptor, errors } = parse(readFileSync(path.join(root, file), 'utf8'), { filename: file })
  expect(errors).toEqual([])
  const found: string[] = []
  if (descriptor.template?.ast) bareIn(descriptor.template.ast, found)
  expect(found).toEqual([])
})
