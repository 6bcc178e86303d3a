import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, appendFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'

/** Another language is a copy of the English folder and two lines: walked here with a language `xx`. */
const root = path.resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-language-'))
const words = path.join(folder, 'words')
cpSync(path.join(root, 'electron/words'), words, { recursive: true })
cpSync(path.join(words, 'en'), path.join(words, 'xx'), { recursive: true })
appendFileSync(path.join(words, 'languages.ts'), "export { default as xx } from './xx/index.ts'\n")
appendFileSync(path.join(words, 'program-languages.ts'), "export { default as xx } from './xx/program/index.ts'\n")
afterAll(() => rmSync(folder, { recursive: true }))

test('the program speaks it', () => {
  const asked = `
    import { wordsOf } from ${JSON.stringify(path.join(words, 'program.ts'))}
    import { LANGUAGES, languageOf } from ${JSON.stringify(path.join(words, 'index.ts'))}
    const { menu, rules, units } = wordsOf(languageOf('system', 'xx-XX'))
    console.log(JSON.stringify([LANGUAGES, menu.file, rules.silent.name, units.m3]))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', asked], { encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual([['en', 'ru', 'xx'], 'File', 'Silent', 'm³'])
})

test('its types hold, and each word that it lacks is an error of theirs', () => {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.esnext.d.ts'],
    types: [],
  }
  const lacking = new Map([
    ['window/common.ts', /^ {2}loading: .*\n/m],
    ['program/workbook.ts', /^ {2}sheet: .*\n/m],
  ])
  const problems = (cut: ReadonlyMap<string, RegExp>, before?: ts.Program) => {
    const host = ts.createCompilerHost(options)
    host.readFile = (file) => {
      const text = ts.sys.readFile(file)
      const word = cut.get(path.relative(path.join(words, 'xx'), file))
      return word ? text?.replace(word, '') : text
    }
    const program = ts.createProgram([path.join(words, 'index.ts')], options, host, before)
    const found = ['index.ts', 'words.ts'].flatMap((name) => program.getSemanticDiagnostics(program.getSourceFile(path.join(words, name))))
    return { program, texts: found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')) }
  }
  const whole = problems(new Map())
  expect(whole.texts).toEqual([])
  for (const one of lacking) {
    const { texts } = problems(new Map([one]), whole.program)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain(`'xx.`)
  }
})

/** Where a language is named: an order for what devices write, which is Russian whoever reads it, and examples of commands. */
const NAMED = new Map([
  ['electron/analysis/events/groups.ts', 1],
  ['electron/cli/export-texts.ts', 1],
  ['electron/cli/report.ts', 1],
])

test('no other place names a language but English, which is spoken where no other is wished', () => {
  const found: string[] = []
  for (const top of ['electron', 'renderer']) {
    for (const name of readdirSync(path.join(root, top), { recursive: true, encoding: 'utf8' })) {
      const file = `${top}/${name.replaceAll(path.sep, '/')}`
      if (!/\.(ts|vue)$/.test(file) || /^electron\/(words|demo)\//.test(file)) continue
      const bare = readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
      const times = [...bare.matchAll(/(?<![\w.])ru(?![\w.])/g)].length
      if (times > (NAMED.get(file) ?? 0)) found.push(file)
    }
  }
  expect(found).toEqual([])
})
