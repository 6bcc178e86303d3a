import parse from 'spdx-expression-parse'
import type { Part } from './part.ts'

/**
 * Licences under which a part may travel with the program: they ask for their notice and for nothing of the program's own
 * source. Weak copyleft (MPL, LGPL, EPL) is none of them: it needs a line in `EXCEPTIONS`.
 */
const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Zlib', 'BlueOak-1.0.0', 'Python-2.0'],
  ...['CC0-1.0', 'Unlicense', 'Unicode-3.0'],
  // SQLite's words in place of a licence: it is in the public domain.
  'blessing',
])

/** Licences for letters and for nothing else. */
const FOR_FONTS = new Set(['OFL-1.1'])
const FONTS = new Set(['Roboto', '@fontsource/noto-sans-armenian', '@fontsource/noto-sans-georgian'])

/** Parts under another licence, each with the reason why it may travel all the same. None so far. */
const EXCEPTIONS: Record<string, { licence: string; because: string }> = {}

type Expression = ReturnType<typeof parse>

/** What keeps these parts from being handed on, a sentence each; empty: nothing does. */
export function licenceFaults(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    const name = `${part.name} ${part.version}`
    const faults: string[] = []
    if (part.licence === null)
      faults.push(`${name} names no licence: leave it out, or say in packaging/licences/carried.ts what it is under.`)
    else if (!mayTravel(part))
      faults.push(`${name} is under ${part.licence}, which is not on the list of packaging/licences/licence-check.ts.`)
    if (!part.text?.trim())
      faults.push(`${name} has no licence text: put it into packaging/licences/texts and name it in packaging/licences/carried.ts.`)
    return faults
  })
}

function mayTravel({ name, licence }: Part): boolean {
  if (licence === null) return false
  if (EXCEPTIONS[name]?.licence === licence) return true
  try {
    return satisfies(parse(licence), (id) => ALLOWED.has(id) || (FONTS.has(name) && FOR_FONTS.has(id)))
  } catch {
    return false
  }
}

/** Of `OR` one side is enough, of `AND` both are needed. An addition to a licence (`WITH`) is a licence that nobody has looked at. */
function satisfies(expression: Expression, allows: (id: string) => boolean): boolean {
  if ('conjunction' in expression) {
    const [left, right] = [satisfies(expression.left, allows), satisfies(expression.right, allows)]
    return expression.conjunction === 'or' ? left || right : left && right
  }
  return expression.exception === undefined && allows(expression.license)
}
