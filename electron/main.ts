import { existsSync } from 'node:fs'
import path from 'node:path'
import { app, dialog, ipcMain, MessageChannelMain, type BrowserWindow } from 'electron'
import { forgetSecrets } from './backend/clean-environment.ts'
import { defaultDataFolder, makeDataFolder } from './backend/data-folder.ts'
import { dialogFoldersIn } from './backend/dialog-folders.ts'
import { programFileIn } from './backend/program-file.ts'
import { booksFolderOf } from './backend/book-path.ts'
import { thisMachine } from './backend/local-host.ts'
import { openProgramLog } from './backend/program-log.ts'
import { startBackendThread, type BackendThread } from './backend/thread.ts'
import { keepDumps, watchMain, watchPage } from './desktop/crashes.ts'
import { followProgram } from './desktop/follow.ts'
import { followLinks, isLink } from './desktop/links.ts'
import { hostOf } from './desktop/host.ts'
import { setMenu } from './desktop/menu.ts'
import { declarePage, PAGE, servePage } from './desktop/page.ts'
import { pipe } from './desktop/pipe.ts'
import { startUtilityProcess } from './desktop/questions.ts'
import { endWithSession } from './desktop/session-end.ts'
import { installWith } from './desktop/updates.ts'
import type { VaultKey } from './backend/vault-key.ts'
import { vaultKey } from './desktop/vault-key.ts'
import { confinePages, openWindow } from './desktop/window.ts'
import { wordsFor, type Say } from './desktop/words.ts'

const fromEnvironment = process.env['METERBOOK_VAULT_KEY']
// The window's process and the file manager inherit what is left.
forgetSecrets(process.env)
const out = path.join(app.getAppPath(), 'out')
const dataFolder = defaultDataFolder()
/** A development server of the renderer; never in the installed program. */
const page = (!app.isPackaged && process.env['ELECTRON_RENDERER_URL']) || PAGE
const bookIn = (argv: readonly string[]) => argv.find((word) => /\.meterbook$/i.test(word) && !isLink(word))

let book = bookIn(process.argv.slice(1))
let window: BrowserWindow | null = null
let backend: BackendThread | null = null
let key: VaultKey | null = null
let say: Say = wordsFor('system', app.getLocale())
const programLog = openProgramLog({ dataFolder, who: 'shell' })
const shell = { programLog, say: ((word) => say(word)) satisfies Say }
watchMain(shell)

function openBook(file: string): void {
  app.addRecentDocument(file)
  if (backend) backend.command('open-book', path.resolve(file))
  else book = file
  window?.show()
}

/** The menu as it should be now; made anew when the language or the recent books may have changed. */
function showMenu(): void {
  const recent = programFileIn(dataFolder)
    .books()
    .map(({ file }) => file)
  setMenu(say, (command, file) => backend?.command(command, file), recent.filter(existsSync).slice(0, 10))
}

function startBackend(): BackendThread {
  const [documents, books] = [app.getPath('documents'), booksFolderOf(dataFolder)]
  const folders = dialogFoldersIn(path.join(dataFolder, 'dialogs.json'), {
    save: documents,
    book: books,
    folder: documents,
    update: app.getPath('downloads'),
  })
  const systemLocale = app.getSystemLocale()
  const machine = thisMachine(app.isPackaged ? process.resourcesPath : null)
  const can = { chooseFiles: true, revealFiles: true, notify: true }
  const thread = startBackendThread({
    worker: path.join(out, 'main/worker.cjs'),
    start: {
      host: {
        ...machine,
        systemLocale,
        kind: 'desktop',
        dataFolder,
        can,
        vaultKey: key,
      },
      options: { demo: process.argv.includes('--demo'), ...(book && { book: path.resolve(book) }) },
    },
    host: hostOf({
      window: () => window,
      say: shell.say,
      folders,
      installUpdate: installWith({ installedAs: machine.release.installedAs, dataFolder, closeBackend, programLog, onFailed: goOn }),
    }),
    startQuestions: startUtilityProcess(path.join(out, 'main/query.cjs')),
    programLog,
    onGone(failure) {
      backend = null
      const detail = failure ? `${failure.code} ${JSON.stringify(failure.data)}` : say('kept')
      const buttons = [say('restart'), say('quit')]
      if (dialog.showMessageBoxSync({ type: 'error', message: say('stopped'), detail, buttons }) !== 0) return app.exit(1)
      // A book that cannot be opened must not end the program again.
      book = undefined
      backend = startBackend()
      connect()
    },
  })
  followProgram(thread.client, {
    window: () => window,
    log: programLog,
    onLanguage(language) {
      say = wordsFor(language, app.getLocale())
      showMenu()
    },
  })
  return thread
}

/** Ends the backend and keeps the window: before the program is replaced. */
async function closeBackend(): Promise<void> {
  const closing = backend?.close()
  backend = null
  await closing
}

/** The new version could not be put in place: the program that is there carries on. */
function goOn(): void {
  const detail = `${say('kept')} ${say('notReplacedHint')}`
  dialog.showMessageBoxSync({ type: 'error', message: say('not-replaced'), detail, buttons: [say('restart')] })
  backend = startBackend()
  connect()
}

/** Gives the page a port to the backend: after every load of the page, and after every start of the backend. */
function connect(): void {
  if (!window || !backend) return
  const { port1, port2 } = new MessageChannelMain()
  pipe(port1, backend.connect())
  window.webContents.postMessage('port', null, [port2])
}

async function run(): Promise<void> {
  await app.whenReady()
  makeDataFolder(dataFolder)
  servePage(path.join(out, 'renderer'), page)
  showMenu()
  key = await vaultKey(dataFolder, fromEnvironment)
  backend = startBackend()
  window = openWindow(dataFolder, path.join(out, 'preload/preload.cjs'), page)
  watchPage(window, shell, () => backend?.mishap('page'))
  endWithSession(window, dataFolder, closeBackend)
  window.webContents.on('dom-ready', connect)
  window.on('focus', showMenu)
  window.on('closed', () => (window = null))
  const link = process.argv.find(isLink)
  if (link !== undefined) openLink(link)
}

// Chromium's own files lie beside the books: they must not roam either.
app.setPath('userData', path.join(dataFolder, 'electron'))
keepDumps(dataFolder, programFileIn(dataFolder).preferences().crashDumps)
declarePage()
confinePages(page)
const openLink = followLinks((link) => {
  backend?.command('open-link', link)
  window?.show()
})
app.on('second-instance', (_event, argv) => {
  const [file, link] = [bookIn(argv), argv.find(isLink)]
  if (file) openBook(file)
  if (link !== undefined) openLink(link)
  window?.restore()
  window?.focus()
})
app.on('open-file', (event, file) => {
  event.preventDefault()
  openBook(file)
})
app.on('window-all-closed', () => app.quit())
app.on('before-quit', (event) => {
  if (!backend) return
  event.preventDefault()
  void closeBackend().finally(() => app.quit())
})
ipcMain.on('dropped', (event, file: unknown) => {
  if (event.senderFrame?.url.startsWith(page) && typeof file === 'string' && bookIn([file])) openBook(file)
})

if (app.requestSingleInstanceLock()) void run()
else app.exit(0)
