import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { REPLACED_KEY } from '../../../../electron/contract/paper-letters.ts'
import { writeWhole } from '../../../../electron/exports/file.ts'
import { writerOf } from '../../../../electron/exports/format.ts'
import { FONT_FILES } from '../../../../electron/exports/forms/pdf/font-files.ts'
import { createPrinter, LETTER_FONTS, LETTERS } from '../../../../electron/exports/forms/pdf/letters.ts'
import type { Column } from '../../../../electron/exports/table.ts'
import { zoneClock } from '../../../../electron/contract/time/zone.ts'
import { allText, pdfText } from '../../../support/pdf-text.ts'
import { tempFolder } from '../../book/fixtures.ts'

/** Letters on paper: each is there, or its code is, and that is said. */

const root = path.join(import.meta.dirname, '../../../..')
const GEORGIAN = 'საქართველო'
const ARMENIAN = 'Երևան'
const column = (header: string): Column => ({ key: header, header, kind: 'text' })

async function printed(title: string, rows: readonly (readonly string[])[], language: 'en' | 'ru' = 'en') {
  const file = path.join(tempFolder(), 'a.pdf')
  const write = await writerOf('pdf')
  const replaced: string[] = []
  const table = { title, columns: [column(title), column('B')], rows, expected: rows.length, about: [[title, title]] as const }
  const options = { reader: 'people', language, onReplaced: (character: string) => void replaced.push(character) } as const
  await writeWhole(file, write(table, zoneClock('Europe/Moscow'), options))
  const bytes = readFileSync(file)
  return { bytes, replaced, text: allText(await pdfText(bytes)) }
}

test('Georgian and Armenian are printed in letters that can be copied, in heads, cells and headings alike', async () => {
  const { text, replaced } = await printed(`Gas ${GEORGIAN} 7`, [
    [`${GEORGIAN}-1`, ARMENIAN],
    ['ГРП №3', `«${ARMENIAN}» m³`],
  ])
  const together = text.replaceAll(/\s+/g, '')
  for (const word of [`Gas${GEORGIAN}7`, `${GEORGIAN}-1`, ARMENIAN, `«${ARMENIAN}»m³`, 'ГРП№3']) expect(together).toContain(word)
  expect(replaced).toEqual([])
})

test('what no font has is printed as its code, said once each, and kept in the file for the window', async () => {
  const { bytes, text, replaced } = await printed('漢字', [
    ['ГРП 漢 1', '😀😀'],
    ['ok', '❄️ 20°'],
  ])
  expect(text).toContain('ГРП [U+6F22] 1')
  expect(text.replaceAll(/\s+/g, '')).toContain('[U+1F600][U+1F600]')
  expect(text).toContain('[U+2744] 20°')
  expect(replaced.toSorted()).toEqual(['漢', '字', '❄', '😀'].toSorted())
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const { info } = await (await task.promise).getMetadata()
  expect((info as { Custom?: Map<string, string> }).Custom?.get(REPLACED_KEY)).toBe(replaced.join(''))
  await task.destroy()
})

test('decomposed letters are put together, blanks that have no width are blanks, pictures have Roboto alone', () => {
  const printer = createPrinter()
  expect(printer.text('Йод\u202f1\tx\u200d\ufe0f')).toBe('Йод\u00a01 x')
  expect(printer.picture(`<text>${ARMENIAN[0]} м³</text>`)).toBe('<text>[U+0535] м³</text>')
  expect(printer.replaced()).toEqual([ARMENIAN[0]])
})

interface Font {
  characterSet: number[]
}
const { openSync } = createRequire(createRequire(path.join(root, 'package.json')).resolve('pdfmake/package.json'))('fontkit') as {
  openSync(file: string): Font
}

test.each(LETTER_FONTS)('%s has the letters that are said of it, in both weights', (font) => {
  const said = LETTERS[font].split(' ').flatMap((range) => {
    const [from = '', to = from] = range.split('-')
    return Array.from({ length: Number.parseInt(to, 16) - Number.parseInt(from, 16) + 1 }, (_, at) => Number.parseInt(from, 16) + at)
  })
  for (const file of Object.values(FONT_FILES[font])) {
    const has = new Set(openSync(path.join(root, 'node_modules', file)).characterSet)
    expect(said.filter((code) => !has.has(code))).toEqual([])
  }
})
