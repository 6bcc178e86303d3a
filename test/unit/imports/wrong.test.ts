import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LAYOUTS, readFile, readSource } from '../../../electron/imports/index.ts'
import { spg761Book } from '../../support/spg761-book.ts'

/** What is no file of readings, or too much of one: a sentence with a code, never a crash. */

const noise = (bytes: number): Buffer => {
  const blocks = Array.from({ length: bytes / 32 }, (_, nth) => createHash('sha256').update(String(nth)).digest())
  return Buffer.concat(blocks)
}
const refused = (bytes: Buffer, code: string, reason: string) =>
  expect(readSource(bytes, 'a.bin')).rejects.toMatchObject({ code, data: { file: 'a.bin', reason } })

test('nothing, blanks, noise, and text with zeros', async () => {
  await refused(Buffer.alloc(0), 'IMPORT_UNREADABLE', 'empty')
  await refused(Buffer.from(' \r\n\t\n'), 'IMPORT_UNREADABLE', 'empty')
  await refused(noise(32_000), 'IMPORT_UNREADABLE', 'no-text')
  await refused(Buffer.from('%PDF-1.7\n\0\0\u0001\u0002'), 'IMPORT_UNREADABLE', 'no-text')
  await refused(Buffer.alloc(5000), 'IMPORT_UNREADABLE', 'no-text')
})

test('quotes that do not close take no more than a part of the file', async () => {
  await refused(Buffer.from(`a;b\n1;2\n1;"${'x;y\n'.repeat(10)}`), 'IMPORT_UNREADABLE', 'quotes')
})

test('a row of more cells than a spreadsheet has', async () => {
  await refused(Buffer.from(';1'.repeat(17_000)), 'IMPORT_TOO_LARGE', 'cells')
})

test('a file beyond 200 MB is not looked at', async () => {
  await refused(Buffer.alloc(200 * 1024 ** 2 + 1), 'IMPORT_TOO_LARGE', 'bytes')
})

test('spreadsheets: cut off, of an older program, locked, or another ZIP', async () => {
  const whole = await spg761Book()
  await refused(whole.subarray(0, whole.length / 2), 'IMPORT_UNREADABLE', 'no-xlsx')
  await refused(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'IMPORT_UNREADABLE', 'locked')
  await refused(zipOf('a.txt', Buffer.from('x')), 'IMPORT_UNREADABLE', 'no-xlsx')
})

test('a ZIP that becomes gigabytes is refused by what it says, and by what it is', async () => {
  const zeros = Buffer.alloc(64 * 1024 ** 2)
  const said = zipOf('xl/worksheets/sheet1.xml', zeros, 600 * 1024 ** 2)
  expect(said.length).toBeLessThan(1024 ** 2)
  await refused(said, 'IMPORT_TOO_LARGE', 'expanded')
  await refused(zipOf('xl/worksheets/sheet1.xml', zeros, 10), 'IMPORT_UNREADABLE', 'no-xlsx')
})

test('a map of another format than the file, and a sheet that is not there', async () => {
  const book = await spg761Book()
  const options = { zoneOfStation: 'UTC' }
  const days = mapOf('logika-spg761-days')
  await expect(readFile(book, 'a', mapOf('plum-macbat-hours'), options)).rejects.toMatchObject({
    code: 'IMPORT_UNREADABLE',
    data: { reason: 'no-text' },
  })
  await expect(readFile(Buffer.from('a;b'), 'a', days, options)).rejects.toMatchObject({
    code: 'IMPORT_UNREADABLE',
    data: { reason: 'no-xlsx' },
  })
  await expect(readFile(book, 'a', { ...days, sheet: 'Часы' }, options)).rejects.toMatchObject({
    code: 'IMPORT_MAP_UNFIT',
    data: { reason: 'sheet', detail: 'Часы', known: 'Титул, Сутки' },
  })
})

function mapOf(name: string) {
  const found = LAYOUTS.find((layout) => layout.name === name)
  if (!found) throw new Error(name)
  return found.map
}

/** A ZIP of one file, deflated. @param said the size that it says, bytes; its own when absent */
function zipOf(name: string, content: Buffer, said = content.length): Buffer {
  const packed = deflateRawSync(content)
  const bytes = Buffer.from(name)
  const header = (signature: number, length: number, at: number): Buffer => {
    const made = Buffer.alloc(length)
    made.writeUInt32LE(signature, 0)
    made.writeUInt16LE(20, 4)
    made.writeUInt16LE(8, at)
    made.writeUInt32LE(packed.length, at + 10)
    made.writeUInt32LE(said, at + 14)
    made.writeUInt16LE(bytes.length, at + 18)
    return made
  }
  const local = Buffer.concat([header(0x04034b50, 30, 8), bytes, packed])
  const central = Buffer.concat([header(0x02014b50, 46, 10), bytes])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}
