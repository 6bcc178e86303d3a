import type { ColumnChunk, RowGroup } from 'hyparquet'
import { ByteWriter } from 'hyparquet-writer'
import { writeMetadata } from 'hyparquet-writer/src/metadata.js'
import { chunkOf } from './chunk.ts'
import { columnOf, GROUP_ROWS, type AnyColumn, type ColumnKind } from './column.ts'
import { elementOf } from './schema.ts'

/** A column of a file that is being written. */
export interface ParquetColumn {
  name: string
  kind: ColumnKind
  /** Left out of the file when no row has a value. */
  isOptional?: boolean
}

const MAGIC = Buffer.from('PAR1')
/** Stays the same in every version of the program, so that the same records make the same bytes of a partition. */
const CREATED_BY = 'Meterbook'

/**
 * A Parquet file, a row group at a time. Fill `columns`, one value a column and row; when `isFull`, write what
 * `takeGroup` hands out; at the end what is left of the group, and `footer`.
 */
export class ParquetFile {
  readonly columns: readonly AnyColumn[]
  readonly #about: readonly ParquetColumn[]
  readonly #hasValues: boolean[]
  readonly #groups: RowGroup[] = []
  #offset = 0
  rows = 0

  constructor(about: readonly ParquetColumn[]) {
    this.#about = about
    this.columns = about.map(({ kind }) => columnOf(kind))
    this.#hasValues = about.map(() => false)
  }

  /** Rows that wait for their row group. */
  get waiting(): number {
    return this.columns[0]?.rows ?? 0
  }
  get isFull(): boolean {
    return this.waiting >= GROUP_ROWS
  }

  /** The bytes that a file begins with. */
  head(): Uint8Array {
    this.#offset += MAGIC.length
    return MAGIC
  }

  /** The row group that was filled, a column at a time: encoding one takes some milliseconds. */
  *takeGroup(): Generator<Uint8Array> {
    const rows = this.waiting
    if (rows === 0) return
    const chunks: ColumnChunk[] = []
    const from = this.#offset
    for (const [at, column] of this.columns.entries()) {
      if (column.values > 0) this.#hasValues[at] = true
      const { bytes, about } = chunkOf(column, this.#about[at]?.name ?? '', this.#offset)
      chunks.push(about)
      column.clear()
      this.#offset += bytes.length
      yield bytes
    }
    this.rows += rows
    this.#groups.push({
      columns: chunks,
      total_byte_size: sum(chunks),
      num_rows: BigInt(rows),
      total_compressed_size: BigInt(this.#offset - from),
    })
  }

  /** The end of the file. Columns that nobody needs are not named in it: their bytes, a few a row group, are passed over. */
  footer(): Uint8Array {
    const isKept = this.#about.map(({ isOptional }, at) => !isOptional || this.#hasValues[at] === true)
    const kept = this.#about.filter((_, at) => isKept[at])
    const groups = this.#groups.map((group) => {
      const columns = group.columns.filter((_, at) => isKept[at])
      return { ...group, columns, total_byte_size: sum(columns) }
    })
    const out = new ByteWriter()
    writeMetadata(out, {
      version: 2,
      created_by: CREATED_BY,
      schema: [{ name: 'root', num_children: kept.length }, ...kept.map(({ name, kind }) => elementOf(name, kind))],
      num_rows: BigInt(this.rows),
      row_groups: groups,
      metadata_length: 0,
    })
    out.appendBytes(MAGIC)
    return out.getBytes()
  }
}

const sum = (chunks: readonly ColumnChunk[]): bigint =>
  chunks.reduce((bytes, { meta_data }) => bytes + (meta_data?.total_uncompressed_size ?? 0n), 0n)
