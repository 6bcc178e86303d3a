import path from 'node:path'
import { checkSync } from 'recheck'
import ts from 'typescript'

/** The regular expressions of sources, and which of them may take the square of their text's length. */

const ROOT = path.resolve(import.meta.dirname, '../..')
export const PATTERNS_IN = ['electron', 'renderer'].map((folder) => path.join(ROOT, folder))

/** Those that the checker cannot judge, or that are costly on texts that are never long: where they stand, and what a person found. */
const LOOKED_AT: Readonly<Record<string, string>> = {
  'answers/match-stations.ts: /^0+(?=.)/': 'begins at the beginning, one run',
  'settings/values.ts: /^\\s*(\\d{1,2})(?!\\d)/': 'begins at the beginning, one run',
  'search/text.ts: /^0+(?=\\d)/': 'begins at the beginning, one run',
  'contract/decimal.ts: /^0+(?=\\d)/u': 'begins at the beginning, one run',
  'contract/phone.ts: /(?<![+(])[+(]*\\d(?:[\\d\\s().\\-‐‑–—]*\\d)?/gu': 'a run of signs is begun once, a run of digits is taken whole',
  'imports/own-files.ts: / \\(([^()]+)\\)(?=$|, )/gu': 'a bracket ends at the next one; headings of 1,000 letters',
  'i18n/quantity.ts: /^[-+]?(?:0|[1-9]\\d*|(?=[.,]))(?:[.,]\\d*)?(?:[eE][-+]?\\d+)?$/': 'begins at the beginning, no two runs of one sign',
  'service/authority.ts: /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g':
    'what lies between ends at a dash; files of 4 MB',
  'contract/unit-spellings.ts: /(?:\\s*\\([^()]*\\))+$|[\\s,]+(?:абс|изб|abs|gauge)\\.?$/iu': 'units of 100 letters',
  'contract/unit-spellings.ts: /^((?:тыс|млн)\\.?\\s*|(?:thousand|million)\\s+|10\\^[36]\\s*)?((?:ст|станд|норм|раб|std)\\.?\\s*|[нНnNsS])(?=[мm]\\s?(?:3|³|\\^3)|куб)/u':
    'units of 100 letters',
  'contract/coordinates.ts: /[+-]?[\\d.]+ ?°/gu': 'places of 200 letters',
  'imports/guess.ts: /^(.*?)[\\s,]*[([]([^()[\\]]+)[)\\]]\\s*$/u': 'headings of 300 letters',
  'imports/guess.ts: /^(.*),\\s*([^,]+)$/u': 'headings of 300 letters',
  'exports/name-part.ts: /[\\s.]+$/': 'parts of names of 240 bytes',
  'forms/printed.ts: /\\B(?=(\\d{3})+$)/g': 'the digits of a double',
  'logged/stack-frames.ts: /^.*(?:^|[/\\\\(])((?:out|electron|renderer|assets)[/\\\\](?:[a-z0-9-]+[/\\\\]){0,5}[A-Za-z0-9_-]{1,60}\\.(?:ts|js|cjs|mjs|vue)):(\\d{1,6}):(\\d{1,7})\\)?$/':
    'stacks of 20,000 letters',
  'logged/stack-frames.ts: /^(?:(?:out|electron|renderer|assets)\\/(?:[a-z0-9-]+\\/){0,5}[A-Za-z0-9_-]{1,60}\\.(?:ts|js|cjs|mjs|vue):\\d+:\\d+|node:[a-z_/]{1,100}:\\d+:\\d+|package:(?:@[a-z0-9-]{1,30}\\/)?[a-z0-9-]{1,40}|…)$/':
    'begins at the beginning; parts end at a slash',
  'logged/stack-frames.ts: /\\?[^:)]*(?=:\\d+:\\d+\\)?$)/': 'stacks of 20,000 letters',
  'guide/read-page.ts: /\\*\\*(?<strong>[^*]+)\\*\\*|`(?<code>[^`]+)`|<kbd>(?<key>[^<]+)<\\/kbd>|\\[(?<words>[^\\]]+)\\]\\((?<target>[^)\\s]+)\\)/g':
    "pages of the program's own guide",
}

export interface Found {
  where: string
  pattern: string
}

export function regularExpressionsIn(text: string, file: string): Found[] {
  const script = file.endsWith('.vue') ? text.slice(text.indexOf('>', text.indexOf('<script')) + 1, text.indexOf('</script>')) : text
  const source = ts.createSourceFile(file, script, ts.ScriptTarget.Latest, true)
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({ where: `${path.relative(ROOT, file)}:${line}`, pattern: node.getText() })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Those that may cost more than their text is long. The checker's other way, by trying, finds other ones in each run: it is not asked. */
export function costly(found: readonly Found[]): string[] {
  const verdicts = new Map<string, string>()
  return found
    .filter(({ pattern }) => /[*+]|\{\d+,\}/u.test(pattern))
    .filter(({ where, pattern }) => !(`${where.split('/').slice(-2).join('/').replace(/:\d+$/u, '')}: ${pattern}` in LOOKED_AT))
    .flatMap(({ where, pattern }) => {
      const cut = pattern.lastIndexOf('/')
      const [body, flags] = [pattern.slice(1, cut), pattern.slice(cut + 1).replace('v', 'u')]
      const known = verdicts.get(pattern) ?? checkSync(body, flags, { timeout: HANG_MS, checker: 'automaton' }).status
      verdicts.set(pattern, known)
      return known === 'safe' ? [] : [`${where} ${pattern}: ${known}`]
    })
}
/** It only ends a hang. */
const HANG_MS = 200_000
