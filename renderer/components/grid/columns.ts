import { computed, effectScope, type ComputedRef, type Ref } from 'vue'
import { kept } from '../../stores/kept.ts'

/** A column, as a view declares it. */
export interface GridColumn<Row> {
  key: string
  title: string
  /** Initial width, px; the width that the user sets is remembered. */
  width: number
  align?: 'start' | 'end'
  sortable?: boolean
  /** Takes the width that is left over. */
  grow?: boolean
  /** Pinned to the left edge until the user unpins it. */
  pinned?: boolean
  /** Not shown until the user chooses it. */
  hidden?: boolean
  /** The cell's text, also read by screen readers and shown whole in the tooltip. */
  text: (row: Row) => string
  /** Class names for the cell: `mono`, `muted`, `tone-good|warn|bad`. */
  tone?: (row: Row) => string
  /** Why the cell's value does not count: it is struck through, and this is its description. */
  struck?: (row: Row) => string | undefined
  /** The tooltip, where it says more than the cell. */
  title2?: (row: Row) => string
  /** A text that is copied in place of the cell's own: a value as the service sent it. */
  copied?: (row: Row) => string
  /** The table's search looks at it: what was found is marked. */
  searched?: boolean
}

export interface ColumnWish {
  width?: number
  hidden?: boolean
  pinned?: boolean
}
/** How the user arranged the columns of a grid. */
export interface ColumnArrangement {
  order: string[]
  wishes: Record<string, ColumnWish>
}

export interface PlacedColumn<Row> {
  column: GridColumn<Row>
  width: number
  pinned: boolean
  /** Distance from the left edge, px; a pinned column sticks there. */
  left: number
}

const MIN_WIDTH = 48
const isArrangement = (value: unknown): value is ColumnArrangement =>
  typeof value === 'object' && value !== null && 'order' in value && Array.isArray(value.order) && 'wishes' in value

const arrangements = new Map<string, Ref<ColumnArrangement>>()

/**
 * The arrangement that is remembered for a grid; as declared, until the user changes it. A grid and whoever else arranges
 * its columns (a saved view) share it.
 */
export function keptArrangement(id: string): Ref<ColumnArrangement> {
  const known = arrangements.get(id)
  if (known) return known
  // It outlives the grid that asks for it first.
  const made = effectScope(true).run(() => kept<ColumnArrangement>(`grid.${id}`, { order: [], wishes: {} }, isArrangement))
  if (!made) throw new Error('a scope has ended')
  arrangements.set(id, made)
  return made
}

/** Which columns are shown, in what order, how wide, and which are pinned: as declared, until the user changes it. */
export function useColumnLayout<Row>(id: string, columns: () => readonly GridColumn<Row>[], room: () => number) {
  const layout = keptArrangement(id)
  const wish = (key: string): ColumnWish => layout.value.wishes[key] ?? {}

  const ordered = computed(() => {
    const declared = columns()
    const rank = new Map(layout.value.order.map((key, index) => [key, index]))
    const known = declared.filter((column) => rank.has(column.key)).sort((a, b) => (rank.get(a.key) ?? 0) - (rank.get(b.key) ?? 0))
    // A column that the remembered order lacks (a newer version's) keeps its declared place.
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

  /** Which columns take the width that is left over: the growing one, else all with their initial width, else the last one. */
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

  /** Moves a column one place to the left or right among the shown ones. */
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
