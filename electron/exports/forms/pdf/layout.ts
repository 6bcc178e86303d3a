import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { LOGO_POINTS } from '../../../contract/logo.ts'
import { wordsOf } from '../../../words/program.ts'
import type { FormPicture } from '../content.ts'
import { endOf } from './end.ts'
import { breakable } from './fitted.ts'
import type { Paper, PaperPart, PaperRow } from './paper.ts'
import { GREY, HEAVY, INK, MARGIN, PADDING, pageHeight, pageWidth, RULE, RULE_WIDTH } from './sheet.ts'
import { table } from './table.ts'

/** A report as pdfmake's document. Points everywhere. */

const HEADS_IN_A_ROW = { landscape: 4, portrait: 3 } as const
/** A picture is as wide as the table, unless it took more than this share of a page's height. */
const PICTURE_SHARE = 0.6

export interface LaidPart {
  part: PaperPart
  rows: readonly PaperRow[]
}

/** @param onRow told each time a row has been laid out */
export function documentOf(paper: Paper, parts: readonly LaidPart[], onRow: () => void): TDocumentDefinitions {
  const begins: Begin[] = []
  return {
    pageSize: paper.size,
    pageOrientation: paper.orientation,
    pageMargins: [MARGIN.side, MARGIN.top, MARGIN.side, MARGIN.bottom],
    version: '1.7',
    language: paper.language,
    info: {
      title: paper.title,
      author: paper.author,
      creator: 'Meterbook',
      producer: 'Meterbook (pdfmake)',
      creationDate: new Date(paper.madeAtMs),
      modDate: new Date(paper.madeAtMs),
    },
    displayTitle: true,
    defaultStyle: { font: 'Roboto', fontSize: 8, color: INK, lineHeight: 1.08 },
    header: (page) => header(begins, page),
    footer: (page, pages) => footer(paper, begins, { page, pages }),
    content: parts.flatMap(({ part, rows }, at) => {
      const content = partOf(paper, part, rows, { at, onRow })
      begins.push({ node: content[0] as Begin['node'], running: part.running })
      return content
    }),
  }
}

/** Where a part begins: pdfmake writes the place into the node while it lays it out. */
interface Begin {
  node: { positions?: { pageNumber: number }[] }
  running: string
}

const beginsAt = ({ node }: Begin): number => node.positions?.[0]?.pageNumber ?? 0

/** Whose sheet it is, on all pages of a part but the first, which says it in large letters. */
function header(begins: readonly Begin[], page: number): Content {
  const begin = begins.findLast((one) => beginsAt(one) <= page)
  if (!begin || beginsAt(begin) === page) return ''
  return { text: breakable(begin.running), fontSize: 7, color: GREY, margin: [MARGIN.side, 13, MARGIN.side, 0] }
}

/** Pages are numbered for each part: it is signed and filed by itself. Of a batch the sheets of the file stand below. */
function footer(paper: Paper, begins: readonly Begin[], { page, pages }: { page: number; pages: number }): Content {
  const words = wordsOf(paper.language).forms
  const nth = begins.findLastIndex((one) => beginsAt(one) <= page)
  const [begin, next] = [begins[nth], begins[nth + 1]]
  const from = begin ? beginsAt(begin) : 1
  const all = (next ? beginsAt(next) : pages + 1) - from
  const numbers: Content[] = [
    { text: words.page(String(page - from + 1), String(all)), fontSize: 7.5, alignment: 'right' },
    ...(begins.length > 1
      ? [{ text: words.sheet(String(page), String(pages)), fontSize: 6.2, color: GREY, alignment: 'right' } satisfies Content]
      : []),
  ]
  const width = pageWidth(paper)
  return {
    margin: [MARGIN.side, 10, MARGIN.side, 0],
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: RULE_WIDTH, lineColor: RULE }] },
      {
        margin: [0, 4, 0, 0],
        columns: [
          { width: '*', stack: paper.footer.map((text) => ({ text })), fontSize: 6.2, color: GREY },
          { width: 'auto', stack: numbers },
        ],
        columnGap: 12,
      },
    ],
  }
}

function partOf(paper: Paper, part: PaperPart, rows: readonly PaperRow[], { at, onRow }: { at: number; onRow: () => void }): Content[] {
  const content: Content[] = [...letterhead(paper, part)]
  content.push({
    text: breakable(part.title),
    fontSize: 15,
    bold: true,
    margin: [0, part.letterhead ? 8 : 0, 0, 0],
  })
  if (part.subtitle) content.push({ text: breakable(part.subtitle), fontSize: 10.5, color: GREY, margin: [0, 1, 0, 0] })
  if (part.heads.length > 0) content.push(headBlock(paper, part))
  if (part.above) content.push({ text: part.above, margin: [0, 6, 0, 0] })
  content.push(...pictures(paper, part.pictures))
  const { withTotals, after } = endOf(paper, part)
  content.push(
    rows.length + part.totals.length > 0
      ? table(paper, part, rows, { end: withTotals, onRow })
      : { text: part.empty, color: GREY, margin: [0, 10, 0, 0] },
  )
  content.push(...after)
  const [first] = content
  // A part begins on a page of its own.
  if (at > 0 && first && typeof first === 'object' && !Array.isArray(first)) Object.assign(first, { pageBreak: 'before' })
  return content
}

function letterhead(paper: Paper, { letterhead: head }: PaperPart): Content[] {
  if (!head) return []
  const texts: Content[] = [
    ...(head.organisation ? [{ text: head.organisation, bold: true, fontSize: 8.5 }] : []),
    ...(head.address ? [{ text: head.address, fontSize: 7.5, color: GREY }] : []),
  ]
  const width = pageWidth(paper)
  return [
    {
      columns: [
        ...(head.logo
          ? [
              {
                width: 'auto' as const,
                stack: [
                  {
                    image: `data:${head.logo.type};base64,${head.logo.base64}`,
                    fit: [LOGO_POINTS.width, LOGO_POINTS.height] as [number, number],
                  },
                ],
              },
            ]
          : []),
        { width: '*' as const, stack: texts, margin: [0, head.logo ? 4 : 0, 0, 0] as [number, number, number, number] },
      ],
      columnGap: 10,
    },
    {
      canvas: [{ type: 'line', x1: 0, y1: 4, x2: width, y2: 4, lineWidth: RULE_WIDTH, lineColor: RULE }],
    },
  ]
}

/** The name of each thing, small, over the thing. */
function headBlock(paper: Paper, { heads }: PaperPart): Content {
  const inARow = HEADS_IN_A_ROW[paper.orientation]
  const cell = (pair: readonly [string, string] | undefined): TableCell =>
    pair
      ? {
          stack: [
            { text: pair[0], fontSize: 6.3, color: GREY },
            { text: breakable(pair[1]), fontSize: 8.6 },
          ],
        }
      : { text: '' }
  const lines = Array.from({ length: Math.ceil(heads.length / inARow) }, (_, line) =>
    Array.from({ length: inARow }, (_unused, place) => cell(heads[line * inARow + place])),
  )
  return {
    margin: [0, 7, 0, 0],
    table: { widths: Array.from({ length: inARow }, () => '*'), body: lines, dontBreakRows: true },
    layout: {
      hLineWidth: (line) => (line === 0 || line === lines.length ? HEAVY : RULE_WIDTH),
      vLineWidth: () => 0,
      hLineColor: (line) => (line === 0 || line === lines.length ? INK : RULE),
      paddingLeft: (place) => (place === 0 ? 0 : PADDING.side),
      paddingRight: () => 6,
      paddingTop: () => 2.6,
      paddingBottom: () => 2.2,
    },
  }
}

function pictures(paper: Paper, list: readonly FormPicture[]): Content[] {
  const width = pageWidth(paper)
  return list.map(({ svg, ratio, caption }) => {
    const high = Math.min(width / ratio, pageHeight(paper) * PICTURE_SHARE)
    return {
      unbreakable: true,
      margin: [0, 9, 0, 0] as [number, number, number, number],
      stack: [
        { text: caption, fontSize: 7.4, color: GREY, margin: [0, 0, 0, 2] as [number, number, number, number] },
        { svg, width: high * ratio, height: high },
      ],
    }
  })
}
