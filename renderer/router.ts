import { createRouter, createWebHashHistory, type RouteLocationNormalized, type RouteRecordRaw } from 'vue-router'
import { useAccount } from './stores/account.ts'
import { useBook } from './stores/book.ts'
import { noteWhence } from './components/whence.ts'
import { askLogAhead } from './speed/log-ahead.ts'
import { askOverlayAhead } from './parts/overlay/overlay-ahead.ts'
import { STATION_TABS } from './views/station/tabs.ts'
import WorkbenchView from './views/workbench/WorkbenchView.vue'

const routes: RouteRecordRaw[] = [
  { path: '/', redirect: { name: 'workbench' } },
  { path: '/sign-in', name: 'sign-in', component: () => import('./views/signin/SignInView.vue') },
  { path: '/stations', name: 'workbench', component: WorkbenchView },
  {
    path: `/stations/:id(\\d+)/:tab(${STATION_TABS.join('|')})?`,
    name: 'station',
    component: () => import('./views/station/StationView.vue'),
    props: (route) => ({ stationId: Number(route.params['id']), tab: route.params['tab'] || 'overview' }),
  },
  {
    path: '/compare',
    name: 'compare',
    component: () => import('./views/compare/CompareView.vue'),
    props: (route) => ({
      ids: String(route.query['ids'] ?? '')
        .split(',')
        .map(Number)
        .filter((id) => Number.isInteger(id) && id > 0),
    }),
  },
  {
    path: '/events',
    name: 'events',
    component: () => import('./views/events/EventsView.vue'),
    beforeEnter: ({ query }) => askLogAhead(query),
  },
  { path: '/findings', name: 'findings', component: () => import('./views/findings/FindingsView.vue') },
  { path: '/fleet', name: 'fleet', component: () => import('./views/fleet/FleetView.vue') },
  { path: '/changes', name: 'changes', component: () => import('./views/changes/ChangesView.vue') },
  {
    path: '/consumption',
    name: 'consumption',
    component: () => import('./views/consumption/ConsumptionView.vue'),
  },
  {
    path: '/reports/:tab(make|saved|log|letterhead)?',
    name: 'reports',
    component: () => import('./views/reports/ReportsView.vue'),
    props: true,
  },
  { path: '/evidence', name: 'evidence', component: () => import('./views/evidence/EvidenceView.vue') },
  {
    path: '/overlay',
    name: 'overlay',
    component: () => import('./views/overlay/OverlayView.vue'),
    beforeEnter: ({ query }) => askOverlayAhead(query),
  },
  {
    path: '/downloads/:tab(progress|tasks|holes|history)?',
    name: 'downloads',
    component: () => import('./views/downloads/DownloadsView.vue'),
    props: true,
  },
  {
    path: '/reference/:tab(types|channels|messages|meanings|rules|rejected)?',
    name: 'reference',
    component: () => import('./views/reference/ReferenceView.vue'),
    props: true,
  },
  { path: '/preferences', name: 'preferences', component: () => import('./views/preferences/PreferencesView.vue') },
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
const needsNoBook = ({ name }: RouteLocationNormalized) => name === 'preferences' || name === 'evidence'

/** The last place that was asked for before it is known whether a book is open; null when nobody waits to know. */
let early: RouteLocationNormalized | null = null

/** Goes to the sign-in screen if there turns out to be no book for the place that is wanted by then. */
async function settleEarly(book: ReturnType<typeof useBook>): Promise<void> {
  // Where loading fails, the window says what went wrong.
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
    await Promise.all([book.ready || book.load(), account.ready || account.load()])
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
