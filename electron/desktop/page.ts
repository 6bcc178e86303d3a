import { protocol, session } from 'electron'
import { pageHeaders, readPageFile } from '../backend/page.ts'

/** The renderer's files come over `app://meterbook/`, an origin of their own, under the same policy as in the browser. */
export const PAGE = 'app://meterbook/'

/** Call before the app is ready. */
export function declarePage(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }])
}

/**
 * @param folder the renderer's built files
 * @param origin where the page comes from: `PAGE`, or a development server
 */
export function servePage(folder: string, origin: string): void {
  protocol.handle('app', async (request) => {
    const { host, pathname } = new URL(request.url)
    const file = host === 'meterbook' && request.method === 'GET' ? await readPageFile(folder, pathname) : null
    return new Response(file ? new Uint8Array(file.body) : null, {
      status: file ? 200 : 404,
      headers: { ...pageHeaders(), ...file?.headers },
    })
  })
  refuseNetwork(origin)
  // The only permission the page gets: writing to the clipboard, to copy a table's cells.
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write')
  session.defaultSession.setPermissionRequestHandler((_contents, permission, allow) => allow(permission === 'clipboard-sanitized-write'))
}

/**
 * The page asks nothing of any network: the backend does, from its own thread. Its policy says the same; this holds also for
 * what Chromium might ask by itself for the page.
 */
function refuseNetwork(origin: string): void {
  const socket = origin.replace(/^http/, 'ws')
  // A Blob's address names its origin; data: is a picture in the page's own style.
  const own = [origin, socket, `blob:${origin.replace(/\/$/, '')}`, 'data:', 'devtools:']
  session.defaultSession.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !own.some((start) => url.startsWith(start)) }))
}
