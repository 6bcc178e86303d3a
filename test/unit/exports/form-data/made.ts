import type { Book } from '../../../../electron/book/index.ts'
import { judgeBook } from '../../../../electron/analysis/judge/book.ts'
import type { FormCode } from '../../../../electron/contract/form-words.ts'
import type { Language } from '../../../../electron/words/index.ts'
import type { FormContent, FormRequest } from '../../../../electron/exports/forms/content.ts'
import { BUILT_IN } from '../../../../electron/exports/forms/built-in/index.ts'
import { fillForm, formSource } from '../../../../electron/exports/forms/fill.ts'
import { readForm } from '../../../../electron/exports/forms/read-form.ts'
import { reportPdf } from '../../../../electron/exports/forms/report.ts'
import { FIRST_DAY, fillFormBook, LAST_DAY, PRINTED_MS, STATION } from '../../../support/form-book.ts'
import { tempBook, tempFolder } from '../../book/fixtures.ts'

/** Forms of a planted book. */

const CLOCK = { zone: 'Europe/Moscow', contractHour: 10 }

export function formBook(): Book {
  const book = tempBook()
  fillFormBook(book)
  return book
}

export const judged = async (book: Book): Promise<Book> => {
  await judgeBook(book, { usual: CLOCK, nowMs: PRINTED_MS })
  return book
}

type Asked = Partial<Omit<FormRequest, 'form'>>
const requestOf = (form: FormCode, language: Language, more: Asked): FormRequest => ({
  form,
  language,
  stationIds: [STATION],
  from: FIRST_DAY,
  to: LAST_DAY,
  timeZone: CLOCK.zone,
  contractHour: CLOCK.contractHour,
  ...more,
})

/** The first part of a form, its rows read. */
export async function made(book: Book, code: FormCode, language: Language = 'ru', more: Asked = {}) {
  const { form } = readForm(code, BUILT_IN[code])
  if (!form) throw new Error(`The form ${code} is broken`)
  const source = formSource(book, requestOf(code, language, more), { form, nowMs: PRINTED_MS, usual: CLOCK })
  for await (const content of fillForm(source)) return { ...content, rows: [...content.rows] }
  throw new Error('no part')
}
export type Made = Omit<FormContent, 'rows'> & { rows: Awaited<ReturnType<typeof made>>['rows'] }

/** What stands in a column, row by row. */
export const columnOf = ({ columns, rows }: Made, key: string) => {
  const place = columns.findIndex((column) => column.key === key)
  return rows.map(({ cells }) => cells[place])
}

/** The report as the bytes of its file. */
export const onPaper = async (book: Book, code: FormCode, language: Language, more: Asked = {}) =>
  (
    await reportPdf(book, requestOf(code, language, more), {
      dataFolder: tempFolder(),
      version: '0.0.0',
      nowMs: PRINTED_MS,
      usual: CLOCK,
    })
  ).pdf
