import type { Book } from '../../book/index.ts'
import type { LateRecords } from '../../contract/evidence.ts'
import { byUnits } from './canonical.ts'
import { recordsOfChoice } from './choice.ts'
import { namedCanonical } from './name-record.ts'
import { PATHS } from './paths.ts'
import { linesOf } from './read-lines.ts'
import { canonicalRecords, yielding } from './records.ts'
import type { Verified } from './verify.ts'

const SHOWN = 200

/**
 * What has come late or was corrected since a bundle was made, from a book of one's own: both are read once, in the order
 * of the records' natural keys.
 * @throws the reason of `signal`.
 */
export async function lateRecords(verified: Verified, book: Book, signal?: AbortSignal): Promise<LateRecords> {
  const late: LateRecords = { come: 0, corrected: 0, lacking: 0, rows: [] }
  const file = verified.fileOf(PATHS.records)
  if (file === null || verified.choice === null) return late
  const add = (what: LateRecords['rows'][number]['what'], line: string, bundle: string | null, own: string | null) => {
    late[what]++
    const record = namedCanonical(line)?.key
    if (record && late.rows.length < SHOWN) late.rows.push({ what, record, bundle, book: own })
  }
  const theirs = linesOf(file)
  const ours = yielding(canonicalRecords(book, recordsOfChoice(verified.choice)), signal)
  let [a, b] = [await nextOf(theirs), await nextOf(ours)]
  while (a !== null || b !== null) {
    const order = a === null ? 1 : b === null ? -1 : inOrder(a.place, b.place)
    if (order < 0 && a) add('lacking', a.line, a.line, null)
    else if (order > 0 && b) add('come', b.line, null, b.line)
    else if (a && b && a.line !== b.line) add('corrected', a.line, a.line, b.line)
    if (order <= 0) a = await nextOf(theirs)
    if (order >= 0) b = await nextOf(ours)
  }
  return late
}

type Place = readonly (string | number)[]

async function nextOf(lines: AsyncGenerator<string>): Promise<{ line: string; place: Place } | null> {
  for (;;) {
    const next = await lines.next()
    if (next.done) return null
    const place = placeOf(next.value)
    if (place) return { line: next.value, place }
  }
}

/** Where a record stands among all: what records.ts orders them by. An event is what it says, so it is never corrected. */
function placeOf(line: string): Place | null {
  try {
    const [kind, ...rest] = JSON.parse(line) as [string, ...(string | number)[]]
    const [id = 0, second = 0, third = 0, fourth = 0] = rest
    switch (kind) {
      case 'station':
        return [0, id]
      case 'reading':
        return [1, id, 0, second, third, fourth]
      case 'event':
        return [1, id, 1, second, third, line]
      case 'settings':
        return [1, id, 2, second]
      case 'session':
        return [2, id, second, third]
      default:
        return null
    }
  } catch {
    return null
  }
}

function inOrder(a: Place, b: Place): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0]
    const order = typeof x === 'number' && typeof y === 'number' ? x - y : byUnits(String(x), String(y))
    if (order !== 0) return order
  }
  return 0
}
