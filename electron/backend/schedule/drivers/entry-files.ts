import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { MeterbookError, systemCode } from '../../../contract/errors.ts'
import { OWN_FILE } from '../../../book/file/private.ts'

/** The files of an entry. A task's XML is UTF-16 with a mark, as its first line says; all else is UTF-8. */

const isWide = (text: string) => text.startsWith('<?xml version="1.0" encoding="UTF-16"?>')

/** @throws MeterbookError SCHEDULE_REFUSED where the folder cannot be written. */
export function writeEntryFile(file: string, text: string): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    // A link that somebody put there is removed, not written through.
    if (lstatSync(file, { throwIfNoEntry: false })) rmSync(file)
    writeFileSync(file, isWide(text) ? Buffer.from(`\ufeff${text}`, 'utf16le') : text, { mode: OWN_FILE })
  } catch (error) {
    throw new MeterbookError('SCHEDULE_REFUSED', { tool: file, said: systemCode(error) || String(error) }, { cause: error })
  }
}

/** The text of a file; null: there is none that can be read. */
export function readEntryFile(file: string): string | null {
  try {
    const bytes = readFileSync(file)
    return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le').slice(1) : bytes.toString('utf8')
  } catch {
    return null
  }
}

/** What is gone already is no failure. @throws MeterbookError SCHEDULE_REFUSED. */
export function removeEntryFile(file: string): void {
  try {
    rmSync(file, { force: true, recursive: true })
  } catch (error) {
    throw new MeterbookError('SCHEDULE_REFUSED', { tool: file, said: systemCode(error) || String(error) }, { cause: error })
  }
}
