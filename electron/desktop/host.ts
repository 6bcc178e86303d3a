import path from 'node:path'
import { app, dialog, shell, type BrowserWindow, type OpenDialogOptions } from 'electron'
import type { DialogFolders } from '../backend/dialog-folders.ts'
import type { BackendThreadOptions } from '../backend/thread.ts'
import type { Say } from './words.ts'

/** What the backend asks of the desktop: dialogs, which open where they were left, and the file manager. */
export function hostOf(window: () => BrowserWindow | null, say: Say, folders: DialogFolders): BackendThreadOptions['host'] {
  async function open(options: OpenDialogOptions): Promise<string | null> {
    const owner = window()
    const { filePaths } = await (owner ? dialog.showOpenDialog(owner, options) : dialog.showOpenDialog(options))
    return filePaths[0] ?? null
  }
  return {
    async saveAs(suggestedName) {
      const options = { defaultPath: path.join(folders.of('save'), path.basename(suggestedName)) }
      const owner = window()
      const { filePath } = await (owner ? dialog.showSaveDialog(owner, options) : dialog.showSaveDialog(options))
      if (!filePath) return null
      folders.chosen('save', path.dirname(filePath))
      return { file: filePath, href: null }
    },
    async chooseBook() {
      const filters = [{ name: say('books'), extensions: ['meterbook'] }]
      const chosen = await open({ properties: ['openFile'], filters, defaultPath: folders.of('book') })
      if (chosen === null) return null
      folders.chosen('book', path.dirname(chosen))
      app.addRecentDocument(chosen)
      return chosen
    },
    async chooseFolder() {
      const chosen = await open({ properties: ['openDirectory', 'createDirectory'], defaultPath: folders.of('folder') })
      if (chosen !== null) folders.chosen('folder', chosen)
      return chosen
    },
    reveal: (file) => Promise.resolve(shell.showItemInFolder(file)),
  }
}
