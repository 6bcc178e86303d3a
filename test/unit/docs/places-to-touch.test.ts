import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/**
 * CONTRIBUTING's table 'Where to add what', walked: one made-up thing of each kind is added to its list in a copy of the
 * project, and the type checker says which files of the program ask for more. What it asks for is in the row, and there is
 * no more of it than the row allows. Another language has a test of its own (words/another-language).
 */
const root = path.resolve(import.meta.dirname, '../../..')
const LONG = process.env['METERBOOK_LONG'] === '1'

interface Walk {
  /** The first cell of its row. */
  row: string
  list: string
  /** A text of the list, and what stands in its place with the made-up thing. */
  add: readonly (readonly [before: string, after: string])[]
  /** The words that it needs besides, and the entry there that its own is like. */
  words?: readonly (readonly [file: string, like: string, name: string])[]
  /** Every file of the program that the type checker names, words aside. */
  touched: readonly string[]
}

/** The text of a file in which a made-up entry stands before the one that it is like. */
function withEntry(text: string, like: string, name: string): string {
  const entry = new RegExp(String.raw`^( *)${like}: (?:\{\n[^]*?\n\1\}|.*?),\n`, 'm').exec(text)?.[0] ?? ''
  expect(entry).toContain(like)
  return text.replace(entry, entry.replace(like, name) + entry)
}

/** Where a lacking word is an error: the type of a language is compared with English there. */
const WORDS = 'electron/words/index.ts'

const WALKS: readonly Walk[] = [
  {
    row: 'a rule',
    list: 'electron/contract/rules.ts',
    add: [
      ["  'kept_twice',\n] as const", "  'kept_twice',\n  'made_up',\n] as const"],
      [
        'export const RULES = {\n',
        "export const RULES = {\n  made_up: { kind: 'definite', span: 'lasted', sources: ['w1'], thresholds: [] },\n",
      ],
    ],
    words: [['rules.ts', 'kept_twice', 'made_up']],
    touched: ['electron/analysis/rules/index.ts'],
  },
  {
    row: 'a form of a report',
    list: 'electron/contract/form-words.ts',
    add: [["  'verifications',\n] as const\nexport type FormCode", "  'verifications',\n  'made-up',\n] as const\nexport type FormCode"]],
    touched: ['electron/exports/forms/built-in/index.ts'],
  },
  {
    row: 'a screen',
    list: 'electron/contract/screens.ts',
    add: [
      ['export const SCREENS = [\n', "export const SCREENS = [\n  { name: 'madeUp', path: '/made-up', icon: 'workbench', digit: '4' },\n"],
    ],
    words: [['names.ts', 'fleet', 'madeUp']],
    touched: ['renderer/router.ts'],
  },
  {
    row: 'a preference',
    list: 'electron/contract/preferences.ts',
    add: [['  notifications: {', "  madeUp: { choices: ['one', 'two'], usual: 'one' },\n  notifications: {"]],
    touched: [],
  },
  {
    row: 'a kind of note',
    list: 'electron/contract/note-words.ts',
    add: [["'reading', 'other'] as const", "'reading', 'other', 'madeUp'] as const"]],
    words: [['fields.ts', 'seal', 'madeUp']],
    touched: [],
  },
  {
    row: 'an export format',
    list: 'electron/contract/files.ts',
    add: [['  json: {', "  madeUp: { label: 'Made up', offeredFor: ['people'] },\n  json: {"]],
    touched: [],
  },
  {
    row: 'a failure',
    list: 'electron/contract/errors.ts',
    add: [['export const SERVICE_CODES = [\n', "export const SERVICE_CODES = [\n  'MADE_UP',\n"]],
    touched: ['electron/cli/exit.ts', 'electron/terminal/sentences.ts'],
  },
]

/** The cells of the table's rows, by the first. */
const rows = new Map(
  readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name = '', ...cells]) => [name, cells.join(' ')] as const),
)

/** As a row names it: without the rooms' common folder. */
const inRow = (file: string) => file.replace(/^electron\//, '')

test.each(WALKS)('$row: the row names its list and every place that the type checker asks for', ({ row, list, add, touched }) => {
  const said = rows.get(row) ?? ''
  for (const file of [list, ...touched]) expect(said).toContain(`\`${inRow(file)}\``)
  const text = readFileSync(path.join(root, list), 'utf8')
  for (const [before] of add) expect(text).toContain(before)
})

test.runIf(LONG)('the type checker asks for what the rows name, and for nothing else', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'meterbook-places-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  for (const name of ['electron', 'renderer', 'package.json', 'tsconfig.json'])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const checker = path.join(root, 'node_modules/vue-tsc/bin/vue-tsc.js')
  const asked = WALKS.map(({ row, list, add, words = [] }) => {
    const kept = new Map<string, string>()
    const change = (name: string, changed: (text: string) => string) => {
      const file = path.join(copy, name)
      const text = readFileSync(file, 'utf8')
      kept.set(file, text)
      writeFileSync(file, changed(text))
    }
    change(list, (text) => add.reduce((whole, [before, after]) => whole.replace(before, after), text))
    for (const [file, like, name] of words) change(`electron/words/en/${file}`, (text) => withEntry(text, like, name))
    const types = ['--noEmit', '--incremental', '--tsBuildInfoFile', path.join(copy, 'types')]
    const { stdout } = spawnSync(process.execPath, [checker, ...types], { cwd: copy, encoding: 'utf8' })
    for (const [file, text] of kept) writeFileSync(file, text)
    const named = new Set([...stdout.matchAll(/^(\S+?)\(\d+,/gm)].map(([, name]) => name))
    named.delete(WORDS)
    return [row, [...named].toSorted()]
  })
  expect(asked).toEqual(WALKS.map(({ row, touched }) => [row, touched]))
})
