import path from 'node:path'
import { loadPage, pageWindow, standIn, startProgram } from './page.ts'

/** Started as Electron would, and asked for what no page may have. Run by security-list.test.ts. */
const { app, BrowserWindow, ipcMain, ipcRenderer, protocol, record, session, WebContents } = standIn
const window = await startProgram(process.cwd())
const client = await loadPage(window)

// Messages of other frames than the page's own, and of the page with what is no book.
const before = record.length
const commands = (await client.program.commands())[Symbol.asyncIterator]()
const frames = [
  null,
  { url: 'https://evil.example/' },
  { url: 'app://meterbook.evil/' },
  { url: 'about:blank' },
  { url: 'file:///app://meterbook/' },
]
for (const senderFrame of frames) ipcMain.emit('dropped', { senderFrame }, '/evil/book.meterbook')
for (const what of [7, null, {}, '/etc/passwd', ['/a.meterbook']])
  ipcMain.emit('dropped', { senderFrame: { url: 'app://meterbook/' } }, what)
const obeyed = record.slice(before).map(({ call }) => call)
ipcMain.emit('dropped', { senderFrame: { url: 'app://meterbook/' } }, '/own/book.meterbook')
const first = (await commands.next()).value as { file: string }

const contents = new WebContents()
app.emit('web-contents-created', {}, contents)
const stays = (name: string, url: string) => {
  let stayed = false
  contents.emit(name, { url, preventDefault: () => (stayed = true) })
  return stayed
}
const ADDRESSES = [
  'https://evil.example/',
  'http://127.0.0.1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'app://other/',
]
const opened = ['https://evil.example/', 'file:///etc/passwd', 'smb://server/share', 'ms-msdt:/id', 'geo:1,2;x', 'mailto:a@b'].filter(
  (url) => {
    const count = record.length
    contents.emit('will-navigate', { url, preventDefault: () => undefined })
    return record.length > count
  },
)
const PERMISSIONS = [
  ...['clipboard-read', 'media', 'display-capture', 'mediaKeySystem', 'geolocation', 'notifications', 'midi', 'midiSysex', 'pointerLock'],
  ...['fullscreen', 'openExternal', 'window-management', 'speaker-selection', 'storage-access', 'idle-detection', 'keyboardLock'],
  ...['fileSystem', 'hid', 'serial', 'usb', 'deprecated-sync-clipboard-read', 'clipboard-sanitized-write'],
]
const allowed = PERMISSIONS.filter((permission) => {
  let isAllowed = session.defaultSession.check?.(null, permission) ?? true
  session.defaultSession.request?.(null, permission, (yes) => (isAllowed ||= yes))
  return isAllowed
})
const serve = protocol.handlers.get('app')
const index = await serve?.(new Request('app://meterbook/'))
const mayAsk = (url: string) => {
  let may = true
  session.defaultSession.webRequest.ask?.({ url }, ({ cancel }) => (may = cancel !== true))
  return may
}

window.emit('close')
const ended = new Promise<void>((resolve) => app.once('quit', () => resolve()))
app.quit()
await ended
const seen = {
  windows: BrowserWindow.all.map(({ options }) => options['webPreferences'] as Record<string, unknown>),
  loaded: record.filter(({ call }) => call === 'window.loadURL').flatMap(({ with: [address] }) => address),
  served: [...protocol.handlers.keys()],
  policy: index?.headers.get('content-security-policy') ?? null,
  exposed: record.filter(({ call }) => call.startsWith('contextBridge')).length,
  channels: { main: ipcMain.eventNames(), renderer: ipcRenderer.eventNames() },
  targets: pageWindow.targets,
  allowed,
  navigated: ['will-navigate', 'will-frame-navigate', 'will-redirect'].flatMap((name) => ADDRESSES.filter((url) => !stays(name, url))),
  embeds: !stays('will-attach-webview', ''),
  opensWindows: contents.openHandler?.({ url: 'https://evil.example/' }).action,
  opened,
  obeyed,
  first: path.basename(first.file),
  asks: ['https://evil.example/', 'http://evil.example/', 'ws://evil.example/', 'file:///etc/passwd'].filter(mayAsk),
}
/** What the test reads, by way of JSON. */
export type SecuritySeen = typeof seen
process.stdout.write(`\n${JSON.stringify(seen)}\n`)
