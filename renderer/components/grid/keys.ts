/**
 * Keys of a grid: arrows move, PgUp/PgDn by a page, Home/End to the row's ends, Ctrl+Home/End to the list's
 * ends, Enter opens (in the header: sorts), Space selects, Shift extends, Ctrl+A selects all, Ctrl+C copies, Escape
 * clears the selection, Shift+F10 and the Menu key open the cell's menu. Alt+←/→ moves the column, Alt+Shift+←/→ makes it narrower or wider.
 */
export interface GridActions {
  active: () => { row: number; column: number }
  rows: () => number
  columns: () => number
  pageRows: () => number
  step: (row: number, extend: boolean) => void
  column: (column: number) => void
  open: () => void
  toggle: () => void
  all: () => void
  /** True when there was a selection; else Escape is passed on to the surrounding element. */
  clear: () => boolean
  nudge: (by: -1 | 1) => void
  widen: (px: number) => void
  copy: () => void
  /** The context menu of the cell. */
  menu: () => void
}

const WIDEN_PX = 16

export function gridKeys(actions: GridActions): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.target !== event.currentTarget || event.isComposing) return
    if (!act(actions, event)) return
    event.preventDefault()
    event.stopPropagation()
  }
}

function act(actions: GridActions, event: KeyboardEvent): boolean {
  const { row, column } = actions.active()
  const ctrl = event.ctrlKey || event.metaKey
  const last = actions.rows() - 1
  const go = (to: number) => {
    actions.step(to, event.shiftKey)
    return true
  }
  switch (event.key) {
    case 'ArrowDown':
      return go(row + 1)
    case 'ArrowUp':
      return go(row - 1)
    case 'PageDown':
      return go(row + actions.pageRows())
    case 'PageUp':
      return go(Math.max(0, row - actions.pageRows()))
    case 'ArrowLeft':
    case 'ArrowRight':
      return sideways(actions, event, column, event.key === 'ArrowLeft' ? -1 : 1)
    case 'Home':
      if (ctrl) return go(0)
      actions.column(0)
      return true
    case 'End':
      if (ctrl) return go(last)
      actions.column(actions.columns() - 1)
      return true
    case 'Enter':
      actions.open()
      return true
    case ' ':
      actions.toggle()
      return true
    case 'Escape':
      return actions.clear()
    case 'ContextMenu':
      actions.menu()
      return true
    case 'F10':
      if (event.shiftKey) actions.menu()
      return event.shiftKey
    default:
      return ctrl && letter(actions, event)
  }
}

function sideways(actions: GridActions, event: KeyboardEvent, column: number, by: -1 | 1): boolean {
  if (event.altKey && event.shiftKey) actions.widen(by * WIDEN_PX)
  else if (event.altKey) actions.nudge(by)
  else actions.column(column + by)
  return true
}

/** By the key's position, not its letter: Ctrl+A is Ctrl+Ф on a Russian layout. */
function letter(actions: GridActions, event: KeyboardEvent): boolean {
  if (event.code === 'KeyA') actions.all()
  else if (event.code === 'KeyC') actions.copy()
  else return false
  return true
}
