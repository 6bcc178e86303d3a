import { isMap, isNode, isScalar, LineCounter, parseDocument, stringify, type Document } from 'yaml'
import type { ImportMap } from '../contract/import-map.ts'
import { importMapSchema } from '../contract/import-map-schema.ts'
import { badMap } from './failures.ts'

/** A map as a file that people write and share: YAML, of which every mistake is named with its line. */

/** The most that a map may have: it is a page of text. */
const MOST_CHARACTERS = 100_000

/** @throws MeterbookError IMPORT_MAP_BROKEN: its line, and what is wrong there */
export function parseMap(text: string): ImportMap {
  const lines = new LineCounter()
  if (text.length > MOST_CHARACTERS) throw badMap(1, 'value', `${MOST_CHARACTERS}`)
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const [error] = document.errors
  if (error) throw badMap(lines.linePos(error.pos[0]).line, 'syntax', error.message)
  const read = importMapSchema.safeParse(plainOf(document))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = (issue?.path ?? []).map((step) => (typeof step === 'symbol' ? String(step) : step))
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : []
  if (unknown !== undefined) throw badMap(lineOf(document, lines, [...path, unknown]), 'unknown', named([...path, unknown]))
  const isMissing = document.getIn(path) === undefined
  throw badMap(lineOf(document, lines, path), isMissing ? 'missing' : 'value', named(path))
}

/** @returns YAML that `parseMap` reads as the same map */
export const formatMap = (map: ImportMap): string => stringify(map, { lineWidth: 0 })

/** Aliases may make gigabytes of a few lines: a map needs none. */
function plainOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) as unknown
  } catch (error) {
    throw badMap(1, 'syntax', error instanceof Error ? error.message : '')
  }
}

const named = (path: readonly (string | number)[]): string => path.join('.') || 'format'

/** The line of a key, or of the nearest that is there. */
function lineOf(document: Document, lines: LineCounter, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const key = isMap(parent) ? parent.items.find((item) => isScalar(item.key) && item.key.value === path[length - 1])?.key : undefined
    const node: unknown = key ?? document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
