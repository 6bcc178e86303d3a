import { existsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportLake, lakeOf } from '../../../electron/cli/export-lake.ts'
import { tempBook, tempFolder } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

test('the folder is made for who asks for the lake, and never after a download: it may be a mount that is away', async () => {
  const book = tempBook()
  const out = path.join(tempFolder(), 'lake')
  await expect(lakeOf(book, out, seenTerminal())).rejects.toMatchObject({ code: 'FOLDER_GONE' })
  expect(existsSync(out)).toBe(false)
  book.close()
  const terminal = seenTerminal()
  await exportLake({ book: book.file, out }, terminal)
  expect(terminal.printed).toEqual([expect.stringContaining('files written')])
})

test('an empty file is no book, and stays empty', async () => {
  const folder = tempFolder()
  const [file, out] = [path.join(folder, 'empty.meterbook'), path.join(folder, 'lake')]
  writeFileSync(file, '')
  await expect(exportLake({ book: file, out }, seenTerminal())).rejects.toMatchObject({ code: 'NOT_A_BOOK' })
  expect([statSync(file).size, existsSync(out)]).toEqual([0, false])
})
