import type { RecordField, RecordFields, RecordOf } from '../../contract/fields/field.ts'
import { withoutNoise } from '../../contract/units.ts'
import type { Column } from '../table.ts'
import type { Field, Word } from './source.ts'

const KINDS = { text: 'text', whole: 'code', number: 'value', time: 'time', word: 'text', code: 'code', value: 'value' } as const

/** The fields of a list as columns of a file. `of` takes the record out of a row. */
export function fieldsOf<Fields extends RecordFields, Row>(fields: Fields, of: (row: Row) => RecordOf<Fields>) {
  function field(key: keyof Fields & string, more: Partial<Column> = {}): Field<Row> {
    const { name, kind, title = name, isComputed } = fields[key] as RecordField
    const cellOf = (row: Row) => {
      const cell = of(row)[key]
      return isComputed && typeof cell === 'number' ? withoutNoise(cell) : cell
    }
    return [title as Word, KINDS[kind], cellOf, { key: name, ...more }]
  }
  return {
    field,
    /** Columns with those fields between them that have no place of their own. */
    withOthers(shown: readonly Field<Row>[], behind: readonly Field<Row>[]): Field<Row>[] {
      const there = new Set([...shown, ...behind].map(([word, , , more]) => more?.key ?? word))
      const others = Object.keys(fields).filter((key) => !there.has(fields[key]?.name ?? key))
      return [...shown, ...others.map((key) => field(key)), ...behind]
    },
  }
}
