import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { SQLite, sql } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'
import { KNOWN_PARAMETERS } from '../../../../electron/contract/question-words.ts'
import type { PublicViewWords } from '../../../../electron/words/public-view-words.ts'

/** Functions that questions ask most, with what each takes. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  abs: '(x)',
  avg: '(x)',
  coalesce: '(a, b, …)',
  count: '(*)',
  date: "(time, 'unixepoch')",
  datetime: "(time, 'unixepoch')",
  group_concat: "(x, ', ')",
  iif: '(condition, a, b)',
  instr: '(text, part)',
  json_each: '(json)',
  json_extract: "(json, '$.name')",
  lag: '(x) OVER (…)',
  lead: '(x) OVER (…)',
  length: '(text)',
  lower: '(text)',
  max: '(x)',
  median: '(x)',
  min: '(x)',
  nullif: '(a, b)',
  rank: '() OVER (…)',
  round: '(x, digits)',
  row_number: '() OVER (…)',
  strftime: "('%Y-%m', time, 'unixepoch')",
  substr: '(text, from, length)',
  sum: '(x)',
  total: '(x)',
  unixepoch: "('2026-10-01')",
}
const functions: readonly Completion[] = Object.entries(FUNCTIONS).map(([label, detail]) => ({
  label,
  detail,
  type: 'function',
  boost: -1,
}))

/** The words of the fixed parameters; other names are any text. */
export type ParameterWords = Readonly<Record<(typeof KNOWN_PARAMETERS)[number], string>>

/** The language of the editor: SQLite, completed by the public views and columns with what each means, functions and parameters. */
export function questionLanguage(views: PublicViewWords, parameters: ParameterWords): Extension {
  const schema = Object.fromEntries(
    Object.entries(views).map(([name, { about, columns }]) => [
      name,
      {
        self: { label: name, type: 'class', info: about, boost: 1 },
        children: Object.entries(columns).map(([label, info]) => ({ label, type: 'property', info })),
      },
    ]),
  )
  const known: readonly Completion[] = KNOWN_PARAMETERS.map((name) => ({ label: `:${name}`, type: 'variable', info: parameters[name] }))
  const support = sql({ dialect: SQLite, schema, upperCaseKeywords: true })
  return [
    support,
    support.language.data.of({ autocomplete: parametersAt(known) }),
    support.language.data.of({ autocomplete: functionsAt }),
    support.language.data.of({ autocomplete: columnsAt(views) }),
  ]
}

function parametersAt(known: readonly Completion[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/:\w*/)
    return typed ? { from: typed.from, options: [...known], validFor: /^:\w*$/ } : null
  }
}

function functionsAt(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(/\w+/)
  return typed && !context.matchBefore(/[.:]\w*/) ? { from: typed.from, options: [...functions], validFor: /^\w*$/ } : null
}

/** The columns of all views that the text names, without a view's name before them. */
function columnsAt(views: PublicViewWords) {
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/\w+/)
    if ((!typed && !context.explicit) || context.matchBefore(/[.:]\w*/)) return null
    const text = context.state.doc.toString()
    const named = Object.keys(views).filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(text))
    const options = named.flatMap((name) =>
      Object.entries(views[name]?.columns ?? {}).map(([label, info]): Completion => ({ label, detail: name, info, type: 'property' })),
    )
    return options.length === 0 ? null : { from: typed?.from ?? context.pos, options, validFor: /^\w*$/ }
  }
}
