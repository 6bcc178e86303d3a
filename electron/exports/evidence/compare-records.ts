import type { ChangeList } from './changes.ts'
import { lineDifferences } from './line-diff.ts'
import { differingField, type NamedRecord } from './name-record.ts'
import type { Blocks } from './read-lines.ts'

export interface Compared {
  /** The file that is blamed for what differs. */
  file: string
  /** Lines of `found` are counted from here: 2 below the head of a table. Null: they are none of the file's. */
  firstLine: number | null
  name: (line: string) => NamedRecord | null
}

/**
 * Names each record that differs: what it was to be by the other copies in the bundle, and what stands in the file.
 * @returns false where so many differ that the rest was not looked at.
 */
export async function compareRecords(
  expected: Blocks,
  found: Blocks,
  { file, firstLine, name }: Compared,
  list: ChangeList,
): Promise<boolean> {
  for await (const one of lineDifferences(expected, found)) {
    const was = one.expected === null ? null : name(one.expected)
    const is = one.found === null ? null : name(one.found)
    const field = was && is ? differingField(was, is) : null
    const kind = one.found === null ? 'record-missing' : one.expected === null ? 'record-added' : 'record-changed'
    const hasRoom = list.add(kind, file, {
      line: firstLine === null ? null : one.line + firstLine - 1,
      record: (was ?? is)?.key ?? null,
      field,
      expected: field === null ? one.expected : (was?.fields[field] ?? null),
      found: field === null ? one.found : (is?.fields[field] ?? null),
    })
    if (!hasRoom) return false
  }
  return true
}
