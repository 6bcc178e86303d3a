import type { IncomingMessage, ServerResponse } from 'node:http'
import { languageOf } from '../words/index.ts'
import { wordsOf } from '../words/program.ts'

/** Why a request is not answered, as HTTP says it; the sentence for people is the language's. */
const STATUS = { key: 401, used: 401, stranger: 403, missing: 404, method: 405, large: 413, unbuilt: 503 }
export type Refusal = keyof typeof STATUS

/** Answers with the sentence, and closes the connection so that a body that was never read ends with it. */
export function refuse(request: IncomingMessage, response: ServerResponse, reason: Refusal, headers: Record<string, string>): void {
  const language = languageOf('system', request.headers['accept-language'] ?? '')
  const text = wordsOf(language).refusal[reason]
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Meterbook</title><p>${text}</p></html>\n`
  response.writeHead(STATUS[reason], {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(request.method === 'HEAD' ? undefined : html)
}

/** The refusal of a WebSocket handshake, which has no response object yet. */
export function handshakeRefusal(reason: Refusal): string {
  const text = wordsOf('en').refusal[reason]
  return `HTTP/1.1 ${STATUS[reason]} Refused\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
