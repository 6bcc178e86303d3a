import type { Digest, DigestLine } from '../contract/digest.ts'
import { digestSpan, digestStation, digestText, moreText } from '../contract/digest-text.ts'
import { withoutNoise } from '../contract/units.ts'
import { visitTongue } from '../contract/visit-text.ts'
import type { Language } from '../words/index.ts'
import { wordsOf } from '../words/program.ts'
import { htmlText } from './html.ts'

/**
 * A digest as one HTML file: tables with their styles in them, no script, no picture, nothing to be fetched, so that any mail
 * program shows it. @param book what the book is called
 */
export function digestHtml(digest: Digest, { language, timeZone, book }: { language: Language; timeZone: string; book: string }): string {
  const tongue = visitTongue(language, timeZone, digest.atMs)
  const words = wordsOf(language).digest
  const { locale } = wordsOf(language).habits
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const cell = (text: string, style = '') => `<td style="${CELL}${style}">${htmlText(text)}</td>`
  const row = (line: DigestLine) =>
    `<tr>${cell(digestStation(line), NAME)}${cell(digestText(line, tongue))}${cell(line.m3 === null ? '' : number.format(withoutNoise(line.m3)), NUMBER)}</tr>`
  const head = (text: string, style = '') => `<th scope="col" style="${CELL}${HEAD}${style}">${htmlText(text)}</th>`
  const section = (kind: Digest['kinds'][number]) => {
    const more = moreText(kind, language)
    return [
      `<h2 style="${TITLE}">${htmlText(words.kind[kind.kind])} · ${number.format(kind.total)}</h2>`,
      `<table cellpadding="0" cellspacing="0" style="${TABLE}"><thead><tr>${head(words.column.station)}${head(words.column.text)}${head(words.column.m3, NUMBER)}</tr></thead><tbody>`,
      ...kind.lines.map(row),
      '</tbody></table>',
      ...(more === '' ? [] : [`<p style="${SMALL}">${htmlText(more)}</p>`]),
    ].join('\n')
  }
  const span = digestSpan(digest, tongue)
  const about = htmlText(`${span} (${timeZone}) · ${book}`)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(words.title)}</title>
</head>
<body style="${BODY}">
<h1 style="font-size:20px;margin:0 0 4px">${htmlText(words.title)}</h1>
<p style="${SMALL}">${about}</p>
${digest.kinds.length === 0 ? `<p>${htmlText(words.nothing(span))}</p>` : digest.kinds.map(section).join('\n')}
</body>
</html>
`
}

const BODY = 'margin:16px;background:#ffffff;color:#1f2328;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.4'
const TITLE = 'font-size:15px;margin:20px 0 6px'
const TABLE = 'border-collapse:collapse;width:100%'
const CELL = 'padding:4px 8px;border-bottom:1px solid #d0d7de;text-align:left;vertical-align:top;'
const HEAD = 'color:#57606a;font-weight:bold;font-size:12px;'
const NAME = 'width:30%;'
const NUMBER = 'text-align:right;white-space:nowrap;width:12%;'
const SMALL = 'color:#57606a;font-size:12px;margin:4px 0'
