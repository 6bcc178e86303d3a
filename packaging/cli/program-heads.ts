import { closeSync, openSync, readSync } from 'node:fs'

/** A system that a program is packed for, in Node's own words. */
export interface Target {
  platform: 'linux' | 'darwin' | 'win32'
  arch: 'x64' | 'arm64'
}

/** The numbers of processors in the heads of programs: ELF (Linux), Mach-O (macOS) and PE (Windows). */
const PROCESSORS: Record<Target['platform'], Record<Target['arch'], number>> = {
  linux: { x64: 0x3e, arm64: 0xb7 },
  darwin: { x64: 0x01000007, arm64: 0x0100000c },
  win32: { x64: 0x8664, arm64: 0xaa64 },
}
/** Where the second head of Windows begins in what `headOf` makes. */
const PE_AT = 128

/** The system that a program is for, by its first bytes; null for what is none that is known. */
export function systemOf(file: string): Target | null {
  const head = Buffer.alloc(4096)
  const fd = openSync(file, 'r')
  try {
    readSync(fd, head, 0, head.length, 0)
  } finally {
    closeSync(fd)
  }
  const of = (platform: Target['platform'], processor: number): Target | null => {
    const arch = (['x64', 'arm64'] as const).find((one) => PROCESSORS[platform][one] === processor)
    return arch === undefined ? null : { platform, arch }
  }
  if (head.readUInt32BE(0) === 0x7f454c46) return of('linux', head.readUInt16LE(18))
  if (head.readUInt32LE(0) === 0xfeedfacf) return of('darwin', head.readUInt32LE(4))
  if (head.readUInt16BE(0) !== 0x4d5a) return null
  const at = head.readUInt32LE(0x3c)
  return at + 6 <= head.length && head.readUInt32BE(at) === 0x50450000 ? of('win32', head.readUInt16LE(at + 4)) : null
}

/** The first bytes of a program for a system, and nothing behind them: it is known for one, and does not run. */
export function headOf({ platform, arch }: Target): Buffer {
  const head = Buffer.alloc(512)
  const processor = PROCESSORS[platform][arch]
  if (platform === 'linux') {
    head.writeUInt32BE(0x7f454c46)
    // 64 bits, the low byte first, the only version, a program that is started.
    for (const [at, byte] of [
      [4, 2],
      [5, 1],
      [6, 1],
      [16, 2],
    ] as const)
      head.writeUInt8(byte, at)
    head.writeUInt16LE(processor, 18)
  } else if (platform === 'darwin') {
    head.writeUInt32LE(0xfeedfacf)
    head.writeUInt32LE(processor, 4)
    // A program that is started.
    head.writeUInt32LE(2, 12)
  } else {
    head.write('MZ')
    head.writeUInt32LE(PE_AT, 0x3c)
    head.write('PE\0\0', PE_AT, 'latin1')
    head.writeUInt16LE(processor, PE_AT + 4)
  }
  return head
}
