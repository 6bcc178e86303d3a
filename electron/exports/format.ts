import { Readable } from 'node:stream'
import type { ZoneClock } from '../contract/time/zone.ts'
import type { CsvEncoding, CsvSeparator, FileFormat, FileReader } from '../contract/files.ts'
import type { Language } from '../words/index.ts'
import type { Table } from './table.ts'

export interface FormatOptions {
  reader: FileReader
  /** The language of texts, numbers and times in files for people. */
  language: Language
  /** CSV, where it is to be spelled otherwise than its reader is used to. */
  encoding?: CsvEncoding | undefined
  separator?: CsvSeparator | undefined
  /** PDF: characters that may be printed as codes; others end the stream with LETTERS_LACKING. All may when absent. */
  lettersSaid?: readonly string[] | undefined
  /** Is told each character that the file's encoding lacks and that was replaced. */
  onReplaced?: ((character: string) => void) | undefined
}

/** A table as the bytes of a file: what each file in formats/ has as `write`. */
export type WriteFormat = (table: Table, clock: ZoneClock, options: FormatOptions) => Readable

/** The writer of a format, loaded when it is first asked for: the one for spreadsheets is large. */
export async function writerOf(format: FileFormat): Promise<WriteFormat> {
  const { write } = (await import(`./formats/${format}.ts`)) as { write: WriteFormat }
  return write
}

const BLOCK_BYTES = 256 * 1024

/**
 * Small pieces as blocks, so that a row is not a write; between two blocks other work of the thread gets its turn.
 * `pieces`: a character for each byte of the file (see characters.ts).
 */
export function inBlocks(pieces: Iterable<string>): Readable {
  return Readable.from(blocks(pieces), { objectMode: false, highWaterMark: 2 * BLOCK_BYTES })
}

async function* blocks(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  let waiting: string[] = []
  let bytes = 0
  for (const piece of pieces) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes >= BLOCK_BYTES) {
      yield joined(waiting, bytes)
      waiting = []
      bytes = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  if (bytes > 0) yield joined(waiting, bytes)
}

/** Written one by one: as one text they would be copied twice. */
function joined(pieces: readonly string[], bytes: number): Buffer {
  const block = Buffer.allocUnsafeSlow(bytes)
  let at = 0
  for (const piece of pieces) at += block.write(piece, at, 'latin1')
  return block
}
