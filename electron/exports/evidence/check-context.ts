import type { Book } from '../../book/index.ts'
import { isDay } from '../../contract/time/day.ts'
import type { ReadBag } from './bag-read.ts'
import type { ChangeList } from './changes.ts'
import type { CheckList } from './checks.ts'
import { recordsOfChoice, type BundleChoice } from './choice.ts'
import { compareRecords } from './compare-records.ts'
import { CONTEXT_TABLES, isLater } from './context-tables.ts'
import { daysOf, INNER_TABLES, innerTables } from './context.ts'
import { namedRow } from './name-record.ts'
import { csvPath } from './paths.ts'
import { cellsOf, rowsOfCsv, type Blocks } from './read-lines.ts'
import { inBlocks, type RecordChoice } from './records.ts'
import { csvRow, headOf } from './tables.ts'

/**
 * The tables of what the book inside holds as well, against that book: whose records they are, what of which days was asked
 * for. Their CSV is read: that context.jsonl says the same is checked elsewhere.
 */
export async function checkContextBook(
  { files, isSound }: Pick<ReadBag, 'files' | 'isSound'>,
  { book, choice, signal }: { book: Book; choice: BundleChoice; signal: AbortSignal | undefined },
  list: ChangeList,
  checks: CheckList,
): Promise<void> {
  const asked = recordsOfChoice(choice)
  const rowsOf = innerTables(book, asked)
  for (const name of INNER_TABLES) {
    const check = name === 'coverage' ? 'coverage' : 'context-book'
    const table = CONTEXT_TABLES[name]
    const path = csvPath(table)
    const file = files.get(path)?.file
    if (!file) {
      if (!isLater(name)) checks.say(check, 'not-checked', 'missing')
      continue
    }
    // A table whose sum shows that it changed is only marked here: the check of context.jsonl names its lines.
    if (!isSound(path)) {
      checks.say(check, 'differs')
      continue
    }
    function* rows() {
      yield headOf(table)
      for (const [, ...cells] of rowsOf(name)) yield csvRow(cells)
    }
    const [expected, found] = [inBlocks(rows(), signal), rowsOfCsv(file, { signal })]
    const namedBy = (row: string) => namedRow(table, row)
    await checks.during(check, () =>
      name === 'coverage'
        ? // A run of days may begin and end beyond the choice, where the book inside has none of it.
          compareRecords(clipped(expected, asked), clipped(found, asked), { file: path, firstLine: null, name: namedBy }, list)
        : compareRecords(expected, found, { file: path, firstLine: 1, name: namedBy }, list),
    )
  }
}

const [FROM, TO] = [3, 4]

/** Runs of coverage within the days of a choice. Rows that are no runs stay as they are. */
async function* clipped(blocks: Blocks, choice: RecordChoice): AsyncGenerator<string[]> {
  const { first, last } = daysOf(choice)
  const columns = CONTEXT_TABLES.coverage.columns.length
  for await (const rows of blocks)
    yield rows.flatMap((row) => {
      const cells = cellsOf(row, columns + 1)
      const [from = '', to = ''] = [cells[FROM], cells[TO]]
      if (!isDay(from) || !isDay(to) || from > to || cells.length !== columns) return row
      if (to < first || from > last) return []
      return csvRow(cells.with(FROM, from < first ? first : from).with(TO, to > last ? last : to))
    })
}
