import type { HoleCause } from '../../../../electron/contract/rules.ts'

/** The colours of causes: those of the coverage calendar where it has the same. */
export const CAUSE_COLORS: Readonly<Record<HoleCause, string>> = {
  exchange: 'var(--mb-seam)',
  never_asked: 'var(--mb-cover-never)',
  failed: 'var(--mb-cover-failed)',
  not_transmitted: 'var(--mb-cover-not-transmitted-line)',
  device_off: 'var(--mb-series-8)',
  abnormal: 'var(--mb-archive-nesht)',
  empty: 'var(--mb-cover-empty)',
  unexplained: 'var(--mb-cover-partial)',
}
