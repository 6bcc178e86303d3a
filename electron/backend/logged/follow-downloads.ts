import type { Book } from '../../book/index.ts'
import type { Progress } from '../../contract/downloads.ts'
import type { ProgramLog } from '../program-log.ts'

/** Writes where a download stands whenever that changes: begun, paused, waiting, ended. Pages are not written. */
export function logDownloads(log: Pick<ProgramLog, 'write'>, book: Pick<Book, 'tasks'>): (progress: Progress) => void {
  let before = ''
  return ({ runId, state, tasks, stations, pages, records, added, changed, rejected, bytes, startedMs, failure }) => {
    if (runId === null || state === 'idle' || state === 'pausing') return
    const now = `${runId} ${state}`
    if (now === before) return
    before = now
    const code = failure?.code ?? (tasks.failed > 0 ? book.tasks.failureCodes(runId)[0]?.code : undefined)
    const level = failure !== null || tasks.failed > 0 ? 'warn' : 'info'
    log.write(level, `download-${state}`, {
      run: runId,
      tasks: tasks.total,
      done: tasks.done,
      failed: tasks.failed,
      stations: stations.total,
      ...{ pages, records, added, changed, rejected, bytes },
      ...(state !== 'running' && startedMs !== null && { ms: Math.max(0, Math.round(Date.now() - startedMs)) }),
      ...(code !== undefined && { code }),
    })
  }
}
