import type { Book } from '../../book/index.ts'
import type { LateRecords } from '../../contract/evidence.ts'
import { byUnits } from './canonical.ts'
import { shortened, shortKey } from './changes.ts'
import { recordsOfChoice } from './choice.ts'
import { foreignJson } from '../../contract/foreign-json.ts'
import { namedCanonical } from './name-record.ts'
import { PATHS } from './paths.ts'
import { linesOf, type Blocks } from './read-lines.ts'
import { canonicalRecords, inBlocks } from './records.ts'
import type { Verified } from './verify.ts'

const SHOWN = 200
/** UTF-16 units of a record that are shown. */
const MOST_SHOWN = 4000

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
    if (record && late.rows.length < SHOWN)
      late.rows.push({ what, record: shortKey(record), bundle: shortened(bundle, MOST_SHOWN), book: shortened(own, MOST_SHOWN) })
  }
  const theirs = placed(linesOf(file, { signal }))
  const ours = placed(inBlocks(canonicalRecords(book, recordsOfChoice(verified.choice)), signal))
  let [a, b] = [await theirs.next(), await ours.next()]
  while (a !== null || b !== null) {
    const order = a === null ? 1 : b === null ? -1 : inOrder(a.place, b.place)
    if (order < 0 && a) add('lacking', a.line, a.line, null)
    else if (order > 0 && b) add('come', b.line, null, b.line)
    else if (a && b && a.line !== b.line) add('corrected', a.line, a.line, b.line)
    if (order <= 0) a = await theirs.next()
    if (order >= 0) b = await ours.next()
  }
  return late
}

type Place = readonly (string | number)[]

/** A file with more lines that are no records is none of records: what comes behind is not looked at. */
const MOST_STRANGE = 1000

/** Records and where they stand; what is none is passed over. */
function placed(blocks: Blocks) {
  const iterator = blocks[Symbol.asyncIterator]()
  let lines: readonly string[] = []
  let at = 0
  let strange = 0
  return {
    /** Null behind the last one. */
    async next(): Promise<{ line: string; place: Place } | null> {
      for (;;) {
        for (; at < lines.length; at++) {
          const line = lines[at] as string
          const place = placeOf(line)
          if (!place && ++strange > MOST_STRANGE) return null
          if (!place) continue
          at++
          return { line, place }
        }
        const next = await iterator.next()
        if (next.done) return null
        lines = next.value
        at = 0
      }
    },
  }
}

/** Where a record stands among all: what records.ts orders them by. An event is what it says, so it is never corrected. */
function placeOf(line: string): Place | null {
  const record = foreignJson(line)
  if (!Array.isArray(record)) return null
  const [kind, ...rest] = record as unknown[]
  const place = (...parts: unknown[]): Place | null => (parts.every(isPlace) ? parts : null)
  const [id = 0, second = 0, third = 0, fourth = 0] = rest
  switch (kind) {
    case 'station':
      return place(0, id)
    case 'reading':
      return place(1, id, 0, second, third, fourth)
    case 'event':
      return place(1, id, 1, second, third, line)
    case 'settings':
      return place(1, id, 2, second)
    case 'session':
      return place(2, id, second, third)
    default:
      return null
  }
}

const isPlace = (part: unknown): part is string | number => typeof part === 'string' || typeof part === 'number'

function inOrder(a: Place, b: Place): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0]
    const order = typeof x === 'number' && typeof y === 'number' ? x - y : byUnits(String(x), String(y))
    if (order !== 0) return order
  }
  return 0
}
