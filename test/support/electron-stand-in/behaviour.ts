import { once } from 'node:events'
import * as standIn from './electron.ts'

/** What the stand-in does where the program relies on Electron: true where it is as the documents say (stand-in.test.ts). */
const { app, answers, BrowserWindow, dialog, MessageChannelMain, Notification, protocol, safeStorage, screen } = standIn

function throws(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch {
    return true
  }
}

// The order matters: the first lines are asked before the app is ready.
process.env['STAND_IN_EARLY_LINKS'] = 'meterbook://open?station=1'
const order: string[] = []
app.once('open-url', () => order.push('open-url'))
const before = {
  windowBeforeReady: throws(() => new BrowserWindow({})),
  screenBeforeReady: throws(() => screen.getAllDisplays()),
  dialogBeforeReady: throws(() => dialog.showOpenDialog({})),
  errorBoxBeforeReady: !throws(() => dialog.showErrorBox('', '')),
  storageBeforeReady: !safeStorage.isEncryptionAvailable(),
}
const ready = app.whenReady().then(() => order.push('ready'))
await ready
delete process.env['STAND_IN_EARLY_LINKS']

let hasEnded = false
app.once('quit', () => (hasEnded = true))
app.once('before-quit', (event: { preventDefault(): void }) => event.preventDefault())
app.quit()
const quitRefused = !hasEnded

const { port1, port2 } = new MessageChannelMain()
let early = true
const received = once(port2, 'message').then(() => early)
port1.postMessage('hello')
await new Promise((resolve) => setImmediate(resolve))
early = false
port2.start()
const portWaits = !(await received)
const closed = once(port2, 'close')
const portCloses = throws(() => port1.postMessage({ not: 'plain' })) && (await closed.then(() => true))

const dialogClosed = (await dialog.showSaveDialog({})).filePath === '' && (await dialog.showOpenDialog({})).filePaths.length === 0

answers.notifications = 'failed'
const notification = new Notification({})
let isRefused = false
const refused = once(notification, 'failed').then(() => (isRefused = true))
notification.show()
const notificationFails = !isRefused && (await refused)
answers.notifications = 'shown'

const window = new BrowserWindow({})
const { webContents } = window
let hasGone = false
const gone = once(webContents, 'render-process-gone').then(([, details]: { reason?: string }[]) => (hasGone = details?.reason === 'killed'))
webContents.forcefullyCrashRenderer()
const forcedEndIsTold = !hasGone && (await gone)
window.destroy()
const destroyedHasNoPage = window.isDestroyed() && throws(() => window.webContents)

answers.messageBox = 1
const messageBoxPromises = (await dialog.showMessageBox(window, {})).response === 1
answers.messageBox = 0

export const seen = {
  ...before,
  schemesAfterReady: throws(() => protocol.registerSchemesAsPrivileged([])),
  quitRefused,
  linkBeforeReady: order.join() === 'open-url,ready',
  portWaits,
  portCloses,
  dialogClosed,
  notificationFails,
  forcedEndIsTold,
  destroyedHasNoPage,
  messageBoxPromises,
}
