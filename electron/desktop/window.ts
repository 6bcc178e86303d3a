import path from 'node:path'
import { app, BrowserWindow, nativeTheme, screen, shell } from 'electron'
import { isGeoLink } from '../contract/coordinates.ts'
import { keepWindowState, readWindowState } from '../backend/window-state.ts'

/**
 * Every page, whoever made it: it stays where it is, opens nothing and embeds nothing. A link with coordinates alone is
 * given to the system, whose map opens it. Call before the first window.
 */
export function confinePages(origin: string): void {
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { preventDefault(): void; url: string }) => {
      if (!event.url.startsWith(origin)) event.preventDefault()
    }
    contents.on('will-navigate', stay)
    contents.on('will-navigate', ({ url }) => {
      // A computer without a map says so itself.
      if (isGeoLink(url)) shell.openExternal(url).catch(() => undefined)
    })
    contents.on('will-frame-navigate', stay)
    contents.on('will-redirect', stay)
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/** The one window, where it was when it was closed, if a screen still shows that place. */
export function openWindow(dataFolder: string, preload: string, address: string): BrowserWindow {
  const file = path.join(dataFolder, 'window.json')
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const { isMaximised, ...bounds } = readWindowState(file, screens) ?? { width: 1440, height: 900, isMaximised: false }
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 800,
    minHeight: 560,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // Chromium fetches the dictionaries of its spell check from a server of its maker.
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => (isMaximised ? window.maximize() : window.show()))
  window.on('close', () => {
    keepWindowState(file, { ...window.getNormalBounds(), isMaximised: window.isMaximized() })
  })
  void window.loadURL(address)
  return window
}
