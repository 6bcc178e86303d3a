import path from 'node:path'
import { app, crashReporter, dialog, type BrowserWindow, type Details, type RenderProcessGoneDetails } from 'electron'
import { errorFacts } from '../backend/logged/error-facts.ts'
import { logFolderOf } from '../backend/logged/log-file.ts'
import type { ProgramLog } from '../backend/program-log.ts'
import type { ProcessKind } from '../contract/log-words.ts'
import { pageCrashes } from './page-crashes.ts'
import { wasEndedHere } from './questions.ts'
import type { Say } from './words.ts'

/** Crashes of the desktop's processes: each is written into the log, told, and survived where that is possible. */
interface Shell {
  programLog: ProgramLog
  say: Say
}

const goneFacts = ({ reason, exitCode }: Pick<RenderProcessGoneDetails, 'reason' | 'exitCode'>) => ({ reason, exit: exitCode })
const KINDS: Record<Details['type'], ProcessKind> = {
  Utility: 'utility',
  Zygote: 'zygote',
  'Sandbox helper': 'sandbox-helper',
  GPU: 'gpu',
  'Pepper Plugin': 'pepper-plugin',
  'Pepper Plugin Broker': 'pepper-plugin-broker',
  Unknown: 'unknown',
}

/**
 * The main process itself: written at once, before anything else can fail; then the user is told, and the program ends. What
 * the book has committed is safe at every moment.
 */
export function watchMain({ programLog, say }: Shell): void {
  let isEnding = false
  const end = (origin: 'exception' | 'rejection') => (error: unknown) => {
    programLog.write('error', 'crashed', { origin, ...errorFacts(error) })
    if (isEnding) return
    isEnding = true
    try {
      dialog.showErrorBox(say('crashed'), `${say('kept')}\n${say('crashedHint')}`)
    } finally {
      app.exit(1)
    }
  }
  process.on('uncaughtException', end('exception'))
  process.on('unhandledRejection', end('rejection'))
  app.on('child-process-gone', (_event, { type, ...gone }) => {
    if (wasEndedHere(gone)) return
    // The page's process is told by its window.
    if (gone.reason !== 'clean-exit') programLog.write('error', 'process-gone', { kind: KINDS[type], ...goneFacts(gone) })
  })
}

/** The page: it is loaded again after a crash, and told then (`onCrash`); one that crashes again and again waits for the user. */
export function watchPage(window: BrowserWindow, { programLog, say }: Shell, onCrash: () => void): void {
  const mayReload = pageCrashes()
  window.webContents.on('render-process-gone', (_event, gone) => {
    if (gone.reason === 'clean-exit') return
    const reloaded = mayReload()
    programLog.write('error', 'page-gone', { ...goneFacts(gone), reloaded })
    onCrash()
    if (reloaded) return window.reload()
    const buttons = [say('loadAgain'), say('quit')]
    if (dialog.showMessageBoxSync({ type: 'error', message: say('pageGone'), detail: say('kept'), buttons }) === 0) window.reload()
    else app.quit()
  })
  let isAsking = false
  window.on('unresponsive', () => {
    programLog.write('warn', 'page-unresponsive')
    if (isAsking) return
    isAsking = true
    const buttons = [say('wait'), say('loadAgain')]
    void dialog
      .showMessageBox(window, { type: 'warning', message: say('unresponsive'), detail: say('unresponsiveHint'), buttons, cancelId: 0 })
      .then(({ response }) => {
        // The window may have been closed while the question stood: it has no page any more, and asking for it throws.
        if (response !== 1 || window.isDestroyed()) return
        // A page that runs without end takes no message: its process is ended, which loads it again.
        window.webContents.forcefullyCrashRenderer()
      })
      .finally(() => (isAsking = false))
  })
  window.on('responsive', () => programLog.write('info', 'page-responsive'))
}

/**
 * Minidumps, for whoever has asked for them in the preferences: they hold parts of the memory, so they stay on this computer,
 * are sent nowhere, and are no part of the diagnostics. Call before the app is ready.
 */
export function keepDumps(dataFolder: string, isWanted: boolean): void {
  app.setPath('crashDumps', path.join(logFolderOf(dataFolder), 'dumps'))
  if (isWanted) crashReporter.start({ uploadToServer: false, submitURL: '', ignoreSystemCrashHandler: false })
}
