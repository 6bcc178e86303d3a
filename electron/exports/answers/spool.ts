import { closeSync, openSync, readSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OWN_FILE } from '../../book/file/private.ts'
import { temporaryFolder } from '../../book/file/unfinished.ts'
import { ROWS_END, ROWS_END_BYTES, rowsIn, type AnswerPiece } from '../../contract/question-rows.ts'
import type { QuestionAnswer, QuestionValue } from '../../contract/question-words.ts'
import { asFileFailure } from '../file.ts'

/** An answer whose rows lie in a file, to be read once or twice: plain data, for threads. */
export interface Spooled extends Pick<QuestionAnswer, 'columns' | 'cut'> {
  file: string
  count: number
}

/**
 * Has an answer laid down in a file of the temporary folder and does some work with it: what its columns hold is known with the last
 * row only, and files of columns want to know it first. The file is gone afterwards.
 * @throws what `pour` and `work` throw; DISK_FULL
 */
export async function withSpool<End extends Pick<QuestionAnswer, 'columns' | 'cut'>, T>(
  pour: (take: (piece: AnswerPiece) => Promise<void>) => Promise<End>,
  work: (answer: Spooled, end: End) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder('answer')
  const file = join(folder, 'rows')
  let count = 0
  try {
    const handle = await open(file, 'wx', OWN_FILE)
    let end: End
    try {
      end = await pour(async (piece) => {
        await handle.writev([piece.json, ROWS_END_BYTES]).catch((error: unknown) => {
          throw asFileFailure(error, file)
        })
        count += piece.count
      })
    } finally {
      await handle.close()
    }
    return await work({ file, count, columns: end.columns, cut: end.cut }, end)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
const BLOCK_BYTES = 256 << 10

/** The rows, one at a time. */
export function* spooledRows({ file }: Spooled): Generator<QuestionValue[]> {
  const descriptor = openSync(file, 'r')
  try {
    const block = Buffer.allocUnsafe(BLOCK_BYTES)
    let waiting: Buffer[] = []
    for (let read = readSync(descriptor, block); read > 0; read = readSync(descriptor, block)) {
      let from = 0
      for (let end = block.indexOf(ROWS_END); end >= 0 && end < read; end = block.indexOf(ROWS_END, from)) {
        yield* rowsIn(Buffer.concat([...waiting, block.subarray(from, end)]))
        waiting = []
        from = end + 1
      }
      if (from < read) waiting.push(Buffer.from(block.subarray(from, read)))
    }
  } finally {
    closeSync(descriptor)
  }
}
