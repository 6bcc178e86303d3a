import type { BrowserWindow } from 'electron'
import { clearOwnMarks } from '../backend/logged/run-marks.ts'

/**
 * Windows ends every program when its user signs out or the computer shuts down, without 'before-quit', and waits for nothing.
 * What the book has committed is safe at every moment; this was no crash, so the next start must tell of none.
 */
export function endWithSession(window: BrowserWindow, dataFolder: string, close: () => Promise<void>): void {
  window.on('session-end', () => {
    clearOwnMarks(dataFolder)
    void close()
  })
}
