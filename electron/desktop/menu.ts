import path from 'node:path'
import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { Command } from '../backend/commands.ts'
import { RAIL } from '../contract/screens.ts'
import type { Say } from './words.ts'

type Name = Command['command']

/**
 * Sets the program's menu; what it asks for reaches the page as a command of the contract. The screens are those of the
 * window's rail, with its keys; the preferences stand among the commands of the file. `recent` are books, the newest first.
 */
export function setMenu(say: Say, run: (command: Name, file?: string) => void, recent: readonly string[]): void {
  const command = (
    name: Exclude<Name, 'second-browser' | 'open-link'>,
    letter?: string,
    key = letter && `CmdOrCtrl+${letter}`,
  ): MenuItemConstructorOptions => ({
    id: name,
    label: say(name),
    click: () => run(name),
    ...(key && { accelerator: key }),
  })
  type Role = 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll' | 'resetZoom' | 'zoomIn' | 'zoomOut' | 'togglefullscreen' | 'quit'
  const roles = (...names: Role[]) => names.map((role): MenuItemConstructorOptions => ({ role, label: say(role) }))
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const openRecent: MenuItemConstructorOptions = {
    id: 'open-recent',
    label: say('open-recent'),
    enabled: recent.length > 0,
    submenu: recent.map((book) => ({ label: path.basename(book, '.meterbook'), click: () => run('open-book', book) })),
  }
  const file = [
    command('open-book', 'O'),
    openRecent,
    command('close-book', 'Shift+W'),
    line,
    command('export', 'E'),
    command('sign-out'),
    line,
    command('preferences', ','),
    line,
    ...roles('quit'),
  ]
  const edit = [...roles('undo', 'redo'), line, ...roles('cut', 'copy', 'paste', 'selectAll')]
  const view = [
    ...RAIL.flatMap(({ name, digit }) => (name === 'preferences' ? [] : [command(name, digit)])),
    line,
    command('find', 'K'),
    line,
    ...roles('resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'),
  ]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
      { label: say('file'), submenu: file },
      { label: say('edit'), submenu: edit },
      { label: say('view'), submenu: view },
      {
        label: say('help'),
        role: 'help',
        submenu: [
          command('guide', undefined, 'F1'),
          command('keys'),
          line,
          command('show-log'),
          command('diagnostics'),
          line,
          command('about'),
        ],
      },
    ]),
  )
}
