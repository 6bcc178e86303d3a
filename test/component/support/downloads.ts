import type { Progress } from '../../../electron/contract/downloads.ts'

/** A download in the middle of its work. */
export const RUNNING: Progress = {
  runId: 1,
  unasked: false,
  state: 'running',
  tasks: { total: 12, done: 3, failed: 0, running: 1, waiting: 8, cancelled: 0 },
  stations: { total: 2, done: 0 },
  records: 600,
  added: 600,
  changed: 0,
  rejected: 0,
  pages: 3,
  bytes: 60_000,
  lanes: 2,
  recordsPerSecond: 250,
  startedMs: 0,
  finishedMs: null,
  leftMs: 90_000,
  waitsUntilMs: null,
  current: [],
  failure: null,
}
