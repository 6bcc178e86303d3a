import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { SESSION_KEY } from '../contract/browser-session.ts'
import type { Admission } from './gate.ts'

/**
 * The answer to the one-time token: a page that puts the key into the storage of its origin and goes to the
 * application. It is no redirect: after a link in a file or on another site the browser would follow one without the
 * SameSite=Strict cookie, and the key must not stand in an address, which histories keep.
 */
const SCRIPT = `localStorage.setItem('${SESSION_KEY}',document.documentElement.dataset.key);location.replace('/')`
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')
const POLICY = `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export function answerAdmission(response: ServerResponse, { cookie, key }: Admission, headers: Record<string, string>): void {
  response.writeHead(200, {
    ...headers,
    'content-security-policy': POLICY,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'set-cookie': cookie,
  })
  response.end(
    `<!doctype html><html lang="en" data-key="${key}"><meta charset="utf-8"><title>Meterbook</title><script>${SCRIPT}</script></html>\n`,
  )
}
