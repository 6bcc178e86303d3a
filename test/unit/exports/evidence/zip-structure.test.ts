import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { BundleRefused } from '../../../../electron/exports/evidence/bundle-refused.ts'
import { unzip } from '../../../../electron/exports/evidence/zip-read.ts'
import { readStructure } from '../../../../electron/exports/evidence/zip-structure.ts'
import { end64Record, field, FLAG, locator64, u32, u64, zipBytes, type RawEntry } from '../../../support/zip-bytes.ts'

/** How a ZIP is put together: large ones as the writer of bundles makes them, and how much of a hostile one is read. */

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-structure-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What is read of a ZIP, and how many bytes of it were looked at. */
async function structureOf(file: string) {
  const handle = await open(file)
  let bytesRead = 0
  const counted = new Proxy(handle, {
    get(target, name) {
      if (name !== 'read') return Reflect.get(target, name, target) as unknown
      return (bytes: Buffer, offset: number, length: number, at: number) => {
        bytesRead += length
        return target.read(bytes, offset, length, at)
      }
    },
  })
  try {
    const { size } = await handle.stat()
    return { ...(await readStructure(counted, size)), size, bytesRead }
  } finally {
    await handle.close()
  }
}

function written(bytes: Buffer): string {
  const file = join(folder, 'a.zip')
  writeFileSync(file, bytes)
  return file
}

test('a bundle of ZIP64, as yazl writes it, is read', async () => {
  const zip = new ZipFile()
  const names = ['evidence/a.txt', 'evidence/b.txt']
  for (const name of names) {
    const text = Readable.from([Buffer.from(`text of ${name}`)])
    zip.addReadStreamLazy(name, { forceZip64Format: true }, (done) => done(null, text))
  }
  zip.end({ forceZip64Format: true, comment: '' })
  const file = written(await buffer(zip.outputStream))
  const { files } = await unzip(file, folder)
  expect(files.map(({ path, bytes, sum }) => [path, bytes, sum?.length])).toEqual(names.map((name) => [name, 22, 64]))
})

const MOST = 0xffffffff
const LARGE = 5 * 1024 ** 3

/** Two files, the first of 5 GiB of which the disk holds nothing, as yazl writes them: sizes behind the data. */
function largeZip(): string {
  const first: RawEntry = { name: 'evidence/large', flags: FLAG.sizesBehind, packed: Buffer.alloc(0), behind: Buffer.alloc(0) }
  const head = zipBytes([first]).subarray(0, 30 + 'evidence/large'.length)
  const content = Buffer.from('small')
  const behind = Buffer.concat([u32(0x08074b50, 7), u64(LARGE, LARGE * 2)])
  const at = head.length + LARGE
  const wide = { bytes: MOST, packedBytes: MOST, at: MOST }
  const second: RawEntry = {
    name: 'evidence/small',
    content,
    packed: content,
    method: 8,
    flags: FLAG.sizesBehind,
    behind: Buffer.concat([u32(0x08074b50, crc32(content)), u64(content.length, content.length)]),
    central: { ...wide, extra: field(1, u64(content.length, content.length, at + behind.length)) },
  }
  const rest = zipBytes([{ ...first, isLaid: false, central: { ...wide, crc: 7, extra: field(1, u64(LARGE * 2, LARGE, 0)) } }, second], {
    shift: at + behind.length,
    entries: 0xffff,
    directoryBytes: MOST,
    directoryAt: MOST,
    beforeEnd: ({ at: directoryAt, bytes: directoryBytes, entries, endsAt }) =>
      Buffer.concat([end64Record({ entries, directoryBytes, directoryAt }), locator64(endsAt)]),
  })
  const file = join(folder, 'large.zip')
  const written = openSync(file, 'w')
  writeSync(written, head)
  ftruncateSync(written, at)
  const tail = Buffer.concat([behind, rest])
  writeSync(written, tail, 0, tail.length, at)
  closeSync(written)
  return file
}

test('of 5 GiB the end, the directory and the headers are read', async () => {
  const { entries, size, bytesRead } = await structureOf(largeZip())
  expect(entries.map(({ path, start, packedBytes, bytes }) => [path, start, packedBytes, bytes])).toEqual([
    ['evidence/large', 44, LARGE, LARGE * 2],
    ['evidence/small', 44 + LARGE + 24 + 44, 5, 5],
  ])
  expect(size).toBeGreaterThan(LARGE)
  expect(bytesRead).toBeLessThan(100 * 1024)
})

async function refusal(bytes: Buffer): Promise<unknown> {
  const error = await structureOf(written(bytes)).catch((thrown: unknown) => thrown)
  return error instanceof BundleRefused ? error.reason : error
}

test('1,000 entries are the most, with as much beside them as a directory may hold', async () => {
  const entry = (index: number): RawEntry => ({ name: `evidence/${index}`, method: 0 })
  const many = (count: number) => Array.from({ length: count }, (_, index) => entry(index))
  const { entries, size, bytesRead } = await structureOf(written(zipBytes(many(1000))))
  expect(entries.length).toBe(1000)
  expect(bytesRead).toBeLessThan(size + 70_000)
  expect(await refusal(zipBytes(many(1001)))).toBe('too-large')
  const comment = Buffer.alloc(65_535, ' ')
  expect(await refusal(zipBytes(many(70).map((one) => ({ ...one, central: { comment } }))))).toBe('too-large')
})

test('what is refused names the file in the ZIP that it is about', async () => {
  const bytes = zipBytes([{ name: 'evidence/a' }, { name: 'evidence/b', local: { name: Buffer.from('evidence/c') } }])
  await expect(structureOf(written(bytes))).rejects.toMatchObject({
    code: 'BUNDLE_AMBIGUOUS',
    data: { reason: 'header', entry: 'evidence/b' },
  })
})
