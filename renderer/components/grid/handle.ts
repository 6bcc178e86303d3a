/** What a view may ask of a grid that it holds. */
export interface GridHandle {
  focus: () => void
  /** Goes to a row, however far. */
  goTo: (index: number) => void
}
