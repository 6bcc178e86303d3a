/** The grid cell under the pointer: its element, and its row and column as indices. Null between cells. */
export function cellUnder(event: MouseEvent): { element: HTMLElement; row: number; column: number } | null {
  const element = event.target instanceof Element ? event.target.closest('[role=gridcell]') : null
  const row = element?.closest('[role=row]')
  if (!(element instanceof HTMLElement) || !row) return null
  const place = (of: Element, name: string) => Number(of.getAttribute(name))
  return { element, row: place(row, 'aria-rowindex') - 2, column: place(element, 'aria-colindex') - 1 }
}
