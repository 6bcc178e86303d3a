import { computed, type ComputedRef } from 'vue'
import { kept } from '../../stores/kept.ts'

/** A column as a view declares it. */
export interface GridColumn<Row> {
  key: string
  title: string
  /** First width in px; the user's own width is kept. */
  width: number
  align?: 'start' | 'end'
  sortable?: boolean
  /** Takes what room is left. */
  grow?: boolean
  /** Held at the start edge until the user says otherwise. */
  pinned?: boolean
  /** Not shown until the user chooses it. */
  hidden?: boolean
  /** The cell's text, also read out and shown whole in the tooltip. */
  text: (row: Row) => string
  /** Class names for the cell: `mono`, `muted`, `tone-good|warn|bad`. */
  tone?: (row: Row) => string
  /** Tooltip when it says more than the cell. */
  title2?: (row: Row) => string
  /** What a copied row holds, when not the cell's text: a value as the service sent it. */
  copied?: (row: Row) => string
}

interface ColumnWish {
  width?: number
  hidden?: boolean
  pinned?: boolean
}
interface Layout {
  order: string[]
  wishes: Record<string, ColumnWish>
}

export interface PlacedColumn<Row> {
  column: GridColumn<Row>
  width: number
  pinned: boolean
  /** Distance from the start edge, px; where a pinned column sticks. */
  left: number
}

const MIN_WIDTH = 48
const isLayout = (value: unknown): value is Layout =>
  typeof value === 'object' && value !== null && 'order' in value && Array.isArray(value.order) && 'wishes' in value

/** Which columns show, in what order, how wide and which are pinned: as declared, then as the user left them. */
export function useColumnLayout<Row>(id: string, columns: () => readonly GridColumn<Row>[], room: () => number) {
  const layout = kept<Layout>(`grid.${id}`, { order: [], wishes: {} }, isLayout)
  const wish = (key: string): ColumnWish => layout.value.wishes[key] ?? {}

  const ordered = computed(() => {
    const declared = columns()
    const rank = new Map(layout.value.order.map((key, index) => [key, index]))
    const known = declared
      .filter((column) => rank.has(column.key))
      .sort((a, b) => (rank.get(a.key) ?? 0) - (rank.get(b.key) ?? 0))
    // A column that the kept order does not know (a newer version's) keeps its declared place.
    const all = [...known]
    declared.forEach((column, index) => {
      if (!rank.has(column.key)) all.splice(Math.min(index, all.length), 0, column)
    })
    return all
  })
  const isHidden = (column: GridColumn<Row>) => wish(column.key).hidden ?? column.hidden ?? false
  const isPinned = (column: GridColumn<Row>) => wish(column.key).pinned ?? column.pinned ?? false

  const placed: ComputedRef<PlacedColumn<Row>[]> = computed(() => {
    const visible = ordered.value.filter((column) => !isHidden(column))
    const inPlace = [...visible.filter(isPinned), ...visible.filter((column) => !isPinned(column))]
    const widths = inPlace.map((column) => wish(column.key).width ?? column.width)
    const spare = room() - widths.reduce((sum, width) => sum + width, 0)
    const growing = takers(inPlace)
    const share = Math.max(0, spare) / growing.size
    let left = 0
    return inPlace.map((column, index) => {
      const width = (widths[index] ?? column.width) + (growing.has(column) ? share : 0)
      const place = { column, width, pinned: isPinned(column), left }
      left += width
      return place
    })
  })

  /** Who takes the room that is left: a column made for it, else all that keep their first width, else the last one. */
  function takers(inPlace: readonly GridColumn<Row>[]): ReadonlySet<GridColumn<Row>> {
    const made = inPlace.find((column) => column.grow)
    if (made) return new Set([made])
    const free = inPlace.filter((column) => !isPinned(column) && wish(column.key).width === undefined)
    return new Set(free.length > 0 ? free : inPlace.slice(-1))
  }

  function change(key: string, wishes: ColumnWish): void {
    layout.value.wishes[key] = { ...wish(key), ...wishes }
  }
  const resize = (key: string, width: number) => change(key, { width: Math.max(MIN_WIDTH, Math.round(width)) })
  const setHidden = (key: string, hidden: boolean) => change(key, { hidden })
  const setPinned = (key: string, pinned: boolean) => change(key, { pinned })

  /** Puts a column before another one, or last. */
  function move(key: string, before: string | null): void {
    const order = ordered.value.map((column) => column.key).filter((other) => other !== key)
    order.splice(before === null ? order.length : order.indexOf(before), 0, key)
    layout.value.order = order
  }

  /** One place towards the start or the end among the columns that show. */
  function nudge(key: string, by: -1 | 1): void {
    const keys = placed.value.map((place) => place.column.key)
    const target = keys.indexOf(key) + by
    if (target < 0 || target >= keys.length) return
    move(key, (by === -1 ? keys[target] : keys[target + 1]) ?? null)
  }

  function reset(): void {
    layout.value = { order: [], wishes: {} }
  }

  return { ordered, placed, isHidden, isPinned, resize, setHidden, setPinned, move, nudge, reset }
}
export type ColumnLayout<Row> = ReturnType<typeof useColumnLayout<Row>>
