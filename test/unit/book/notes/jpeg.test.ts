import { expect, test } from 'vitest'
import { pictureOnly } from '../../../../electron/book/notes/jpeg.ts'
import { fromTelephone, PLAIN_JPEG, toldBy } from '../../../support/photograph.ts'

test('of a photograph with a place in it only the picture is kept', () => {
  const photograph = fromTelephone(PLAIN_JPEG)
  expect(toldBy(photograph)).toHaveLength(7)
  const picture = pictureOnly(photograph)
  expect([picture?.width, picture?.height]).toEqual([16, 8])
  expect(toldBy(picture?.jpeg ?? photograph)).toEqual([])
  expect(picture?.jpeg.equals(PLAIN_JPEG)).toBe(true)
})

test('the colours stay as they are: profile and transform are kept, previews are not', () => {
  const segment = (code: number, text: string) => {
    const body = Buffer.from(text, 'latin1')
    return Buffer.concat([Buffer.from([0xff, code, 0, body.length + 2]), body])
  }
  const profile = segment(0xe2, 'ICC_PROFILE\0\u0001\u0001sRGB')
  const adobe = segment(0xee, 'Adobe\0\u0064\0\0\0\0\u0001')
  const others = [segment(0xe2, 'MPF\0more pictures'), segment(0xe0, 'JFXX\0preview'), segment(0xed, 'Photoshop 3.0\0')]
  const file = Buffer.concat([PLAIN_JPEG.subarray(0, 2), profile, ...others, adobe, PLAIN_JPEG.subarray(2)])
  const kept = pictureOnly(file)?.jpeg
  expect(kept).toEqual(Buffer.concat([PLAIN_JPEG.subarray(0, 2), profile, adobe, PLAIN_JPEG.subarray(2)]))
})

test('a preview in JFIF goes, the density stays', () => {
  const jfif = Buffer.from([0xff, 0xe0, 0, 19, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 1, 0, 72, 0, 72, 1, 1, 9, 9, 9])
  const rest = PLAIN_JPEG.subarray(2 + 18)
  const kept = pictureOnly(Buffer.concat([PLAIN_JPEG.subarray(0, 2), jfif, rest]))?.jpeg
  expect(kept?.subarray(2, 20).toString('hex')).toBe('ffe000104a46494600010101004800480000')
  expect(kept?.subarray(20).equals(rest)).toBe(true)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a text', Buffer.from('no picture at all')],
  ['a beginning only', PLAIN_JPEG.subarray(0, 30)],
  ['a picture without its end', PLAIN_JPEG.subarray(0, PLAIN_JPEG.length - 2)],
  ['a beginning and an end', Buffer.from('ffd8ffd9', 'hex')],
  ['a length beyond the file', Buffer.from('ffd8ffe0ffff00', 'hex')],
])('no JPEG: %s', (_, bytes) => expect(pictureOnly(bytes)).toBeNull())

test('whatever byte is cut off or changed, nothing but a picture or null comes out', () => {
  const photograph = fromTelephone(PLAIN_JPEG)
  for (let at = 0; at < photograph.length; at++) {
    const changed = Buffer.from(photograph)
    changed[at] = (changed[at] ?? 0) ^ 0xff
    for (const file of [photograph.subarray(0, at), changed]) {
      const kept = pictureOnly(file)
      if (!kept) continue
      expect([at, kept.jpeg.subarray(0, 2).toString('hex'), kept.jpeg.subarray(-2).toString('hex')]).toEqual([at, 'ffd8', 'ffd9'])
      expect([at, kept.jpeg.includes('GPSLatitude')]).toEqual([at, false])
    }
  }
})
