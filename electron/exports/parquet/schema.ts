import type { ParquetType, SchemaElement } from 'hyparquet'
import type { ColumnKind } from './column.ts'

export const PHYSICAL: Record<ColumnKind, ParquetType> = {
  text: 'BYTE_ARRAY',
  double: 'DOUBLE',
  whole: 'INT64',
  time: 'INT64',
  day: 'INT32',
}

/** What a reader is told of a column. Every column may have nulls. */
export function elementOf(name: string, kind: ColumnKind): SchemaElement {
  const element: SchemaElement = { name, type: PHYSICAL[kind], repetition_type: 'OPTIONAL' }
  switch (kind) {
    case 'text':
      return { ...element, converted_type: 'UTF8', logical_type: { type: 'STRING' } }
    case 'time':
      return {
        ...element,
        converted_type: 'TIMESTAMP_MILLIS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      }
    case 'day':
      return { ...element, converted_type: 'DATE', logical_type: { type: 'DATE' } }
    default:
      return element
  }
}
