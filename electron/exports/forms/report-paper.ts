import { wordsOf } from '../../words/program.ts'
import type { FormContent, FormRow, FormSource } from './content.ts'
import type { PaperPart, PaperRow } from './pdf/paper.ts'
import type { SignatureKey } from './vocabulary.ts'
import { printCell, printedIn, type Printed } from './printed.ts'

/** A form's content as it reads on paper: every cell as text, by the clock of the part. */

/** A part without its rows. */
export function paperPart(source: FormSource, content: FormContent): PaperPart {
  const { form, language, letterhead } = source
  const { forms } = wordsOf(language)
  const title = form.title[language]
  const period = content.heads.find(({ key }) => key === 'period')?.value ?? ''
  const { organisation, address, logo, logoFault } = letterhead
  const printed = printedOf(source, content)
  return {
    title,
    subtitle: [content.title, period].filter(Boolean).join(', '),
    running: [title, content.title, period].filter(Boolean).join('  ·  '),
    letterhead: organisation || address || logo ? { organisation, address, logo } : null,
    heads: content.heads.map(({ name, value }) => [name, value] as const),
    above: form.texts.above?.[language] ?? null,
    pictures: content.pictures,
    columns: content.columns.map(({ header, over, weight, align, kind }) => ({
      header,
      over: over ?? null,
      weight,
      align: align ?? (kind === 'value' ? 'right' : 'left'),
    })),
    totals: content.totals.map((row) => paperRow(row, content, printed)),
    stated: forms.stated,
    statements: logoFault ? [...content.statements, forms.logoLeftOut(logoFault)] : content.statements,
    below: form.texts.below?.[language] ?? null,
    signatures: form.signatures.map((key) => ({
      what: forms.signatures[key],
      ...(content.signed?.[key] ?? signerIn(letterhead, key)),
    })),
    empty: forms.empty,
  }
}

/** The letterhead names who signs for the own side. */
const signerIn = (letterhead: FormSource['letterhead'], key: SignatureKey): { name: string; post: string } =>
  key === 'responsible' || key === 'representative' ? { name: letterhead[key].name, post: letterhead[key].post } : { name: '', post: '' }

export function* paperRows(source: FormSource, content: FormContent): Generator<PaperRow> {
  const printed = printedOf(source, content)
  for (const row of content.rows) yield paperRow(row, content, printed)
}

const printedOf = ({ language, clock }: FormSource, { timeZone }: FormContent): Printed => printedIn(language, timeZone ?? clock.timeZone)

const paperRow = ({ cells, group, tone }: FormRow, { columns }: FormContent, printed: Printed): PaperRow => ({
  cells: columns.map((column, at) => printCell(cells[at], column, printed)),
  group: group ?? null,
  tone: tone ?? null,
})
