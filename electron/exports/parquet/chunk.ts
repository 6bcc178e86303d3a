import { zstdCompressSync } from 'node:zlib'
import { ByteWriter } from 'hyparquet-writer'
import { writePageHeader } from 'hyparquet-writer/src/datapage.js'
import type { ColumnChunk, Encoding, Statistics } from 'hyparquet'
import type { AnyColumn, NumberColumn, TextColumn } from './column.ts'
import type { Dictionary } from './dictionary.ts'
import { bitsFor, hybridBytes, writeHybrid } from './hybrid.ts'
import { numberBounds, numberDictionary, plainNumbers } from './numbers.ts'
import { isWorthIt, plainTexts, textBounds } from './texts.ts'
import { PHYSICAL } from './schema.ts'

/** A column of one row group as the bytes of the file, and what the footer says of it. */
export interface Chunk {
  bytes: Uint8Array
  about: ColumnChunk
}

/** The pages of a chunk before they are compressed. */
interface Pages {
  /** Null: the values stand in the data page themselves. */
  dictionary: { bytes: Uint8Array; size: number } | null
  values: Uint8Array
  bounds: Statistics
}

/** Where places of a number's dictionary are put: one chunk is encoded at a time. */
let scratch = new Uint32Array(0)

/** Encodes a column's row group: a dictionary where that is smaller, zstd over each page. `offset`: of the file so far. */
export function chunkOf(column: AnyColumn, name: string, offset: number): Chunk {
  const { dictionary, values, bounds } = column.kind === 'text' ? textPages(column) : numberPages(column)
  const nulls = column.rows - column.values
  const out = new ByteWriter(values.length + (dictionary?.bytes.length ?? 0) + 1024)
  let uncompressed = 0
  if (dictionary) {
    const packed = zstdCompressSync(dictionary.bytes)
    writePageHeader(out, {
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: dictionary.bytes.length,
      compressed_page_size: packed.length,
      dictionary_page_header: { num_values: dictionary.size, encoding: 'PLAIN' },
    })
    uncompressed += out.offset + dictionary.bytes.length
    out.appendBytes(packed)
  }
  const dataFrom = out.offset
  const encoding: Encoding = dictionary ? 'RLE_DICTIONARY' : 'PLAIN'
  const levels = levelsOf(column)
  const packed = values.length === 0 ? values : zstdCompressSync(values)
  writePageHeader(out, {
    type: 'DATA_PAGE_V2',
    uncompressed_page_size: levels.length + values.length,
    compressed_page_size: levels.length + packed.length,
    data_page_header_v2: {
      num_values: column.rows,
      num_nulls: nulls,
      num_rows: column.rows,
      encoding,
      definition_levels_byte_length: levels.length,
      repetition_levels_byte_length: 0,
      is_compressed: values.length > 0,
    },
  })
  uncompressed += out.offset - dataFrom + levels.length + values.length
  out.appendBytes(levels)
  out.appendBytes(packed)
  return {
    bytes: out.getBytes(),
    about: {
      file_offset: BigInt(offset),
      meta_data: {
        type: PHYSICAL[column.kind],
        encodings: dictionary ? ['PLAIN', 'RLE', 'RLE_DICTIONARY'] : ['PLAIN', 'RLE'],
        path_in_schema: [name],
        codec: 'ZSTD',
        num_values: BigInt(column.rows),
        total_uncompressed_size: BigInt(uncompressed),
        total_compressed_size: BigInt(out.offset),
        data_page_offset: BigInt(offset + dataFrom),
        ...(dictionary ? { dictionary_page_offset: BigInt(offset) } : {}),
        statistics: { ...bounds, null_count: BigInt(nulls) },
      },
    },
  }
}

/** Which rows have a value. */
function levelsOf({ present, rows }: AnyColumn): Uint8Array {
  const into = new Uint8Array(hybridBytes(rows, 1))
  return into.subarray(0, writeHybrid(into, 0, present, rows, 1))
}

function numberPages({ kind, numbers, values: count }: NumberColumn): Pages {
  const values = numbers.subarray(0, count)
  const bounds = numberBounds(values, kind)
  if (scratch.length < count) scratch = new Uint32Array(count)
  const dictionary = numberDictionary(values, scratch)
  if (!dictionary) return { dictionary: null, values: plainNumbers(values, kind), bounds }
  const { distinct, size } = dictionary
  return { dictionary: { bytes: plainNumbers(distinct, kind), size }, values: placesOf(dictionary), bounds }
}

function textPages({ distinct, places, values: count }: TextColumn): Pages {
  const dictionary = { distinct, places: places.subarray(0, count), size: distinct.length }
  const bounds = textBounds(dictionary)
  if (count === 0) return { dictionary: null, values: new Uint8Array(), bounds }
  if (!isWorthIt(distinct, count)) return { dictionary: null, values: plainTexts(dictionary, false), bounds }
  return {
    dictionary: { bytes: plainTexts(dictionary, true), size: dictionary.size },
    values: placesOf(dictionary),
    bounds,
  }
}

function placesOf({ places, size }: Dictionary<unknown>): Uint8Array {
  const bitWidth = bitsFor(Math.max(0, size - 1))
  const into = new Uint8Array(1 + hybridBytes(places.length, bitWidth))
  into[0] = bitWidth
  return into.subarray(0, writeHybrid(into, 1, places, places.length, bitWidth))
}
