import { Notification, type BrowserWindow } from 'electron'
import type { BackendThread } from '../backend/thread.ts'
import type { Preferences } from '../contract/preferences.ts'

/** The shell follows the program as a window does, until its thread ends: the language for its menu, notices for the operating system. */
export function followProgram(
  { program }: BackendThread['client'],
  { window, onLanguage }: { window: () => BrowserWindow | null; onLanguage: (language: Preferences['language']) => void },
): void {
  async function followLanguage(): Promise<void> {
    const tell = async () => onLanguage((await program.preferences()).language)
    await tell()
    for await (const { topic } of await program.changes()) if (topic === 'preferences') await tell()
  }
  async function followNotices(): Promise<void> {
    for await (const notice of await program.notices()) {
      const notification = new Notification(notice)
      notification.on('click', () => window()?.show())
      notification.show()
    }
  }
  // Both fail when the thread ends, which `onGone` tells.
  followLanguage().catch(() => undefined)
  followNotices().catch(() => undefined)
}
