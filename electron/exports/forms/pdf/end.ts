import type { Content } from 'pdfmake/interfaces.js'
import { wordsOf } from '../../../words/program.ts'
import { lettersIn } from './fitted.ts'
import { linesIn } from './long-rows.ts'
import type { Paper, PaperPart } from './paper.ts'
import { END_SIZE, GREY, INK, pageHeight, pageWidth, RULE_WIDTH } from './sheet.ts'
import { totalsHeight } from './table.ts'

/** The lines under the table of a part: what is stated, a text of the form's, places for signatures. */
export interface End {
  /** On the sheet of the totals: whoever signs, signs them. */
  withTotals: Content[]
  /** Behind the table. */
  after: Content[]
}

/** Points of a line of what is stated, and of the signatures. */
const LINE = 10.5
const SIGNATURES = 78
/** Without totals: more lines than these are not kept together. */
const MOST_TOGETHER = 30

/** Statements that are too many for the sheet of the totals follow the signatures; without totals all of it follows the table. */
export function endOf(paper: Paper, part: PaperPart): End {
  const said = saidOf(part)
  const signed = part.signatures.length > 0 ? [signatures(paper, part)] : []
  const inALine = lettersIn(pageWidth(paper), END_SIZE)
  const lines = [...part.statements, part.below ?? ''].reduce((sum, text) => sum + linesIn(text, inALine).length, 0)
  if (part.totals.length === 0) {
    const all = [...said, ...signed]
    const isShort = lines <= MOST_TOGETHER
    return { withTotals: [], after: all.length === 0 ? [] : [isShort ? { stack: all, unbreakable: true } : { stack: all }] }
  }
  const height = totalsHeight(paper, part) + (lines + 3) * LINE + (signed.length > 0 ? SIGNATURES : 0)
  if (height <= pageHeight(paper)) return { withTotals: [...said, ...signed], after: [] }
  return { withTotals: signed, after: said.length > 0 ? [{ stack: said }] : [] }
}

function saidOf(part: PaperPart): Content[] {
  return [
    ...(part.statements.length > 0
      ? [
          { text: part.stated, bold: true, fontSize: END_SIZE, margin: [0, 10, 0, 2] } satisfies Content,
          { ul: [...part.statements], fontSize: 7.6, markerColor: GREY } satisfies Content,
        ]
      : []),
    ...(part.below ? [{ text: part.below, margin: [0, 8, 0, 0] } satisfies Content] : []),
  ]
}

function signatures(paper: Paper, { signatures: list }: PaperPart): Content {
  const { signHere } = wordsOf(paper.language).forms
  const gap = 24
  const width = (pageWidth(paper) - gap * (list.length - 1)) / Math.max(list.length, 2)
  const line = (share: number): Content => ({
    canvas: [{ type: 'line', x1: 0, y1: 14, x2: width * share - 6, y2: 14, lineWidth: RULE_WIDTH, lineColor: INK }],
  })
  const shares = [0.4, 0.37, 0.23]
  return {
    unbreakable: true,
    margin: [0, 18, 0, 0],
    columnGap: gap,
    columns: list.map(({ what, name, post }) => ({
      width,
      stack: [
        { text: what, fontSize: 8, bold: true },
        { text: post || ' ', fontSize: 7.4, color: GREY },
        {
          columnGap: 0,
          columns: [
            { width: width * (shares[0] ?? 0), stack: [line(shares[0] ?? 0)] },
            {
              width: width * (shares[1] ?? 0),
              stack: [{ text: name, fontSize: 8, relativePosition: { x: 0, y: 3 } }, line(shares[1] ?? 0)],
            },
            { width: width * (shares[2] ?? 0), stack: [line(shares[2] ?? 0)] },
          ],
        },
        {
          columnGap: 0,
          columns: [signHere.signature, signHere.name, signHere.date].map((text, at) => ({
            width: width * (shares[at] ?? 0),
            text,
          })),
          fontSize: 6.2,
          color: GREY,
          margin: [0, 1.5, 0, 0] as [number, number, number, number],
        },
      ],
    })),
  }
}
