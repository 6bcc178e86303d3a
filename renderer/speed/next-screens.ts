/** The screens that are likely next, in that order, and what they need. */
const STEPS: readonly (() => unknown)[] = [
  () => import('../views/station/StationView.vue'),
  () => import('../views/station/OverviewTab.vue'),
  () => import('../views/station/ReadingsTab.vue'),
  async () => (await import('./rehearsal.ts')).rehearse(),
  () => import('../views/station/EventsTab.vue'),
  () => import('../charts/DensityStrip.vue'),
  () => import('../views/downloads/TripDialog.vue'),
  () => import('../views/downloads/DownloadsView.vue'),
]

/**
 * Reads the code of the next screens while nobody waits for anything, one at a time, so that the first opening of a
 * screen is as quick as any other. What fails here fails again, and is told, when the screen is opened.
 */
export function loadAhead(): void {
  const rest = [...STEPS]
  const next = () => {
    const step = rest.shift()
    if (step) void Promise.resolve(step()).then(idle, idle)
  }
  const idle = () => requestIdleCallback(next)
  idle()
}
