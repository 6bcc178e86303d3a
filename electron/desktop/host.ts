import path from 'node:path'
import { app, dialog, shell, type BrowserWindow, type OpenDialogOptions } from 'electron'
import type { DialogFolders, DialogKind } from '../backend/dialog-folders.ts'
import type { Host } from '../backend/host.ts'
import type { BackendThreadOptions } from '../backend/thread.ts'
import type { Say } from './words.ts'

interface HostParts {
  window: () => BrowserWindow | null
  say: Say
  folders: DialogFolders
  installUpdate: Host['installUpdate']
}

/** What the backend asks of the desktop: dialogs, which open where they were left, the file manager, and the installing of updates. */
export function hostOf({ window, say, folders, installUpdate }: HostParts): BackendThreadOptions['host'] {
  async function open(kind: DialogKind, options: OpenDialogOptions): Promise<string | null> {
    const owner = window()
    const asked = { ...options, defaultPath: folders.of(kind) }
    const { filePaths } = await (owner ? dialog.showOpenDialog(owner, asked) : dialog.showOpenDialog(asked))
    const [chosen] = filePaths
    if (chosen === undefined) return null
    folders.chosen(kind, kind === 'folder' ? chosen : path.dirname(chosen))
    return chosen
  }
  return {
    installUpdate,
    chooseUpdate: () => open('update', { properties: ['openFile'], filters: [{ name: 'ZIP', extensions: ['zip'] }] }),
    async saveAs(suggestedName) {
      const options = { defaultPath: path.join(folders.of('save'), path.basename(suggestedName)) }
      const owner = window()
      const { filePath } = await (owner ? dialog.showSaveDialog(owner, options) : dialog.showSaveDialog(options))
      if (!filePath) return null
      folders.chosen('save', path.dirname(filePath))
      return { file: filePath, href: null }
    },
    async chooseBook() {
      const chosen = await open('book', { properties: ['openFile'], filters: [{ name: say('books'), extensions: ['meterbook'] }] })
      if (chosen !== null) app.addRecentDocument(chosen)
      return chosen
    },
    chooseFolder: () => open('folder', { properties: ['openDirectory', 'createDirectory'] }),
    reveal: (file) => Promise.resolve(shell.showItemInFolder(file)),
  }
}
