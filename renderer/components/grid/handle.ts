/** The functions that a view can call on its grid. */
export interface GridHandle {
  focus: () => void
  /** Scrolls to a row, however far away. */
  goTo: (index: number) => void
}
