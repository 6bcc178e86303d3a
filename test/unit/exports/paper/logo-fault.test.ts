import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { logoFault } from '../../../../electron/exports/forms/pdf/logo-fault.ts'
import { chunk, emptyPixels, header, jpeg, png } from '../../../support/pictures.ts'

const ofPng = (bytes: Buffer) => logoFault({ type: 'image/png', base64: bytes.toString('base64') })
const ofJpeg = (bytes: Buffer) => logoFault({ type: 'image/jpeg', base64: bytes.toString('base64') })

describe('a PNG', () => {
  test.each([
    ['with alpha', 6, 4, 8],
    ['of true colours', 2, 3, 8],
    ['of greys', 0, 1, 8],
    ['of 16 bits', 6, 8, 16],
  ])('%s is let pass', (_, colour, bytesAPixel, depth) =>
    expect(ofPng(png(header(300, 90, { colour, depth }), emptyPixels(300, 90, bytesAPixel)))).toBeNull(),
  )

  test('that earlier versions made is let pass: 1200 × 1200', () =>
    expect(ofPng(png(header(1200, 1200), emptyPixels(1200, 1200)))).toBeNull())

  test('that is interlaced, animated or has other chunks is let pass', () => {
    const others = [chunk('acTL', Buffer.alloc(8)), chunk('tEXt', Buffer.from('a\0b')), chunk('fdAT', Buffer.alloc(40))]
    expect(ofPng(png(header(30, 9, { interlaced: 1 }), ...others, emptyPixels(30, 9)))).toBeNull()
  })

  test('of 10,000 × 10,000 pixels in 400 kB is too large', () => {
    const large = png(header(10_000, 10_000), emptyPixels(10_000, 10_000))
    expect(large.length).toBeLessThan(500_000)
    expect(ofPng(large)).toBe('too-large')
    expect(ofPng(png(header(1_000_000, 1), emptyPixels(1, 1)))).toBe('too-large')
    expect(ofPng(png(header(0xff_ff_ff_ff, 0xff_ff_ff_ff), emptyPixels(1, 1)))).toBe('too-large')
  })

  test('of more bytes than a book keeps is too large', () =>
    expect(ofPng(png(header(1, 1), chunk('iCCP', Buffer.alloc(600_000)), emptyPixels(1, 1)))).toBe('too-large'))

  test.each([
    ['whose pixels are more than its header says', png(header(10, 10), emptyPixels(10_000, 10_000))],
    ['whose pixels are fewer than its header says', png(header(1000, 1000), emptyPixels(10, 10))],
    ['whose interlaced pixels are more than its header says', png(header(10, 10, { interlaced: 1 }), emptyPixels(900, 900))],
    ['with a second header', png(header(10, 10), header(10_000, 10_000), emptyPixels(10, 10))],
    ['without a header', png(emptyPixels(10, 10))],
    ['without pixels', png(header(10, 10))],
    ['of no height', png(header(10, 0), emptyPixels(10, 1))],
    ['of colours that there are not', png(header(10, 10, { colour: 5 }), emptyPixels(10, 10))],
    ['that is cut off', png(header(300, 90), emptyPixels(300, 90)).subarray(0, -20)],
    ['with a chunk that goes beyond its end', png(header(10, 10), Buffer.from([0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]))],
    ['of nothing', Buffer.alloc(0)],
    ['that is a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['that is a packed text', chunk('IDAT', deflateSync(Buffer.alloc(100)))],
  ])('%s is damaged', (_, bytes) => expect(ofPng(bytes)).toBe('damaged'))
})

describe('a JPEG', () => {
  test('is let pass, also with some scans', () => {
    expect(ofJpeg(jpeg(1100, 300))).toBeNull()
    expect(ofJpeg(jpeg(1100, 300, { scans: 12 }))).toBeNull()
    expect(ofJpeg(Buffer.concat([jpeg(10, 10), Buffer.from('left behind')]))).toBeNull()
  })
  test('of many pixels is too large', () => {
    expect(ofJpeg(jpeg(10_000, 10_000))).toBe('too-large')
    expect(ofJpeg(jpeg(65_535, 2))).toBe('too-large')
  })
  test.each([
    ['with thousands of scans', jpeg(1000, 1000, { scans: 5000 })],
    ['with two sizes', jpeg(10, 10, { frames: 2 })],
    ['without a size', jpeg(10, 10, { frames: 0 })],
    ['without a scan', jpeg(10, 10, { scans: 0 })],
    ['that is cut off', jpeg(10, 10).subarray(0, -3)],
    ['that is a PNG', png(header(1, 1), emptyPixels(1, 1))],
  ])('%s is damaged', (_, bytes) => expect(ofJpeg(bytes)).toBe('damaged'))
})
