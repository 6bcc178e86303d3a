import { firstWhere } from '../../../../../electron/contract/bisect.ts'
import { withParts } from '../../../../../electron/contract/finding-parts.ts'
import type { FindingRow } from '../../../../../electron/contract/findings.ts'
import type { CarpetCells } from '../../../../charts/carpet/cells.ts'
import type { Outline } from '../../../../charts/carpet/outline.ts'

/** Which findings are about which cells of a carpet. */
export interface FoundCells {
  outlines: readonly Outline[]
  findingsOf: (cell: number) => FindingRow[]
}

/** More of a carpet than this is not outlined: the line would tell nothing. */
const MOST_SHARE = 1 / 3
/** Suspect first: what fails lies over it. */
const COLORS = [
  [9, 'var(--mb-faint)'],
  [3, 'var(--mb-warn)'],
  [4, 'var(--mb-bad)'],
] as const

/** The part of a carpet's state that findings depend on. */
interface Shown {
  archiveType: string
  channelVarname: string | null
  nowMs: number
}

/** The findings of a carpet's archive and channel, and those of the archive as a whole, by its cells. */
export function foundCells(cells: CarpetCells, findings: readonly FindingRow[], shown: Shown): FoundCells {
  const { length, fromMs, toMs } = cells
  const isShown = ({ archiveType, channelVarname }: FindingRow) =>
    archiveType === shown.archiveType && (channelVarname === null || channelVarname === shown.channelVarname)
  // A part is of its own channel; it leads to the finding that it belongs to.
  const said = findings.flatMap((finding) => withParts(finding).map((one) => ({ finding, one })))
  const ranges = said
    .filter(({ one }) => isShown(one))
    .map(({ finding, one }) => {
      const until = one.toMs ?? shown.nowMs
      const first = firstWhere(0, length, (at) => (toMs[at] as number) > one.fromMs)
      const last = firstWhere(0, length, (at) => (fromMs[at] as number) >= Math.max(until, one.fromMs + 1)) - 1
      return { finding, flag: one.flag, first, last }
    })
    .filter(({ first, last }) => first <= last)
  const drawn = ranges.filter(({ first, last }) => last - first + 1 <= Math.max(1, length * MOST_SHARE))
  const outlines = COLORS.flatMap(([flag, color]): Outline[] => {
    const outlined = new Set<number>()
    for (const { flag: of, first, last } of drawn) {
      if (of === flag) for (let cell = first; cell <= last; cell++) outlined.add(cell)
    }
    return outlined.size > 0 ? [{ key: String(flag), color, cells: [...outlined] }] : []
  })
  return {
    outlines,
    findingsOf: (cell) => [...new Set(ranges.filter(({ first, last }) => cell >= first && cell <= last).map(({ finding }) => finding))],
  }
}
