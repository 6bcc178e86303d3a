import type { Lane } from '../lanes.ts'
import type { ChartTheme } from '../theme.ts'
import type { PaneLayout } from './layout.ts'

/** Names of panes and lanes as parts of an option, for a picture: on screen they are buttons beside the drawing. */
export function paneTitles(layout: PaneLayout, names: readonly string[], lanes: readonly (readonly Lane[])[], theme: ChartTheme): object[] {
  const style = (color: string, width: number) => ({
    color,
    fontFamily: theme.font,
    fontSize: 11,
    fontWeight: 'normal',
    width,
    overflow: 'break',
  })
  const frame = { left: 14, padding: 0 }
  const ofPanes = layout.rows.map(({ top, nameWidth }, index) => ({
    ...frame,
    text: names[index] ?? '',
    top: top + 6,
    textStyle: style(theme.text, nameWidth - 18),
  }))
  const ofLanes = lanes.flatMap((row, index) =>
    row.length === 1 && row[0]
      ? [
          {
            ...frame,
            text: row[0].title,
            top: layout.lanes[index] ?? 0,
            textStyle: style(theme.muted, layout.plot.left),
          },
        ]
      : [],
  )
  return [...ofLanes, ...ofPanes]
}
