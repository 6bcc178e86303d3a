import type { FileHandle } from 'node:fs/promises'
import { BundleRefused, type BundleRefusal } from './bundle-refused.ts'

/** The largest numbers of 16 and 32 bits: what they stand for is elsewhere, in 64 bits. */
export const [MOST_16, MOST_32] = [0xffff, 0xffffffff]

/** These bytes of a file. @throws BundleRefused: cut-off where they are not there. */
export type Read = (at: number, bytes: number) => Promise<Buffer>

export function reading(handle: FileHandle): Read {
  return async (at, bytes) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, at)
    if (bytesRead !== bytes) throw new BundleRefused('cut-off')
    return buffer
  }
}

/** A number of 64 bits. @throws BundleRefused with this reason where no file is so large. */
export function wideAt(bytes: Buffer, at: number, reason: BundleRefusal): number {
  const value = bytes.readBigUInt64LE(at)
  if (value > Number.MAX_SAFE_INTEGER) throw new BundleRefused(reason)
  return Number(value)
}
