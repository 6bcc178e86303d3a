import { protocol, session } from 'electron'
import { pageHeaders, readPageFile } from '../backend/page.ts'

/** The renderer's files come over `app://meterbook/`, an origin of their own, under the same policy as in the browser. */
export const PAGE = 'app://meterbook/'

/** Call before the app is ready. */
export function declarePage(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }])
}

/** @param folder the renderer's built files */
export function servePage(folder: string): void {
  protocol.handle('app', async (request) => {
    const { host, pathname } = new URL(request.url)
    const file = host === 'meterbook' && request.method === 'GET' ? await readPageFile(folder, pathname) : null
    return new Response(file ? new Uint8Array(file.body) : null, {
      status: file ? 200 : 404,
      headers: { ...pageHeaders(), ...file?.headers },
    })
  })
  // The only permission the page gets: writing to the clipboard, to copy a table's cells.
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write')
  session.defaultSession.setPermissionRequestHandler((_contents, permission, allow) => allow(permission === 'clipboard-sanitized-write'))
}
