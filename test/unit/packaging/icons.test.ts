import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ICNS_SIZES, ICO_SIZES, icnsOf, icoOf } from '../../../packaging/icons/containers.ts'

/** The icons in the repository, as Windows and macOS read them. */
const resources = path.resolve(import.meta.dirname, '../../../resources')
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const sideOf = (png: Buffer) => png.readUInt32BE(16)

function picturesInIco(ico: Buffer): Buffer[] {
  return Array.from({ length: ico.readUInt16LE(4) }, (_, at) => {
    const start = ico.readUInt32LE(6 + 16 * at + 12)
    const picture = ico.subarray(start, start + ico.readUInt32LE(6 + 16 * at + 8))
    expect(ico.readUInt8(6 + 16 * at) || 256).toBe(sideOf(picture))
    return picture
  })
}
function picturesInIcns(icns: Buffer): Buffer[] {
  expect(icns.toString('latin1', 0, 4)).toBe('icns')
  expect(icns.readUInt32BE(4)).toBe(icns.length)
  const pictures: Buffer[] = []
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) pictures.push(icns.subarray(at + 8, at + icns.readUInt32BE(at + 4)))
  return pictures
}

test.each(['icon', 'meterbook'])('%s.ico and %s.icns hold a picture of every size', (name) => {
  const ico = picturesInIco(readFileSync(path.join(resources, `${name}.ico`)))
  const icns = picturesInIcns(readFileSync(path.join(resources, `${name}.icns`)))
  for (const picture of [...ico, ...icns]) expect(picture.subarray(0, 4)).toEqual(PNG)
  expect(ico.map(sideOf)).toEqual(ICO_SIZES)
  expect(new Set(icns.map(sideOf))).toEqual(new Set(ICNS_SIZES))
})

test('the pictures of Linux are those of Windows, to the byte: all are of one drawing', () => {
  const ico = new Map(picturesInIco(readFileSync(path.join(resources, 'icon.ico'))).map((picture) => [sideOf(picture), picture]))
  for (const size of ICO_SIZES)
    expect(readFileSync(path.join(resources, `icons/${size}x${size}.png`)).equals(ico.get(size) ?? Buffer.of())).toBe(true)
})

test('a container without one of its sizes is not made', () => {
  expect(() => icoOf(new Map())).toThrow('No picture of 16 pixels.')
  expect(() => icnsOf(new Map())).toThrow('No picture of 16 pixels.')
})
