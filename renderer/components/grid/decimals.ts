import { computed, type ComputedRef, type Ref } from 'vue'
import { cutForEye, SHOWN } from '../../../electron/contract/cut.ts'
import type { PlacedColumn } from './columns.ts'

/** Numbers of one column stand below each other by their decimal mark, each with the decimals that it was measured with. */

/** A number, with whatever marks its thousands and its decimals, between what stands before and after it. */
const NUMBER = /^[^\d]*?(\d(?:[\d\s.,’']*\d)?)([^\d]*)$/
/** Finer numbers than this are aligned with nothing: others would be moved far from the edge for them. */
const MOST_DECIMALS = 6

/** How many decimals a shown number has, and what follows it, its unit for one; null for a text that is no number. */
function decimalsIn(text: string, sign: string): { decimals: number; unit: string } | null {
  const [, number = '', unit = ''] = NUMBER.exec(text) ?? []
  const [whole = '', decimals = '', ...others] = number.split(sign)
  return whole === '' || others.length > 0 ? null : { decimals: decimals.length, unit }
}

/**
 * The blanks that each text of a column lacks on its right, so that the decimal marks of those with the same unit are aligned:
 * `,00` beside `1,25`. A text that would no longer fit into `mostLetters` with it lacks nothing.
 * @param sign what the language writes before decimals
 */
export function lackingDecimals(texts: readonly string[], sign: string, mostLetters: number): string[] {
  const found = texts.map((text) => decimalsIn(text, sign))
  const most = new Map<string, number>()
  for (const one of found) if (one && one.decimals <= MOST_DECIMALS) most.set(one.unit, Math.max(most.get(one.unit) ?? 0, one.decimals))
  return found.map((one, at) => {
    const lacking = one ? (most.get(one.unit) ?? 0) - one.decimals : 0
    if (!one || lacking <= 0) return ''
    const missing = (one.decimals === 0 ? sign : '') + '0'.repeat(lacking)
    return (texts[at] ?? '').length + missing.length <= mostLetters ? missing : ''
  })
}

/** About a digit's width in a grid, and what a cell keeps free at its edges, px. */
const DIGIT_PX = 7.5
const EDGES_PX = 16

/** A cell's text, cut for the eye, and what it lacks on its right. */
interface AlignedText {
  text: string
  lacking: string
}

/** The texts on screen of columns that are aligned to their end, by column and row index: each is made once. */
export function useDecimals<Row>(options: {
  rows: Readonly<Ref<readonly { index: number; row: Row | undefined }[]>>
  placed: () => readonly PlacedColumn<Row>[]
  sign: () => string
}): ComputedRef<ReadonlyMap<string, ReadonlyMap<number, AlignedText>>> {
  return computed(() => {
    const there = options.rows.value.flatMap(({ index, row }) => (row === undefined ? [] : [{ index, row }]))
    const columns = options.placed().filter(({ column }) => column.align === 'end')
    return new Map(
      columns.map(({ column, width }) => {
        const texts = there.map(({ row }) => cutForEye(column.text(row), SHOWN.cell))
        const lacking = lackingDecimals(texts, options.sign(), Math.floor((width - EDGES_PX) / DIGIT_PX))
        return [column.key, new Map(there.map(({ index }, at) => [index, { text: texts[at] ?? '', lacking: lacking[at] ?? '' }]))]
      }),
    )
  })
}
