import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The texts of a PDF by a reader that had no part in writing it: pages of lines, lines of texts from left to right. */
export type PdfText = string[][][]

/** Texts whose feet are nearer than this stand on one line, points. */
const NEAR = 2

export async function pdfText(bytes: Uint8Array): Promise<PdfText> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: PdfText = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ disableNormalization: true })
    const found = items.flatMap((item) =>
      'str' in item && item.str.trim() !== '' ? [{ text: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]) }] : [],
    )
    const lines: { y: number; texts: { text: string; x: number }[] }[] = []
    for (const { text, x, y } of found.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
      const line = lines.at(-1)
      if (line && Math.abs(line.y - y) < NEAR) line.texts.push({ text, x })
      else lines.push({ y, texts: [{ text, x }] })
    }
    pages.push(lines.map(({ texts }) => texts.toSorted((a, b) => a.x - b.x).map(({ text }) => text.trim())))
  }
  await task.destroy()
  return pages
}

/** All of it as one text, for what may stand anywhere. */
export const allText = (pages: PdfText): string =>
  pages
    .flat(1)
    .map((line) => line.join(' '))
    .join('\n')
