import type { FindingRow } from '../../../electron/contract/findings.ts'

/** Words and formats of a language, of which sentences are made. */
export interface SentenceWords {
  /** The templates of a rule, or of one of its details, the richest first; none where there are none. */
  templates: (rule: FindingRow['rule'], detail: FindingRow['detail']) => readonly string[]
  /** The values that templates can name, as people read them; undefined where the finding does not say one. */
  parts: (finding: FindingRow) => Readonly<Record<string, string | undefined>>
  /** When no template can be filled: the name of the rule. */
  name: (rule: FindingRow['rule']) => string
  /** A sentence with the volume concerned behind it. */
  withVolume: (text: string, m3: string) => string
}

const PLACE = /\{(\w+)\}/g

/** The template with its places filled; null when one of them has nothing. */
function filled(template: string, parts: Readonly<Record<string, string | undefined>>): string | null {
  for (const [, name = ''] of template.matchAll(PLACE)) if (parts[name] === undefined) return null
  return template.replace(PLACE, (_, name: string) => parts[name] ?? '')
}

/**
 * A finding in a sentence made from its data: 'Pressure stood at 374.6 kPa for 31 h while 412 m³ flowed'. It says what the
 * finding knows and no more: the richest template that its data fill.
 */
export function findingSentence(finding: FindingRow, words: SentenceWords): string {
  const { rule, detail } = finding
  const parts = words.parts(finding)
  const templates = [...(detail === null ? [] : words.templates(rule, detail)), ...words.templates(rule, null)]
  for (const template of templates) {
    const text = filled(template, parts)
    if (text === null) continue
    const m3 = parts['m3']
    return m3 === undefined || template.includes('{m3}') ? text : words.withVolume(text, m3)
  }
  return words.name(rule)
}
