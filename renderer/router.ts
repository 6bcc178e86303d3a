import {
  createRouter,
  createWebHashHistory,
  type LocationQuery,
  type RouteLocationNormalized,
  type RouteRecordRaw,
  type RouteRecordSingleView,
} from 'vue-router'
import { SCREENS, STATION_TABS, tabsOf, type Screen, type ScreenName } from '../electron/contract/screens.ts'
import { useAccount } from './stores/account.ts'
import { useBook } from './stores/book.ts'
import { noteWhence } from './components/whence.ts'
import { COMPARED } from './places/compare.ts'
import { askOverlayAhead } from './parts/overlay/overlay-ahead.ts'
import WorkbenchView from './views/workbench/WorkbenchView.vue'

const VIEWS: Record<ScreenName, RouteRecordSingleView['component']> = {
  workbench: WorkbenchView,
  events: () => import('./views/events/EventsView.vue'),
  findings: () => import('./views/findings/FindingsView.vue'),
  fleet: () => import('./views/fleet/FleetView.vue'),
  consumption: () => import('./views/consumption/ConsumptionView.vue'),
  reports: () => import('./views/reports/ReportsView.vue'),
  digest: () => import('./views/digest/DigestView.vue'),
  changes: () => import('./views/changes/ChangesView.vue'),
  calendar: () => import('./views/calendar/CalendarView.vue'),
  balance: () => import('./views/balance/BalanceView.vue'),
  downloads: () => import('./views/downloads/DownloadsView.vue'),
  reference: () => import('./views/reference/ReferenceView.vue'),
  questions: () => import('./views/questions/QuestionsView.vue'),
  evidence: () => import('./views/evidence/EvidenceView.vue'),
  preferences: () => import('./views/preferences/PreferencesView.vue'),
  station: () => import('./views/station/StationView.vue'),
  compare: () => import('./views/compare/CompareView.vue'),
  overlay: () => import('./views/overlay/OverlayView.vue'),
  'sign-in': () => import('./views/signin/SignInView.vue'),
}
/** Props that a view takes from its address, besides its tab. */
const PROPS: Partial<Record<ScreenName, (route: RouteLocationNormalized) => Record<string, unknown>>> = {
  station: ({ params }) => ({ stationId: Number(params['id']), tab: params['tab'] || STATION_TABS[0] }),
  compare: ({ query }) => COMPARED.read(query),
}
/** Questions that are asked while the screen is still being loaded. */
const AHEAD: Partial<Record<ScreenName, (query: LocationQuery) => void>> = {
  overlay: askOverlayAhead,
}

function routeOf({ name, path }: Screen): RouteRecordRaw {
  const tabs = tabsOf(name)
  return {
    path: tabs.length > 0 ? `${path}/:tab(${tabs.join('|')})?` : path,
    name,
    component: VIEWS[name],
    props: PROPS[name] ?? tabs.length > 0,
    beforeEnter: ({ query }) => AHEAD[name]?.(query),
  }
}
const routes: RouteRecordRaw[] = [
  { path: '/', redirect: { name: 'workbench' } },
  ...SCREENS.map(routeOf),
  { path: '/:anything(.*)*', redirect: { name: 'workbench' } },
]

/** Hash addresses work the same under `app://` and on loopback, and survive a reload and back. */
export const router = createRouter({ history: createWebHashHistory(), routes })
noteWhence(router)

/** The router listens only once its first screen is shown; a link that is followed before that is handled then. */
let followedEarly: string | null = null
const noteLink = () => (followedEarly = location.hash.slice(1))
window.addEventListener('popstate', noteLink)
void router.isReady().then(() => {
  window.removeEventListener('popstate', noteLink)
  if (followedEarly !== null) void router.replace(followedEarly)
})

/** The sign-in screen, which leads on to the place. */
const signInBefore = (to: RouteLocationNormalized) => ({
  name: 'sign-in',
  query: to.fullPath === '/' ? {} : { then: to.fullPath },
})

/** A bundle of evidence is verified on a computer that has no book, too. */
const needsNoBook = ({ name }: RouteLocationNormalized) => SCREENS.some((screen) => screen.name === name && 'withoutBook' in screen)

/** The last place that was asked for before it is known whether a book is open; null when nobody waits to know. */
let early: RouteLocationNormalized | null = null

/** Goes to the sign-in screen if there turns out to be no book for the place that is wanted by then. */
async function settleEarly(book: ReturnType<typeof useBook>): Promise<void> {
  // The window says what went wrong where loading fails.
  await book.load().catch(() => undefined)
  const to = early
  early = null
  if (to && book.ready && !book.summary && !needsNoBook(to)) await router.replace(signInBefore(to))
}

/**
 * Without a book there is nothing to show but the sign-in screen and the preferences. At the start there mostly is one:
 * the screen is built while the question is on its way, unseen until it is answered (App.vue).
 */
router.beforeEach(async (to) => {
  const book = useBook()
  const account = useAccount()
  if (to.name === 'sign-in') {
    early = null
    // Where neither is known, the screen is there all the same, and the window says why: from here another book is opened, or recovered.
    await Promise.allSettled([book.ready || book.load(), account.ready || account.load()])
    return true
  }
  if (!book.ready) {
    const isAsked = early !== null
    early = to
    if (!isAsked) void settleEarly(book)
    return true
  }
  return needsNoBook(to) || book.summary ? true : signInBefore(to)
})
