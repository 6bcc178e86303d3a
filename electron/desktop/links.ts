import { app } from 'electron'
import { LINK_SCHEME } from '../contract/deep-link.ts'

/** A word of a command line that is a link of ours. What it asks for is taken apart by the program. */
export const isLink = (word: string): boolean => word.toLowerCase().startsWith(`${LINK_SCHEME}:`)

/** A link that the operating system hands over before the program is ready waits here. */
const MOST_WAITING = 5

/**
 * Has `meterbook:` links opened by this program: on macOS and Linux its package says so, on Windows the installed program
 * does. The portable one leaves no trace on a computer. Call before the app is ready; links that come before are kept until it is.
 * @returns opens a link, for those that come on a command line
 */
export function followLinks(open: (link: string) => void): (link: string) => void {
  const isInstalled = app.isPackaged && process.env['PORTABLE_EXECUTABLE_DIR'] === undefined
  if (process.platform === 'win32' && isInstalled) app.setAsDefaultProtocolClient(LINK_SCHEME)
  let waiting: string[] = []
  let isReady = false
  const take = (link: string): void => {
    if (isReady) open(link)
    else waiting = [...waiting, link].slice(-MOST_WAITING)
  }
  app.on('open-url', (event, link) => {
    event.preventDefault()
    take(link)
  })
  app.once('browser-window-created', () => {
    isReady = true
    for (const link of waiting) open(link)
    waiting = []
  })
  return take
}
