import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { ZipFile } from 'yazl'
import { DIGEST_LENGTH, DIGEST_PLACE, ZIP_COMMENT } from './zip-comment.ts'

/** One file of a ZIP: its bytes are asked for when its turn comes, after all before it have been written. */
export interface Member {
  path: string
  content: () => AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/**
 * A ZIP with these files in this order. Its comment ends with the SHA-256 of all bytes before it, so that a change of
 * bytes that belong to no file is found as well.
 */
export function zipOf(members: readonly Member[], mtimeMs: number): Readable {
  const zip = new ZipFile()
  const sealed = sealing()
  zip.on('error', (error: Error) => sealed.destroy(error))
  for (const { path, content } of members) {
    zip.addReadStreamLazy(path, { mtime: new Date(mtimeMs), mode: 0o100644 }, (done) => {
      const stream = Readable.from(content(), { objectMode: false })
      stream.once('error', (error) => sealed.destroy(error))
      done(null, stream)
    })
  }
  zip.end({ comment: ZIP_COMMENT, forceZip64Format: false })
  const { outputStream } = zip
  outputStream.on('error', (error: Error) => sealed.destroy(error))
  return (outputStream as Readable).pipe(sealed)
}

/** Puts the digest where the comment has a place for it: the last bytes. */
function sealing(): Transform {
  const hash = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const sure = Math.max(0, all.length - DIGEST_LENGTH)
      held = all.subarray(sure)
      hash.update(all.subarray(0, sure))
      done(null, all.subarray(0, sure))
    },
    flush(done) {
      if (held.toString('latin1') !== DIGEST_PLACE) return done(new Error('The ZIP does not end with its comment'))
      done(null, Buffer.from(hash.digest('hex'), 'latin1'))
    },
  })
}
