import { createHash } from 'node:crypto'
import { foreignJson } from '../../contract/foreign-json.ts'
import type { Verbatim } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { fold, textOf } from '../search/text.ts'

type Entries = Readonly<Record<string, Verbatim>>

/** A row of `event_content`. */
export interface EventContent {
  id: number
  textId: number
}

/** How many contents and texts a writer remembers: a device repeats itself. */
const REMEMBERED = 20_000

/**
 * All SQL that writes `event_content` and `event_text`. Entries come in any order, so they are sorted by name before two
 * contents are compared. Each pair of code and description is kept once, in `event_text`, and indexed there for search.
 */
export function eventContentIn({ db, onRollback }: Context) {
  const contents = new Map<string, EventContent>()
  const texts = new Map<string, number>()
  onRollback(() => {
    contents.clear()
    texts.clear()
  })
  const findContent = db.prepare<[Buffer], EventContent>('SELECT id, text_id AS textId FROM event_content WHERE digest = ?')
  const addContent = db
    .prepare<[number, Buffer, string, string], number>(
      'INSERT INTO event_content (text_id, digest, entries, detail) VALUES (?, ?, ?, ?) RETURNING id',
    )
    .pluck()
  const findText = db
    .prepare<[string | null, string | null], number>('SELECT id FROM event_text WHERE code IS ? AND description IS ?')
    .pluck()
  const addText = db
    .prepare<[string | null, string | null, string], number>(
      'INSERT INTO event_text (code, description, folded) VALUES (?, ?, ?) RETURNING id',
    )
    .pluck()

  function textId(code: string | null, description: string | null): number {
    const name = JSON.stringify([code, description])
    const known = texts.get(name)
    if (known !== undefined) return known
    const folded = [code, description].map(fold).join('\n')
    return remember(texts, name, findText.get(code, description) ?? addText.get(code, description, folded))
  }

  return {
    /** The ids of a content and of its text; both are added if they are new. */
    of(entries: Entries): EventContent {
      const names = Object.keys(entries).sort()
      const json = JSON.stringify(Object.fromEntries(names.map((name) => [name, entries[name]])))
      const known = contents.get(json)
      if (known !== undefined) return known
      const digest = contentDigest(json)
      const there = findContent.get(digest)
      if (there !== undefined) return remember(contents, json, there)
      const detail = names.filter((name) => name !== 'Code' && name !== 'CodeDescription').map((name) => fold(entries[name]))
      const text = textId(shown(entries.Code), shown(entries.CodeDescription))
      const id = addContent.get(text, digest, json, detail.join('\n'))
      return remember(contents, json, id === undefined ? undefined : { id, textId: text })
    },
  }
}

/** The key by which a content is found. */
export const contentDigest = (json: string): Buffer => createHash('sha256').update(json).digest().subarray(0, 16)

/** A code or description as text; null where the event has none. */
export function shown(value: Verbatim | undefined): string | null {
  return value === null || value === undefined ? null : textOf(value)
}

function remember<T>(map: Map<string, T>, name: string, value: T | undefined): T {
  if (value === undefined) throw new Error('A row was not added')
  if (map.size >= REMEMBERED) map.clear()
  map.set(name, value)
  return value
}

/** 1 where entries name another code or description than these. */
export function saidOtherwise(entries: unknown, code: unknown, description: unknown): number {
  const said = foreignJson(String(entries))
  // What cannot be read at all is said elsewhere.
  if (typeof said !== 'object' || said === null) return 0
  const { Code, CodeDescription } = said as Record<string, Verbatim>
  return shown(Code) === code && shown(CodeDescription) === description ? 0 : 1
}
