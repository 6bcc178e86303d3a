/**
 * The screens of the window: the one list for its router, rail, palette, keys and tabs, and for the desktop's menu. It lies
 * in a file without schemas, because the window imports it.
 */
interface ScreenEntry {
  /** The name of its route. */
  name: string
  path: string
  /** Its picture where the screen is offered: in the palette, and in the rail if it has a digit. Its words are `Names.screen`. */
  icon?: string
  /** The digit that leads to it with Ctrl: such screens stand in the rail, in the help on keys and in the menu. */
  digit?: string
  /** The screen of the rail to which it belongs. */
  under?: string
  /** It can be shown while no book is open. */
  withoutBook?: boolean
  /** Its parts with addresses of their own; the first is shown where an address names none. */
  tabs?: readonly string[]
  /** Tabs that the palette offers, each with its word there (`palette.WORD`). */
  offered?: Readonly<Record<string, string>>
}

export const STATION_TABS = ['overview', 'readings', 'events', 'settings', 'sessions', 'coverage', 'findings', 'notes'] as const
export type StationTab = (typeof STATION_TABS)[number]
export const REPORT_TABS = ['make', 'saved', 'log', 'letterhead'] as const
export const DOWNLOAD_TABS = ['progress', 'tasks', 'holes', 'trips', 'history'] as const
export const REFERENCE_TABS = ['types', 'channels', 'messages', 'meanings', 'rules', 'rejected'] as const

/** In the order of the rail, the palette and the menu. */
export const SCREENS = [
  { name: 'workbench', path: '/stations', icon: 'workbench', digit: '1' },
  { name: 'events', path: '/events', icon: 'events', digit: '5' },
  { name: 'findings', path: '/findings', icon: 'finding', digit: '6' },
  { name: 'fleet', path: '/fleet', icon: 'fleet', digit: '7' },
  { name: 'consumption', path: '/consumption', icon: 'consumption', digit: '8' },
  {
    name: 'reports',
    path: '/reports',
    icon: 'report',
    digit: '9',
    tabs: REPORT_TABS,
    offered: { saved: 'savedReports', letterhead: 'letterhead' },
  },
  { name: 'digest', path: '/digest', icon: 'digest', under: 'workbench' },
  { name: 'changes', path: '/changes', icon: 'compare', under: 'fleet' },
  { name: 'calendar', path: '/verifications', icon: 'calendar', under: 'fleet' },
  { name: 'balance', path: '/balance', icon: 'balance', under: 'consumption' },
  { name: 'downloads', path: '/downloads', icon: 'download', digit: '2', tabs: DOWNLOAD_TABS, offered: { trips: 'namedTrips' } },
  {
    name: 'reference',
    path: '/reference',
    icon: 'reference',
    digit: '3',
    tabs: REFERENCE_TABS,
    offered: { meanings: 'meanings', rules: 'rules' },
  },
  { name: 'questions', path: '/questions', icon: 'question', under: 'reference' },
  { name: 'evidence', path: '/evidence', icon: 'evidence', withoutBook: true },
  { name: 'preferences', path: '/preferences', icon: 'preferences', digit: '4', withoutBook: true },
  { name: 'station', path: '/stations/:id(\\d+)', under: 'workbench', tabs: STATION_TABS },
  { name: 'compare', path: '/compare', under: 'workbench' },
  { name: 'overlay', path: '/overlay', under: 'workbench' },
  { name: 'sign-in', path: '/sign-in' },
] as const satisfies readonly ScreenEntry[]

export type Screen = (typeof SCREENS)[number]
export type ScreenName = Screen['name']

/** The screens that the palette offers. */
export type OfferedScreen = Extract<Screen, { icon: string }>
export const OFFERED: readonly OfferedScreen[] = SCREENS.filter((screen) => 'icon' in screen)

/** The screens of the rail. */
export type RailScreen = Extract<Screen, { digit: string }>
export const RAIL: readonly RailScreen[] = SCREENS.filter((screen) => 'digit' in screen)
export const RAIL_NAMES = RAIL.map(({ name }) => name)

/** The parts of a screen with addresses of their own; none where it has no tabs. */
export function tabsOf(name: unknown): readonly string[] {
  const screen = SCREENS.find((one) => one.name === name)
  return screen && 'tabs' in screen ? screen.tabs : []
}
