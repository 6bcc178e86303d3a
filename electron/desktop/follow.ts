import { Notification, type BrowserWindow } from 'electron'
import type { ProgramLog } from '../backend/program-log.ts'
import type { BackendThread } from '../backend/thread.ts'
import type { NoticeRefusal } from '../contract/log-words.ts'
import type { Preferences } from '../contract/preferences.ts'

interface Follower {
  window: () => BrowserWindow | null
  onLanguage: (language: Preferences['language']) => void
  log: ProgramLog
}

/** The shell follows the program as a window does, until its thread ends: the language for its menu, notices for the operating system. */
export function followProgram({ program }: BackendThread['client'], { window, onLanguage, log }: Follower): void {
  async function followLanguage(): Promise<void> {
    const tell = async () => onLanguage((await program.preferences()).language)
    await tell()
    for await (const { topic } of await program.changes()) if (topic === 'preferences') await tell()
  }
  async function followNotices(): Promise<void> {
    for await (const notice of await program.notices()) notify(notice)
  }
  /**
   * An operating system may refuse: without a notification service, in a quiet hour, for an unsigned program. The window's
   * icon asks for attention then, and the window itself shows how the download ended.
   */
  function notify(notice: { title: string; body: string }): void {
    const refused = (reason: NoticeRefusal) => {
      log.write('warn', 'notification-refused', { reason })
      window()?.flashFrame(true)
    }
    if (!Notification.isSupported()) return refused('unsupported')
    const notification = new Notification(notice)
    notification.on('click', () => {
      window()?.show()
      window()?.focus()
    })
    notification.on('failed', () => refused('failed'))
    notification.show()
  }
  // Both fail when the thread ends, which `onGone` tells.
  followLanguage().catch(() => undefined)
  followNotices().catch(() => undefined)
}
