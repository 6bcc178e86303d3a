import type { BundleChange } from '../../contract/evidence.ts'
import type { ChangeKind } from '../../contract/evidence-words.ts'

const MOST_CHANGES = 1000
/** The most changes of one file, so that one file does not crowd out the others. */
const MOST_OF_FILE = 200
const MOST_TEXT = 500

/** What was found changed, so far. */
export function changeList() {
  const changes: BundleChange[] = []
  const ofFile = new Map<string, number>()
  let isMore = false
  let total = 0
  return {
    changes,
    get isMore() {
      return isMore
    },
    /** All that were found, also those that are not named, and each time that one was met again. */
    get total() {
      return total
    },
    /** True while there is room for more of this file. */
    add(kind: ChangeKind, file: string, about: Partial<Omit<BundleChange, 'kind' | 'file'>> = {}): boolean {
      const count = (ofFile.get(file) ?? 0) + 1
      ofFile.set(file, count)
      total++
      if (changes.length >= MOST_CHANGES || count > MOST_OF_FILE) {
        isMore = true
        return false
      }
      const { line = null, record = null, field = null, expected = null, found = null, fault = null } = about
      changes.push({
        kind,
        file,
        line,
        record: record && shortKey(record),
        field: shortened(field),
        expected: shortened(expected),
        found: shortened(found),
        fault,
      })
      return true
    },
    /** Counts a change that is named already and was met once more: the check that met it differs as well. */
    metAgain(): void {
      total++
    },
    has: (file: string): boolean => ofFile.has(file),
  }
}
export type ChangeList = ReturnType<typeof changeList>

/**
 * A text that somebody else wrote, cut where it is longer than anybody reads. It is a copy: V8 keeps the whole text that a
 * part was taken of, and a line may be of megabytes.
 */
export function shortened(text: string, most?: number): string
export function shortened(text: string | null, most?: number): string | null
export function shortened(text: string | null, most = MOST_TEXT): string | null {
  if (text === null) return null
  const part = text.length <= most ? text : `${text.slice(0, most)}…`
  return JSON.parse(JSON.stringify(part)) as string
}

/** The key of a record, each part cut. */
export const shortKey = (key: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(key).map(([name, value]) => [name, shortened(value)]))
