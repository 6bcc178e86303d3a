/** Modules of the likely next screens, in the order in which they are loaded. */
const STEPS: readonly (() => unknown)[] = [
  () => import('./views/station/StationView.vue'),
  () => import('./views/station/OverviewTab.vue'),
  () => import('./views/station/ReadingsTab.vue'),
  async () => (await import('./charts/rehearsal.ts')).rehearse(),
  () => import('./views/station/EventsTab.vue'),
  () => import('./charts/DensityStrip.vue'),
  () => import('./views/events/EventsView.vue'),
  () => import('./views/overlay/OverlayView.vue'),
  () => import('./views/downloads/TripDialog.vue'),
  () => import('./views/downloads/DownloadsView.vue'),
]

/**
 * Loads the code of the next screens while the window is idle, one at a time, so that a screen opens as quickly the
 * first time as later. A failure is not told here: the import fails again, and is told, when the screen is opened. Brings
 * 178 of 314 ms of the first readings (the bench's row (a)), 86 of 269 ms of an overlay, 46 of 141 ms of the log of all
 * stations: medians of 5 to 7 alternating turns.
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
