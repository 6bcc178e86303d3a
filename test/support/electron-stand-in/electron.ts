import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

/**
 * A recording stand-in for the `electron` module: what main.ts and preload.ts import, behaving as Electron's
 * documentation says where the program depends on it, and keeping a record of everything asked for.
 */
export const record: { call: string; with: unknown[] }[] = []
const note = (call: string, ...args: unknown[]) => void record.push({ call, with: args })

/** What the next dialogs answer. */
export const answers = {
  saveAs: '' as string,
  open: [] as string[],
  messageBox: 0,
  notifications: 'shown' as 'shown' | 'failed' | 'unsupported',
}

/** What Electron's documents allow only after `ready`, or only before it; anything else would be found on a real machine alone. */
let isReady = false
function onlyReady(what: string): void {
  if (!isReady) throw new Error(`${what} cannot be used before the app is ready.`)
}

class App extends EventEmitter {
  isPackaged = true
  readonly folders = new Map<string, string>()
  getAppPath = () => process.cwd()
  getPath = (name: string) => this.folders.get(name) ?? process.cwd()
  setPath = (name: string, folder: string) => void this.folders.set(name, folder)
  getLocale = () => 'ru'
  getVersion = () => '0.2.0'
  getName = () => 'Meterbook'
  relaunch = (options?: unknown) => note('app.relaunch', options)
  getSystemLocale = () => 'ru-RU'
  whenReady = async () => {
    // Links and files that started the program on macOS come before it is ready.
    for (const early of process.env['STAND_IN_EARLY_LINKS']?.split(' ') ?? []) {
      this.emit('open-url', { preventDefault: () => undefined }, early)
    }
    await Promise.resolve()
    isReady = true
  }
  setAsDefaultProtocolClient = (scheme: string) => {
    note('app.setAsDefaultProtocolClient', scheme)
    return true
  }
  requestSingleInstanceLock = () => true
  addRecentDocument = (file: string) => note('app.addRecentDocument', file)
  exit = (code: number) => note('app.exit', code)
  /** As Electron: `before-quit` may refuse, and `quit` ends it. */
  quit = () => {
    let isRefused = false
    this.emit('before-quit', { preventDefault: () => (isRefused = true) })
    if (!isRefused) this.emit('quit')
  }
}
export const app = new App()
/** Electron's own updater: electron-updater tells it that the program ends to be replaced. */
export const autoUpdater = new EventEmitter()

/** Electron's port: node-style events, nothing before `start`, and it closes when it is given what cannot be cloned. */
export class MessagePortMain extends EventEmitter {
  readonly #port: MessagePort
  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('close', () => this.emit('close'))
  }
  start = () => void this.#port.on('message', (data: unknown) => this.emit('message', { data, ports: [] }))
  close = () => this.#port.close()
  postMessage = (data: unknown) => {
    const isPlain = typeof data === 'string' || data instanceof ArrayBuffer || ArrayBuffer.isView(data)
    if (!isPlain) {
      this.close()
      throw new Error('An object could not be cloned.')
    }
    this.#port.postMessage(data)
  }
  /** What the page gets when this end is handed over. */
  asPagePort = () => this.#port
}

export class MessageChannelMain {
  readonly port1: MessagePortMain
  readonly port2: MessagePortMain
  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new MessagePortMain(port1)
    this.port2 = new MessagePortMain(port2)
  }
}

export class WebContents extends EventEmitter {
  openHandler: ((details: { url: string }) => { action: string }) | null = null
  setWindowOpenHandler = (handler: WebContents['openHandler']) => void (this.openHandler = handler)
  postMessage = (channel: string, message: unknown, transfer: MessagePortMain[]) => {
    ipcRenderer.emit(channel, { ports: transfer.map((port) => port.asPagePort()) }, message)
  }
  /** The process ends by itself: that it has gone is told afterwards. */
  forcefullyCrashRenderer = () => {
    note('webContents.forcefullyCrashRenderer')
    setImmediate(() => this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 }))
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = []
  /** Tells of each window that the program opens. */
  static readonly opened = new EventEmitter()
  readonly #contents = new WebContents()
  #isDestroyed = false
  readonly options: Record<string, unknown>
  constructor(options: Record<string, unknown>) {
    super()
    this.options = options
    onlyReady('BrowserWindow')
    BrowserWindow.all.push(this)
    app.emit('browser-window-created', {}, this)
    app.emit('web-contents-created', {}, this.webContents)
    setImmediate(() => BrowserWindow.opened.emit('opened'))
  }
  /** As Electron: of a window that is gone nothing can be asked but that it is gone. */
  get webContents() {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
    return this.#contents
  }
  isDestroyed = () => this.#isDestroyed
  destroy = () => {
    this.#isDestroyed = true
    this.emit('closed')
  }
  loadURL = (address: string) => Promise.resolve(note('window.loadURL', address))
  getNormalBounds = () => ({ x: 10, y: 40, width: 1200, height: 800 })
  isMaximized = () => false
  isMinimized = () => false
  show = () => note('window.show')
  restore = () => note('window.restore')
  focus = () => note('window.focus')
  maximize = () => note('window.maximize')
  reload = () => note('window.reload')
  flashFrame = (flag: boolean) => note('window.flashFrame', flag)
}

export const ipcMain = new EventEmitter()
export const ipcRenderer = Object.assign(new EventEmitter(), {
  send: (channel: string, ...args: unknown[]) => ipcMain.emit(channel, { senderFrame: { url: 'app://meterbook/' } }, ...args),
})
export const webUtils = { getPathForFile: (file: { path: string }) => file.path }
export const contextBridge = { exposeInMainWorld: (name: string) => note('contextBridge.exposeInMainWorld', name) }

export interface MenuItem {
  id?: string
  label?: string
  role?: string
  accelerator?: string
  click?: () => void
  submenu?: MenuItem[]
}
export const Menu = {
  current: [] as MenuItem[],
  buildFromTemplate: (items: MenuItem[]) => items,
  setApplicationMenu: (items: MenuItem[]) => void (Menu.current = items),
}

export const dialog = {
  showSaveDialog: (...args: unknown[]) => {
    onlyReady('dialog')
    note('dialog.showSaveDialog', args.at(-1))
    return Promise.resolve({ filePath: answers.saveAs })
  },
  showOpenDialog: (...args: unknown[]) => {
    onlyReady('dialog')
    note('dialog.showOpenDialog', args.at(-1))
    return Promise.resolve({ filePaths: answers.open })
  },
  showMessageBoxSync: (options: unknown) => {
    note('dialog.showMessageBoxSync', options)
    return answers.messageBox
  },
  showMessageBox: (...args: unknown[]) => {
    onlyReady('dialog')
    note('dialog.showMessageBox', args.at(-1))
    return Promise.resolve({ response: answers.messageBox, checkboxChecked: false })
  },
  // The one dialog that is allowed before the app is ready.
  showErrorBox: (title: string, content: string) => note('dialog.showErrorBox', title, content),
}

export class Notification extends EventEmitter {
  readonly message: unknown
  constructor(message: unknown) {
    super()
    onlyReady('Notification')
    this.message = message
  }
  static isSupported = () => !answers.notifications.includes('unsupported')
  show = () => {
    note('notification.show', this.message)
    // As Windows and macOS do it: the refusal comes as an event, later.
    if (answers.notifications === 'failed') setImmediate(() => this.emit('failed', {}, 'refused by the system'))
  }
}

export const protocol = {
  handlers: new Map<string, (request: Request) => Promise<Response>>(),
  registerSchemesAsPrivileged: (schemes: unknown) => {
    if (isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    note('protocol.registerSchemesAsPrivileged', schemes)
  },
  handle: (scheme: string, handler: (request: Request) => Promise<Response>) => {
    onlyReady('protocol')
    protocol.handlers.set(scheme, handler)
  },
}

/** Not encryption: enough to show that what is stored went through it. */
export const safeStorage = {
  // On Linux and Windows there is no key before the app is ready.
  isEncryptionAvailable: () => isReady,
  getSelectedStorageBackend: () => process.env['STAND_IN_STORAGE'] ?? 'gnome_libsecret',
  encryptString: (text: string) => Buffer.from(text, 'utf8').map((byte) => byte ^ 0x5a),
  decryptString: (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString('utf8'),
}
export const screen = {
  getAllDisplays: () => {
    onlyReady('screen')
    return [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }]
  },
}
export const nativeTheme = { shouldUseDarkColors: false }
export const shell = {
  showItemInFolder: (file: string) => note('shell.showItemInFolder', file),
  openExternal: (url: string) => Promise.resolve(note('shell.openExternal', url)),
}

type Allow = (isAllowed: boolean) => void
type Ask = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void
export const session = {
  defaultSession: {
    webRequest: {
      ask: null as Ask | null,
      onBeforeRequest: (ask: Ask) => {
        onlyReady('session')
        session.defaultSession.webRequest.ask = ask
      },
    },
    request: null as ((contents: unknown, permission: string, allow: Allow) => void) | null,
    check: null as ((contents: unknown, permission: string) => boolean) | null,
    setPermissionRequestHandler: (handler: (contents: unknown, permission: string, allow: Allow) => void) =>
      void (session.defaultSession.request = handler),
    setPermissionCheckHandler: (handler: (contents: unknown, permission: string) => boolean) =>
      void (session.defaultSession.check = handler),
  },
}

export const crashReporter = { start: (options: unknown) => note('crashReporter.start', options) }

/**
 * A process of Node in the place of Electron's own: it speaks over its channel instead of `process.parentPort`. Like Electron's it has
 * no number before it is launched, and cannot be ended until then.
 */
class UtilityChild extends EventEmitter {
  pid: number | undefined
  readonly #child: ChildProcess
  constructor(child: ChildProcess) {
    super()
    this.#child = child
    child.once('spawn', () => {
      this.pid = child.pid
      this.emit('spawn')
    })
    child.on('message', (message) => this.emit('message', message))
    child.once('exit', (code) => {
      this.pid = undefined
      this.emit('exit', code)
    })
  }
  postMessage(message: object): void {
    if (this.#child.connected) this.#child.send(message)
  }
  kill = (): boolean => this.pid !== undefined && this.#child.kill()
}

export const utilityProcess = {
  /** Those that were started, in order. */
  all: [] as UtilityChild[],
  fork(file: string, args: string[], options: { serviceName: string; env: NodeJS.ProcessEnv }): UtilityChild {
    onlyReady('utilityProcess')
    note('utilityProcess.fork', file, args, {
      serviceName: options.serviceName,
      secrets: Object.keys(options.env).filter((name) => /PASSWORD|VAULT_KEY/.test(name)),
    })
    const child = new UtilityChild(fork(file, args, { env: options.env, serialization: 'advanced', stdio: 'ignore' }))
    utilityProcess.all.push(child)
    return child
  },
}
