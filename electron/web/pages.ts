import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageHeaders, readPageFile } from '../backend/page.ts'
import { answerAdmission } from './admission.ts'
import type { Gate } from './gate.ts'
import type { Handout } from './handout.ts'
import { refuse } from './refusal.ts'

export interface PageSources {
  gate: Gate
  handout: Handout
  /** Folder of the renderer's built files. */
  pages: string
  /** Characters. */
  longestUrl: number
  onVisit: (visit: Visit) => void
}

/** The visits that the owner is told of: the browser was let in, or a second one came and was refused. */
export type Visit = 'admitted' | 'second'

/** Answers one HTTP request: the exchange of the token for the cookie, a file of the page, or an exported file. */
export async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  { gate, handout, pages, longestUrl, onVisit }: PageSources,
): Promise<void> {
  const headers = pageHeaders(gate.origin.replace('http:', 'ws:'))
  const address = request.url ?? '/'
  if (gate.stranger(request) !== null) return refuse(request, response, 'stranger', headers)
  if (address.length > longestUrl || hasBody(request)) return refuse(request, response, 'large', headers)
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(request, response, 'method', headers)

  const url = parse(address, gate.origin)
  if (!url) return refuse(request, response, 'missing', headers)
  const token = url.pathname === '/' ? url.searchParams.get('token') : null
  if (token !== null) {
    const admission = request.method === 'GET' ? gate.admit(token) : null
    if (admission !== null && admission !== 'used') {
      onVisit('admitted')
      return answerAdmission(response, admission, headers)
    }
    if (gate.knows(request)) {
      // A browser that was admitted before may load the printed address again.
      response.writeHead(303, { ...headers, location: '/', 'cache-control': 'no-store' }).end()
      return
    }
    if (admission === 'used') onVisit('second')
    return refuse(request, response, admission === 'used' ? 'used' : 'key', headers)
  }
  if (!gate.knows(request)) return refuse(request, response, 'key', headers)

  const id = /^\/files\/([\w-]+)$/.exec(url.pathname)?.[1]
  if (id !== undefined) {
    const given = request.method === 'GET' && (await handout.give(id, response, headers))
    return given ? undefined : refuse(request, response, 'missing', headers)
  }
  // The raw path: URL has already folded `..` away, and a path that needs folding names nothing here.
  const file = await readPageFile(pages, address.split(/[?#]/, 1)[0] ?? '/')
  if (!file) return refuse(request, response, url.pathname === '/' ? 'unbuilt' : 'missing', headers)
  response.writeHead(200, { ...headers, ...file.headers, 'content-length': file.body.length })
  response.end(request.method === 'HEAD' ? undefined : file.body)
}

function parse(address: string, origin: string): URL | null {
  // An absolute-form or `//host` target would name another origin.
  if (!address.startsWith('/') || address.startsWith('//')) return null
  return URL.parse(address, origin)
}

function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
}
