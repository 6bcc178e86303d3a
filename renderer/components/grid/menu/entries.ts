/** An entry of a context menu. */
export interface MenuEntry {
  id: string
  label: string
  /** The keys that do the same. */
  keys?: string
  disabled?: boolean
  /** A line stands above it. */
  divided?: boolean
  run: () => unknown
}

/** Narrows a table by the value of a cell; a function that makes no sense for the cell is absent. */
export interface CellFilter {
  only?: () => void
  except?: () => void
  /** The value as people read it, where the cell's text says more or less. */
  said?: string
}
