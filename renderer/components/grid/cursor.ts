import { ref, watch } from 'vue'
import type { PlacedColumn } from './columns.ts'
import type { RowSource } from './rows.ts'

/** The keyboard's place in a grid: a row (-1 is the header) and a column. */
export interface GridPlace {
  row: number
  column: number
}

/** The cursor of a grid, and what moves it. `arrive` is called with each new row, also with one whose page comes later. */
export function useCursor<Row>(options: {
  source: RowSource<Row>
  placed: () => readonly PlacedColumn<Row>[]
  /** Brings a row, and a column, into view. */
  reveal: (row: number) => void
  revealColumn: (column: number) => void
  arrive: (row: Row, index: number) => void
}) {
  const { source, placed, reveal, revealColumn, arrive } = options
  const place = ref<GridPlace>({ row: 0, column: 0 })
  let told: Row | undefined
  let awaited = -1

  function tell(): void {
    const row = source.at(place.value.row)
    awaited = row === undefined ? place.value.row : -1
    if (row !== undefined && row !== told) arrive(row, place.value.row)
    told = row
  }
  watch(source.version, () => {
    if (awaited >= 0 && awaited === place.value.row) tell()
  })

  function moveTo(row: number, column: number = place.value.column): void {
    const lastRow = source.total.value - 1
    const lastColumn = placed().length - 1
    place.value = { row: Math.min(lastRow, Math.max(-1, row)), column: Math.min(lastColumn, Math.max(0, column)) }
    if (place.value.row >= 0) {
      reveal(place.value.row)
      tell()
    }
    revealColumn(place.value.column)
  }

  /** The list was replaced: the cursor is on its first row; `arrive` is called when the user moves it. */
  function reset(): void {
    place.value = { ...place.value, row: 0 }
    awaited = -1
  }
  const columnAt = () => placed()[place.value.column]
  const rowAt = () => source.at(place.value.row)

  return { place, moveTo, reset, columnAt, rowAt }
}
