import { expect, test } from 'vitest'
import { isOnNetwork } from '../../../electron/book/file/network.ts'

const on = (platform: NodeJS.Platform, of: { type?: number; real?: string }) =>
  isOnNetwork('/x/a.meterbook', {
    platform,
    typeOf: () => of.type ?? Number.NaN,
    realOf: () => {
      if (of.real === undefined) throw new Error('no such folder')
      return of.real
    },
  })

test.each([
  ['NFS', 0x6969, true],
  ['SMB', -11317950, true],
  ['SMB 2, as a signed number', -28095166, true],
  ['ext4', 0xef53, false],
  ['tmpfs', 0x01021994, false],
  ['FUSE, which may be a local disk', 0x65735546, false],
])('Linux, %s', (_name, type, expected) => expect(on('linux', { type })).toBe(expected))

test.each([
  ['\\\\server\\share\\books', true],
  ['\\\\?\\UNC\\server\\share', true],
  ['\\\\?\\C:\\books', false],
  ['C:\\books', false],
])('Windows, %s', (real, expected) => expect(on('win32', { real })).toBe(expected))

test('a folder that cannot be asked, and this one, are none', () => {
  expect(on('win32', {})).toBe(false)
  expect(isOnNetwork(import.meta.filename)).toBe(false)
})
