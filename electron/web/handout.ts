import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { temporaryFolder } from '../book/file/unfinished.ts'

/** Exported files on their way to the browser: each lies in a private temporary folder and can be fetched once. */
export interface Handout {
  /** Where to write a file, and the address it is fetched from. */
  place(suggestedName: string): { file: string; href: string }
  /** Answers `/files/<id>`; false when there is no such file (any more). */
  give(id: string, response: ServerResponse, headers: Record<string, string>): Promise<boolean>
  /** Removes the folder with whatever was never fetched. */
  close(): Promise<void>
}

export async function createHandout(): Promise<Handout> {
  const folder = temporaryFolder('files')
  const waiting = new Map<string, { file: string; name: string }>()
  return {
    place(suggestedName) {
      const id = randomBytes(24).toString('base64url')
      const name = path.basename(suggestedName)
      // The name goes into the header only: on disk any operating system can hold it.
      const file = path.join(folder, `${id}${path.extname(name)}`)
      waiting.set(id, { file, name })
      return { file, href: `/files/${id}` }
    },
    async give(id, response, headers) {
      const entry = waiting.get(id)
      if (!entry) return false
      const size = await stat(entry.file).then(
        (found) => found.size,
        () => null,
      )
      // Taken back while it was looked at: somebody else is fetching it.
      if (size === null || !waiting.delete(id)) return false
      response.writeHead(200, {
        ...headers,
        'content-type': 'application/octet-stream',
        'content-length': size,
        'content-disposition': attachment(entry.name),
        'cache-control': 'no-store',
      })
      const { socket } = response
      const content = createReadStream(entry.file)
      const isFetched = await pipeline(content, response).then(
        () => true,
        // A browser knows the length: it may close the line, in order, before Node says that all was sent.
        () => content.bytesRead === size && socket !== null && socket.errored === null,
      )
      if (isFetched) await rm(entry.file, { force: true })
      // The line broke half-way: it may be fetched again.
      else waiting.set(id, entry)
      return true
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** RFC 6266: an ASCII name for old readers, the real one in UTF-8. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const utf8 = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
