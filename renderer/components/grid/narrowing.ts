import { shallowRef, type ShallowRef } from 'vue'

/** A value that the rows of a list in memory must have, or must not. */
export interface CellCondition<Row> {
  /** The column's key. */
  by: string
  title: string
  text: string
  not: boolean
  of: (row: Row) => string
}

/** The conditions that narrow a list in memory, cell by cell. */
export interface Narrowing<Row> {
  conditions: ShallowRef<readonly CellCondition<Row>[]>
  add: (condition: CellCondition<Row>) => void
  drop: (condition: CellCondition<Row>) => void
  clear: () => void
}

/** Rows pass when each column has one of the wanted values, and none of those that are left out. */
export function narrowed<Row>(rows: readonly Row[], conditions: readonly CellCondition<Row>[]): readonly Row[] {
  if (conditions.length === 0) return rows
  const left = conditions.filter(({ not }) => not)
  const wanted = [
    ...Map.groupBy(
      conditions.filter(({ not }) => !not),
      ({ by }) => by,
    ).values(),
  ]
  const says = (row: Row) => (condition: CellCondition<Row>) => condition.of(row) === condition.text
  return rows.filter((row) => !left.some(says(row)) && wanted.every((any) => any.some(says(row))))
}

export function useNarrowing<Row>(): Narrowing<Row> {
  const conditions = shallowRef<readonly CellCondition<Row>[]>([])
  const isSame = (a: CellCondition<Row>, b: CellCondition<Row>) => a.by === b.by && a.text === b.text
  return {
    conditions,
    add(condition) {
      conditions.value = [...conditions.value.filter((other) => !isSame(other, condition)), condition]
    },
    drop(condition) {
      conditions.value = conditions.value.filter((other) => other !== condition)
    },
    clear() {
      conditions.value = []
    },
  }
}
