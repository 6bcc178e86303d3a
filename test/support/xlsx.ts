import ExcelJS from 'exceljs'

/** A workbook as a library reads it that did not write it. */
export async function openedBook(file: string): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook()
  await book.xlsx.readFile(file)
  return book
}

/** The sheet that a spreadsheet shows first: the rows, not the cover before them. */
export const openSheet = (book: ExcelJS.Workbook): ExcelJS.Worksheet | undefined =>
  book.worksheets[book.views[0]?.activeTab ?? 0]
