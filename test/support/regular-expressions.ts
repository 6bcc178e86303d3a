import path from 'node:path'
import { checkSync } from 'recheck'
import ts from 'typescript'

/** The regular expressions of sources, and which of them may take the square of their text's length. */

const ROOT = path.resolve(import.meta.dirname, '../..')
export const PATTERNS_IN = ['electron', 'renderer'].map((folder) => path.join(ROOT, folder))

/** Those that are tried on short texts alone, and what bounds the text. */
const BOUNDED: Readonly<Record<string, string>> = {
  [String.raw`/(?:\s*\([^()]*\))+$|[\s,]+(?:абс|изб|abs|gauge)\.?$/iu`]: 'unit-spellings.ts: units of 100 letters',
  [String.raw`/^(.*?)[\s,]*[([]([^()[\]]+)[)\]]\s*$/u`]: 'guess.ts: headings of 300 letters',
  [String.raw`/^(.*),\s*([^,]+)$/u`]: 'guess.ts: headings of 300 letters',
  [String.raw`/\B(?=(\d{3})+$)/g`]: 'printed.ts: the digits of a double',
  [String.raw`/^.*(?:^|[/\\(])((?:out|electron|renderer|assets)[/\\](?:[a-z0-9-]+[/\\]){0,5}[A-Za-z0-9_-]{1,60}\.(?:ts|js|cjs|mjs|vue)):(\d{1,6}):(\d{1,7})\)?$/`]:
    'stack-frames.ts: stacks of 20,000 letters',
  [String.raw`/\?[^:)]*(?=:\d+:\d+\)?$)/`]: 'stack-frames.ts: stacks of 20,000 letters',
  [String.raw`/\*\*(?<strong>[^*]+)\*\*|\`(?<code>[^\`]+)\`|<kbd>(?<key>[^<]+)<\/kbd>|\[(?<words>[^\]]+)\]\((?<target>[^)\s]+)\)/g`.replaceAll(
    '\\`',
    '`',
  )]: "read-page.ts: pages of the program's own guide",
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

/** Those that are not known to be linear. */
export function costly(found: readonly Found[]): string[] {
  const repeating = found.filter(({ pattern }) => /[*+]|\{\d+,\}/u.test(pattern) && !(pattern in BOUNDED))
  const verdicts = new Map<string, string>()
  return repeating.flatMap(({ where, pattern }) => {
    const cut = pattern.lastIndexOf('/')
    const [body, flags] = [pattern.slice(1, cut), pattern.slice(cut + 1).replace('v', 'u')]
    const known = verdicts.get(pattern) ?? checkSync(body, flags, { timeout: 30_000, checker: 'auto' }).status
    verdicts.set(pattern, known)
    return known === 'safe' ? [] : [`${where} ${pattern}: ${known}`]
  })
}
