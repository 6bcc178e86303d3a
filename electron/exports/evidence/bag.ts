import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { byUnits } from './canonical.ts'
import { allowedSigner, fingerprint, publicLine, signed } from './sshsig.ts'
import { zipOf, type Member } from './zip-write.ts'

/** The folder in the ZIP that is the bag. */
const BAG = 'evidence'
export const BAG_INFO = 'bag-info.txt'
export const MANIFEST = 'manifest-sha256.txt'
export const TAG_MANIFEST = 'tagmanifest-sha256.txt'
export const SIGNATURE = `${TAG_MANIFEST}.sig`
export const ALLOWED_SIGNERS = 'allowed_signers'
/** Lines of bag-info.txt that are compared with what they are of. */
export const INFO = {
  program: 'Bag-Software-Agent',
  day: 'Bagging-Date',
  records: 'Meterbook-Records-SHA256',
  /** Bytes and number of the payload files. */
  size: 'Payload-Oxum',
  /** Whose signature belongs to the bundle. */
  signedBy: 'Meterbook-Signed-By',
} as const

export interface BagOptions {
  /** Unix ms: the time of all files. */
  madeAtMs: number
  /** Lines of bag-info.txt; Payload-Oxum and who signed are added. */
  info: readonly (readonly [name: string, value: string])[]
  /** Tag files besides the prescribed ones. */
  readme: readonly Member[]
  /** The private key to sign with; null: not signed. */
  key: string | null
  /** Told as each file is done. */
  onFile?: (path: string) => void
}

/** A BagIt 1.0 bag (RFC 8493) of these payload files, as a ZIP; each file's bytes are read once, as they are written. */
export function bagOf(payload: readonly Member[], options: BagOptions): Readable {
  const { madeAtMs, info, readme, key, onFile } = options
  const payloadSums = new Map<string, string>()
  const tagSums = new Map<string, string>()
  let bytes = 0

  const summed = (member: Member, sums: Map<string, string>): Member => ({
    path: `${BAG}/${member.path}`,
    async *content() {
      const hash = createHash('sha256')
      for await (const piece of member.content()) {
        const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
        hash.update(chunk)
        if (sums === payloadSums) bytes += chunk.length
        yield chunk
      }
      sums.set(member.path, hash.digest('hex'))
      onFile?.(member.path)
    },
  })
  const tag = (path: string, text: () => string) => summed({ path, content: () => [text()] }, tagSums)
  const line = key === null ? null : publicLine(key)
  const members = [
    tag('bagit.txt', () => 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'),
    ...payload.map((member) => summed(member, payloadSums)),
    ...readme.map((member) => summed(member, tagSums)),
    ...(line === null ? [] : [tag(ALLOWED_SIGNERS, () => `${allowedSigner(line)}\n`)]),
    tag(BAG_INFO, () =>
      infoText([
        ...info,
        [INFO.size, `${bytes}.${payloadSums.size}`],
        ...(line === null ? [] : [[INFO.signedBy, fingerprint(line)] as const]),
      ]),
    ),
    tag(MANIFEST, () => manifestOf(payloadSums)),
    { path: `${BAG}/${TAG_MANIFEST}`, content: () => [manifestOf(tagSums)] },
    ...(key === null ? [] : [{ path: `${BAG}/${SIGNATURE}`, content: () => [signed(Buffer.from(manifestOf(tagSums)), key)] }]),
  ]
  return zipOf(members, madeAtMs)
}

/** As `sha256sum` writes it, in the order of paths. */
export const manifestOf = (sums: ReadonlyMap<string, string>): string =>
  [...sums]
    .sort(([a], [b]) => byUnits(a, b))
    .map(([path, sum]) => `${sum}  ${path}\n`)
    .join('')

const infoText = (info: readonly (readonly [string, string])[]): string =>
  info.map(([name, value]) => `${name}: ${value.replaceAll(/\s+/g, ' ').trim()}\n`).join('')
