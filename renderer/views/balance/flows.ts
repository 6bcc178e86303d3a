import type { BranchSide } from '../../../electron/contract/balance-words.ts'

/** Where the bands of a branch's drawing lie: what goes in at the left, the branch in the middle, what goes out at the right. */

export interface Flow {
  key: string
  side: BranchSide
  /** m³; zero where nothing was compared. */
  m3: number
  /** What is left over between the two sides, and no station's. */
  isRest?: boolean
}

export interface Band<Of extends Flow> {
  flow: Of
  /** The middle of its place at the edge, px. */
  y: number
  thickness: number
  /** The middle of its place at the branch in the middle. */
  innerY: number
}

/** So high is a place at least, for its words, px. */
const LEAST_PLACE = 20
const GAP = 3
/** So many of a side are drawn by themselves. */
export const MOST_DRAWN = 8

/** The height of all flows together in the middle, px. */
const INNER = 96

/** The bands of both sides, and the height that they take. */
export function bandsOf<Of extends Flow>(
  flows: readonly Of[],
): { bands: Band<Of>[]; height: number; inner: { y: number; height: number } } {
  const sides = { in: flows.filter(({ side }) => side === 'in'), out: flows.filter(({ side }) => side === 'out') }
  const sum = (of: readonly Flow[]) => of.reduce((all, { m3 }) => all + Math.max(0, m3), 0)
  const most = Math.max(sum(sides.in), sum(sides.out))
  const thick = ({ m3 }: Flow) => (most > 0 ? (Math.max(0, m3) / most) * INNER : 0)
  const place = (flow: Flow) => Math.max(LEAST_PLACE, thick(flow))
  const heightOf = (of: readonly Flow[]) => of.reduce((all, flow) => all + place(flow) + GAP, -GAP)
  const height = Math.max(INNER, heightOf(sides.in), heightOf(sides.out))
  const innerTop = (height - INNER) / 2
  const bands = (['in', 'out'] as const).flatMap((side) => {
    const own = sides[side]
    let y = (height - heightOf(own)) / 2
    let innerY = innerTop
    return own.map((flow): Band<Of> => {
      const thickness = thick(flow)
      const band = { flow, y: y + place(flow) / 2, thickness, innerY: innerY + thickness / 2 }
      y += place(flow) + GAP
      innerY += thickness
      return band
    })
  })
  return { bands, height, inner: { y: innerTop, height: INNER } }
}

/** The outline of a band between two edges. */
export function outlineOf({ y, innerY, thickness }: Pick<Band<Flow>, 'y' | 'innerY' | 'thickness'>, fromX: number, toX: number): string {
  const half = Math.max(thickness, 1) / 2
  const middle = (fromX + toX) / 2
  return [
    `M${fromX} ${y - half}C${middle} ${y - half} ${middle} ${innerY - half} ${toX} ${innerY - half}`,
    `L${toX} ${innerY + half}C${middle} ${innerY + half} ${middle} ${y + half} ${fromX} ${y + half}Z`,
  ].join('')
}
