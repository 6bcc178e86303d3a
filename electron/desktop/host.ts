import path from 'node:path'
import { app, dialog, shell, type BrowserWindow } from 'electron'
import type { Host } from '../backend/host.ts'
import type { BackendThreadOptions } from '../backend/thread.ts'
import type { Say } from './words.ts'

/** What the backend asks of the desktop: dialogs and the file manager. */
export function hostOf(window: () => BrowserWindow | null, say: Say, installUpdate: Host['installUpdate']): BackendThreadOptions['host'] {
  return {
    installUpdate,
    async chooseUpdate() {
      const options = { properties: ['openFile' as const], filters: [{ name: 'ZIP', extensions: ['zip'] }] }
      const owner = window()
      const { filePaths } = await (owner ? dialog.showOpenDialog(owner, options) : dialog.showOpenDialog(options))
      return filePaths[0] ?? null
    },
    async saveAs(suggestedName) {
      const options = { defaultPath: path.join(app.getPath('documents'), path.basename(suggestedName)) }
      const owner = window()
      const { filePath } = await (owner ? dialog.showSaveDialog(owner, options) : dialog.showSaveDialog(options))
      return filePath ? { file: filePath, href: null } : null
    },
    async chooseBook() {
      const filters = [{ name: say('books'), extensions: ['meterbook'] }]
      const options = { properties: ['openFile' as const], filters }
      const owner = window()
      const { filePaths } = await (owner ? dialog.showOpenDialog(owner, options) : dialog.showOpenDialog(options))
      if (filePaths[0]) app.addRecentDocument(filePaths[0])
      return filePaths[0] ?? null
    },
    async chooseFolder() {
      const options = { properties: ['openDirectory' as const, 'createDirectory' as const] }
      const owner = window()
      const { filePaths } = await (owner ? dialog.showOpenDialog(owner, options) : dialog.showOpenDialog(options))
      return filePaths[0] ?? null
    },
    reveal: (file) => Promise.resolve(shell.showItemInFolder(file)),
  }
}
