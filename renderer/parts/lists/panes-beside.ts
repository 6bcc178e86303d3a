/** The panes beside the table of a list. */
export type Pane = 'facets' | 'details'

/** The width that the table keeps beside a pane, px. */
export type Room = Readonly<Record<Pane, number>>
export const USUAL_ROOM: Room = { facets: 610, details: 460 }

/** The width of a list's screen, and the panes that are wanted in it; px. */
export interface PaneRoom {
  width: number
  wished: Readonly<Record<Pane, boolean>>
  widths: Readonly<Record<Pane, number>>
  room: Room
}

/** Which panes stand beside the table. Where the width is short, the details fold first, then the facets. */
export function panesBeside({ width, wished, widths, room }: PaneRoom): Record<Pane, boolean> {
  const facets = wished.facets && width - widths.facets >= room.facets
  const details = wished.details && width - (facets ? widths.facets : 0) - widths.details >= room.details
  return { facets, details }
}
