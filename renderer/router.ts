import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router'
import { useAccount } from './stores/account.ts'
import { useBook } from './stores/book.ts'
import { askOverlayAhead } from './speed/overlay-ahead.ts'
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
    path: '/reference/:tab(types|channels|messages|rejected)?',
    name: 'reference',
    component: () => import('./views/reference/ReferenceView.vue'),
    props: true,
  },
  { path: '/preferences', name: 'preferences', component: () => import('./views/preferences/PreferencesView.vue') },
  { path: '/:anything(.*)*', redirect: { name: 'workbench' } },
]

/** Hash addresses work the same under `app://` and on loopback, and survive a reload and back. */
export const router = createRouter({ history: createWebHashHistory(), routes })

/** The router listens only once its first screen is shown; a link that is followed before that is handled then. */
let followedEarly: string | null = null
const noteLink = () => (followedEarly = location.hash.slice(1))
window.addEventListener('popstate', noteLink)
void router.isReady().then(() => {
  window.removeEventListener('popstate', noteLink)
  if (followedEarly !== null) void router.replace(followedEarly)
})

/**
 * Without a book there is nothing to show but the sign-in screen and the preferences. At the start there mostly is one:
 * the screen is built while the question is on its way, unseen until it is answered (App.vue).
 */
router.beforeEach(async (to) => {
  const book = useBook()
  const account = useAccount()
  const instead = { name: 'sign-in', query: to.fullPath === '/' ? {} : { then: to.fullPath } }
  if (to.name === 'sign-in') {
    await Promise.all([book.ready || book.load(), account.ready || account.load()])
    return true
  }
  if (!book.ready) {
    void book.load().then(
      () => (book.summary || to.name === 'preferences' ? undefined : router.replace(instead)),
      // The window says what went wrong.
      () => undefined,
    )
    return true
  }
  return to.name === 'preferences' || book.summary ? true : instead
})
