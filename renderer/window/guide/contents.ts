import { SCREENS, tabsOf, type ScreenName } from '../../../electron/contract/screens.ts'
import type { GuideAddress } from '../../stores/guide.ts'

/** The pages of the guide in the order of its contents; the words of a chapter are `guide.chapter.NAME`. */
export const CHAPTERS = {
  work: [
    ...['first-day', 'trip', 'fault-hunt', 'monthly-reports', 'exchanged-device', 'hand-over', 'sql-and-lake', 'assistants'],
    ...['schedulers', 'where-things-lie', 'recovery'],
  ],
  screens: [
    ...['workbench', 'station', 'events', 'findings', 'fleet', 'consumption', 'reports', 'digest', 'changes', 'calendar', 'balance'],
    ...['overlay', 'downloads', 'reference', 'questions', 'evidence', 'preferences', 'sign-in', 'keys'],
  ],
} as const satisfies Record<string, readonly string[]>

/** Pages that a screen shares with another. A screen that is not named here has the page of its own name. */
const SHARED: Partial<Record<ScreenName, string>> = { compare: 'overlay' }

/** The page of a screen, and the section of its tab. */
export function placeOfScreen(screen: ScreenName, tab: string | null): GuideAddress {
  return { page: SHARED[screen] ?? screen, section: tab !== null && tabsOf(screen).includes(tab) ? tab : null }
}

/** A place as dialogs and links write it: `trip`, or `trip#stations`. */
export function addressOf(written: string): GuideAddress {
  const [page = '', section = null] = written.split('#')
  return { page, section }
}

export const isScreen = (name: unknown): name is ScreenName => SCREENS.some((screen) => screen.name === name)
