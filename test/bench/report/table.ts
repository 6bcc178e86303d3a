import type { Line } from './measured.ts'

/** Told above figures of `--quick`. */
export const QUICK_SENTENCE =
  'Quick figures are only a smoke test: their worlds are small, and the ratios of small worlds are not the promised ones.'

/** Lines as people read them in a terminal: columns one under the other, the longest last. */
export function table(lines: readonly Line[]): string {
  const cells = lines.map(({ bench, what, figure, bar, verdict, note }) => [
    bench,
    verdict,
    figure,
    bar,
    note === '' ? what : `${what} (${note})`,
  ])
  const all = [['bench', '', 'measured', 'bar', 'what is measured'], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all
    .map((row) =>
      row
        .map((cell, at) => (at === 2 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
