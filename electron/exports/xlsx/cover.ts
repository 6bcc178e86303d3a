import type { Words } from '../../words/program.ts'
import type { Table } from '../table.ts'
import { placeIn } from './package.ts'
import { smallSheet } from './sheet.ts'
import { STYLE } from './styles.ts'

/** A sheet behind the cover. */
export interface Behind {
  name: string
  rows: number
}

const NAMED = 50

/** The sheet that says what the others are: whose, span, filter, zone, book, when made; how many rows; where they are. */
export function coverXml(
  { title, about, columns }: Table,
  found: { sheets: readonly Behind[]; without: readonly string[]; cut: number },
  { file, workbook: words }: Words,
): string {
  const { sheets, without, cut } = found
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0)
  const hasTimes = columns.some(({ kind }) => kind === 'time' || kind === 'instant')
  const pairs: (readonly [string, string | number])[] = [
    ...about,
    ...(hasTimes ? [[words.times, words.wall_times] as const] : []),
    [words.rows, rows],
    ...(cut > 0 ? [[words.cut_texts, words.cut(String(cut))] as const] : []),
    ...(without.length > 0 ? [[words.without_rows, named(without)] as const] : []),
  ]
  const lines: Parameters<typeof smallSheet>[1][number][] = [
    [[STYLE.title, title || file.about]],
    [],
    ...pairs.map(
      ([name, value]) =>
        [
          [STYLE.label, name],
          [typeof value === 'number' ? STYLE.plain : STYLE.wrapped, value],
        ] as const,
    ),
  ]
  const links: { cell: string; to: string }[] = []
  if (sheets.length > 1) {
    lines.push(
      [],
      [
        [STYLE.header, words.sheet],
        [STYLE.header, words.rows],
      ],
    )
    for (const sheet of sheets) {
      lines.push([
        [STYLE.link, sheet.name],
        [STYLE.plain, sheet.rows],
      ])
      links.push({ cell: `A${lines.length}`, to: placeIn(sheet.name) })
    }
  }
  return smallSheet([34, 90], lines, links)
}

const named = (names: readonly string[]): string =>
  names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ` … +${names.length - NAMED}` : '')
