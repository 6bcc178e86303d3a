import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { sentenceOf } from '../../../electron/cli/sentences.ts'
import { FAILURE_CODES } from '../../../electron/contract/errors.ts'
import { messages } from '../../../renderer/i18n/index.ts'

/** Codes of failures beside the program's sources: each is thrown somewhere, with the facts that its sentences name. */
const root = path.resolve(import.meta.dirname, '../../..')
/** Where codes stand as words only: the list itself, and the tables of sentences and exit codes. */
const TABLES = ['contract/errors.ts', 'cli/sentences.ts', 'cli/exit.ts']
/** BOOK_IN_USE says who: `...readOwner(file)` in book/file/lock.ts. The operating system's codes become ours in book/file/errors.ts, with the file and what the system said. */
const SPREAD = ['file', 'owner', 'pid', 'sinceMs', 'reason']

const thrown = new Map<string, Set<string>>()
for (const folder of ['electron', 'renderer']) {
  for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(ts|vue)$/.test(name) || TABLES.includes(name) || name.startsWith('words')) continue
    collect(ts.createSourceFile(name, readFileSync(path.join(root, folder, name), 'utf8'), ts.ScriptTarget.Latest, true))
  }
}

/** Notes every value (not a type, not a comparison) that is a code, with the names of the facts given beside it. */
function collect(node: ts.Node): void {
  if (ts.isStringLiteral(node) && !ts.isLiteralTypeNode(node.parent) && isGiven(node)) {
    const facts = thrown.get(node.text) ?? new Set<string>()
    for (const name of factsBeside(node)) facts.add(name)
    thrown.set(node.text, facts)
  }
  ts.forEachChild(node, collect)
}

/** The expression that a literal is given by: itself, or the choice (`a ? 'ONE' : 'OTHER'`) that it is a branch of. */
function choiceOf(node: ts.Expression): ts.Expression {
  const { parent } = node
  return ts.isConditionalExpression(parent) && parent.condition !== node ? choiceOf(parent) : node
}

/** `new XError('CODE', …)`, `code: 'CODE'`, `refused: 'CODE'`, an entry of a table of codes, or the message of a schema. */
function isGiven(node: ts.StringLiteral): boolean {
  const { parent } = choiceOf(node)
  if (ts.isNewExpression(parent)) return parent.expression.getText().endsWith('Error')
  if (ts.isPropertyAssignment(parent)) return ['code', 'message', 'refused'].includes(parent.name.getText()) || isOfCodes(parent.parent)
  if (ts.isArrayLiteralExpression(parent)) return ts.isArrayLiteralExpression(parent.parent)
  return ts.isCallExpression(parent) && parent.expression.getText().endsWith('.refine')
}

/** A table whose values are codes: `{ … } as const satisfies Record<string, FailureCode>`. */
function isOfCodes(table: ts.ObjectLiteralExpression): boolean {
  let around: ts.Node = table.parent
  while (ts.isAsExpression(around)) around = around.parent
  return ts.isSatisfiesExpression(around) && around.type.getText() === 'Record<string, FailureCode>'
}

function factsBeside(literal: ts.StringLiteral): string[] {
  const code = choiceOf(literal)
  if (ts.isArrayLiteralExpression(code.parent)) return SPREAD
  // Who throws by a table of codes gives the facts there.
  if (ts.isPropertyAssignment(code.parent) && isOfCodes(code.parent.parent)) return ['*']
  if (!ts.isNewExpression(code.parent)) return []
  const data = code.parent.arguments?.[1]
  if (!data) return []
  // Facts that are put together elsewhere are not known here: the sentence is believed.
  if (!ts.isObjectLiteralExpression(data)) return ['*']
  return data.properties.flatMap((property) => (ts.isSpreadAssignment(property) ? SPREAD : property.name ? [property.name.getText()] : []))
}

/** The names of the facts that the terminal's sentence asks for, those included that it asks for where others are there. */
function factsOfSentence(code: string): string[] {
  const asked = new Set<string>()
  for (const value of ['', 'x', 1]) {
    const data = new Proxy(
      {},
      {
        get: (_target, name) => (asked.add(String(name)), value),
      },
    )
    sentenceOf({ code, data })
  }
  return [...asked]
}

const supplies = (code: string, fact: string) => {
  const facts = thrown.get(code)
  // The service's host is added to whatever goes wrong with a sign-in (`with({ host })`), the path by every exchange, and the
  // part that a book plays to whatever is wrong with the one that is merged (book/sharing/other-book.ts).
  return facts?.has(fact) || facts?.has('*') || ['host', 'path', 'file', 'role'].includes(fact)
}

test.each(FAILURE_CODES.filter((code) => code !== 'UNKNOWN'))('%s is thrown somewhere', (code) => {
  expect(thrown.has(code)).toBe(true)
})

test.each(FAILURE_CODES.filter((code) => code !== 'UNKNOWN'))('%s: the terminal’s sentence names facts that are given', (code) => {
  expect(factsOfSentence(code).filter((fact) => !supplies(code, fact))).toEqual([])
})

test.each(['en', 'ru'] as const)('the window’s sentences in %s name facts that are given', (language) => {
  const failure = messages[language]['failure'] as Record<string, string>
  const missing = FAILURE_CODES.flatMap((code) =>
    [...(failure[code] ?? '').matchAll(/\{(\w+)\}/g)].flatMap(([, fact = '']) => (supplies(code, fact) ? [] : [`${code} ${fact}`])),
  )
  expect(missing).toEqual([])
})
