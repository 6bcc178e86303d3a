import { Readable } from 'node:stream'
import type { ZoneClock } from '../contract/time/zone.ts'
import type { FileFormat, FileReader } from '../contract/files.ts'
import type { Language } from '../contract/languages.ts'
import type { Table } from './table.ts'

export interface FormatOptions {
  reader: FileReader
  /** Of the texts, numbers and times for people. */
  language: Language
}

/** A table as the bytes of a file: what each file in formats/ has as `write`. */
export type WriteFormat = (table: Table, clock: ZoneClock, options: FormatOptions) => Readable

/** The writer of a format, loaded when it is first asked for: the one for spreadsheets is large. */
export async function writerOf(format: FileFormat): Promise<WriteFormat> {
  const { write } = (await import(`./formats/${format}.ts`)) as { write: WriteFormat }
  return write
}

const BLOCK_CHARACTERS = 256 * 1024

/** Small pieces as blocks, so that a row is not a write; between two blocks other work of the thread gets its turn. */
export function inBlocks(pieces: Iterable<string>): Readable {
  return Readable.from(blocks(pieces))
}

async function* blocks(pieces: Iterable<string>): AsyncGenerator<string> {
  let block = ''
  for (const piece of pieces) {
    block += piece
    if (block.length >= BLOCK_CHARACTERS) {
      yield block
      block = ''
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  if (block) yield block
}
