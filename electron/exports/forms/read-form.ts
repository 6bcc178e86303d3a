import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml'
import { FORM_DATA, type FormData } from '../../contract/form-words.ts'
import { inEach, LANGUAGES } from '../../words/index.ts'
import { wordsOf, type Words } from '../../words/program.ts'
import type { ColumnChoice, Form, InLanguages } from './form.ts'
import { COLUMNS, FORM_STEPS, HEADS, ORIENTATIONS, PICTURES, SIGNATURES } from './vocabulary.ts'

/** Reads form files: YAML, of which every mistake is named with its line. */

/** What is wrong with a form, in which line (from 1), as a sentence in each language. */
interface FormProblem {
  line: number
  reason: InLanguages
}
export type ReadForm = { form: Form; problem: null } | { form: null; problem: FormProblem }

/** The most that a form file may have: a form is a page of text. */
const MOST_CHARACTERS = 100_000
const FONT = { least: 5, most: 14, usual: 7.5 }
const WEIGHT = { least: 0.1, most: 20 }
const DECIMALS = { least: 0, most: 9 }

const KEYS = ['title', 'data', 'step', 'page', 'heads', 'columns', 'pictures', 'totals', 'signatures', 'texts'] as const

/** @param code the form's name: the built-in's code, or the file's name */
export function readForm(code: string, text: string): ReadForm {
  const lines = new LineCounter()
  try {
    return { form: formIn(code, text.slice(0, MOST_CHARACTERS), lines), problem: null }
  } catch (error) {
    if (error instanceof Mistake) return { form: null, problem: error.problem }
    throw error
  }
}

/** A file that cannot be read has no line that is wrong: its first stands for it. */
export const unreadable = (reason: string): FormProblem => new Mistake(1, (words) => words.unread(reason)).problem

class Mistake extends Error {
  readonly problem: FormProblem
  constructor(line: number, say: (words: Words['forms']['problems'], line: string) => string) {
    const reason = inEach((language) => say(wordsOf(language).forms.problems, String(line)))
    super(reason.en)
    this.problem = { line, reason }
  }
}

function formIn(code: string, text: string, lines: LineCounter): Form {
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const [error] = document.errors
  if (error) {
    const line = lines.linePos(error.pos[0]).line
    if (error.code === 'DUPLICATE_KEY') {
      const key = /^[^\s:]+/.exec(text.slice(error.pos[0]))?.[0] ?? ''
      throw new Mistake(line, (words, at) => words.twice(at, key))
    }
    throw new Mistake(line, (words, at) => words.syntax(at, error.message))
  }
  const reader = readerOf(lines)
  const all = reader.map(document.contents, 'form', KEYS, 1)
  const title = reader.inLanguages(all.need('title'), 'title')
  const data = reader.oneOf(all.need('data'), FORM_DATA)
  const page = all.get('page')
  const inPage = page && reader.map(page, 'page', ['orientation', 'font'] as const)
  const texts = all.get('texts')
  const inTexts = texts && reader.map(texts, 'texts', ['above', 'below'] as const)
  const said = (key: 'above' | 'below') => {
    const node = inTexts?.get(key)
    return node ? reader.inLanguages(node, key) : null
  }
  const list = <T extends string>(key: (typeof KEYS)[number], known: readonly T[]): readonly T[] | null => {
    const node = all.get(key)
    return node ? reader.listOf(node, key, known) : null
  }
  const columns = all.get('columns')
  const font = inPage?.get('font')
  const orientation = inPage?.get('orientation')
  const step = all.get('step')
  const totals = all.get('totals')
  return {
    code,
    title,
    data,
    step: step ? reader.oneOf(step, FORM_STEPS) : 'day',
    page: {
      orientation: orientation ? reader.oneOf(orientation, ORIENTATIONS) : 'landscape',
      fontSize: font ? reader.number(font, 'font', FONT) : FONT.usual,
    },
    heads: list('heads', HEADS) ?? HEADS,
    columns: columns ? columnsIn(reader, columns, data) : COLUMNS[data].map((key) => ({ key })),
    pictures: list('pictures', PICTURES[data] as readonly string[]) ?? [],
    totals: totals ? reader.yesOrNo(totals, 'totals') : true,
    signatures: list('signatures', SIGNATURES) ?? [],
    texts: { above: said('above'), below: said('below') },
  }
}

function columnsIn(reader: Reader, node: Node, data: FormData): ColumnChoice[] {
  const known: readonly string[] = COLUMNS[data]
  const seen = new Set<string>()
  const columns = reader.items(node, 'columns').map((item): ColumnChoice => {
    const of = isMap(item) ? reader.map(item, 'column', ['key', 'title', 'weight', 'decimals'] as const) : null
    const named = of ? of.need('key') : item
    const key = reader.text(named, 'key')
    const line = reader.line(named)
    if (!known.includes(key)) throw new Mistake(line, (words, at) => words.unknownColumn(at, key, known.join(', ')))
    if (seen.has(key)) throw new Mistake(line, (words, at) => words.twice(at, key))
    seen.add(key)
    const [title, weight, decimals] = [of?.get('title'), of?.get('weight'), of?.get('decimals')]
    return {
      key,
      ...(title ? { title: reader.inLanguages(title, 'title') } : {}),
      ...(weight ? { weight: reader.number(weight, 'weight', WEIGHT) } : {}),
      ...(decimals ? { decimals: reader.number(decimals, 'decimals', DECIMALS) } : {}),
    }
  })
  if (columns.length === 0) throw new Mistake(reader.line(node), (words, at) => words.noColumns(at))
  return columns
}

interface Entries<K extends string> {
  get: (key: K) => Node | null
  /** Throws where it is missing. */
  need: (key: K) => Node
}

/** Reads nodes of a YAML document, each with its line. */
function readerOf(lines: LineCounter) {
  const line = (node: Node | null | undefined, or = 1) => (node?.range ? lines.linePos(node.range[0]).line : or)

  function map<K extends string>(node: Node | null, where: string, known: readonly K[], or = 1): Entries<K> {
    if (!isMap(node)) throw new Mistake(line(node, or), (words, at) => words.notAMap(at, where))
    for (const { key } of node.items) {
      const name = isScalar(key) ? String(key.value) : '?'
      if (!known.some((one) => one === name))
        throw new Mistake(line(key as Node), (words, at) => words.unknownKey(at, name, known.join(', ')))
    }
    const get = (key: K) => (node.get(key, true) as Node | undefined) ?? null
    return {
      get: (key) => {
        const found = get(key)
        // `key:` with nothing behind it says nothing.
        return isScalar(found) && found.value === null ? null : found
      },
      need(key) {
        const found = get(key)
        if (!found || (isScalar(found) && found.value === null))
          throw new Mistake(line(found ?? node), (words, at) => words.missing(at, key))
        return found
      },
    }
  }
  function text(node: Node, what: string): string {
    if (!isScalar(node) || typeof node.value !== 'string') throw new Mistake(line(node), (words, at) => words.notAText(at, what))
    return node.value
  }
  function oneOf<T extends string>(node: Node, known: readonly T[]): T {
    const value = isScalar(node) ? String(node.value) : ''
    const found = known.find((one) => one === value)
    if (found === undefined) throw new Mistake(line(node), (words, at) => words.notOneOf(at, value, known.join(', ')))
    return found
  }
  function items(node: Node, what: string): Node[] {
    if (!isSeq(node)) throw new Mistake(line(node), (words, at) => words.notAList(at, what))
    return node.items as Node[]
  }
  return {
    line,
    map,
    text,
    oneOf,
    items,
    listOf<T extends string>(node: Node, what: string, known: readonly T[]): T[] {
      const found: T[] = []
      for (const item of items(node, what)) {
        const one = oneOf(item, known)
        if (found.includes(one)) throw new Mistake(line(item), (words, at) => words.twice(at, one))
        found.push(one)
      }
      return found
    },
    number(node: Node, what: string, { least, most }: { least: number; most: number }): number {
      const value = isScalar(node) ? node.value : null
      if (typeof value !== 'number' || !(value >= least && value <= most))
        throw new Mistake(line(node), (words, at) => words.notANumber(at, what, String(least), String(most)))
      return value
    },
    yesOrNo(node: Node, what: string): boolean {
      const value = isScalar(node) ? node.value : null
      if (typeof value !== 'boolean') throw new Mistake(line(node), (words, at) => words.notYesOrNo(at, what))
      return value
    },
    /** A text in each language, or one for all of them. */
    inLanguages(node: Node, what: string): InLanguages {
      const same = isScalar(node) ? text(node, what) : null
      const own = same === null ? map(node, what, LANGUAGES) : null
      return inEach((language) => (own ? text(own.need(language), language) : (same ?? '')))
    },
  }
}
type Reader = ReturnType<typeof readerOf>
