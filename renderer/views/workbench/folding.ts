/** The panes beside the station table. */
export type Pane = 'tree' | 'details'

/** The width that the table keeps, px: mark, name, status, last session and serial number. */
export const TABLE_PX = 640

/** The width of the workbench, and the panes that are wanted in it; px. */
export interface PaneRoom {
  width: number
  wished: Readonly<Record<Pane, boolean>>
  widths: Readonly<Record<Pane, number>>
}

/** Which panes stand beside the table. Where the width is short, the details fold first, then the tree. */
export function panesBeside({ width, wished, widths }: PaneRoom): Record<Pane, boolean> {
  const tree = wished.tree && width - widths.tree >= TABLE_PX
  const details = wished.details && width - (tree ? widths.tree : 0) - widths.details >= TABLE_PX
  return { tree, details }
}
