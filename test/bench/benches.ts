import type { Bench } from './measure.ts'
import type { BenchName } from './sizes.ts'

/** Where each bench lies. */
export const BENCHES: { [N in BenchName]: () => Promise<{ bench: Bench<N> }> } = {
  start: () => import('./start.ts'),
  ingest: () => import('./ingest.ts'),
  events: () => import('./events.ts'),
  memory: () => import('./memory.ts'),
  analysis: () => import('./analysis.ts'),
  export: () => import('./export.ts'),
  ui: () => import('./ui/index.ts'),
  query: () => import('./query.ts'),
  download: () => import('./download.ts'),
}
