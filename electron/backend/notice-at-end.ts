import { languageOf } from '../words/index.ts'
import type { Brought, Progress } from '../contract/downloads.ts'
import type { Host } from './host.ts'
import { noticeOf, type Notice } from './notice.ts'
import type { ProgramFile } from './program-file.ts'

/**
 * A notice at the end of each run that was seen at work and that the user has begun; `brought` is what it brought, once its stations are
 * judged. Where that fails the notice says what was fetched.
 */
export function noticeAtEnd({
  file,
  host,
  notify,
  brought,
}: {
  file: ProgramFile
  host: Host
  notify: (notice: Notice) => void
  brought: (runId: number) => Promise<Brought | null>
}): (progress: Progress) => void {
  let working: number | null = null
  return (progress) => {
    if (progress.state === 'running') working = progress.runId
    if (progress.state !== 'done' || working === null || working !== progress.runId) return
    working = null
    const { runId, unasked } = progress
    if (runId === null || unasked) return
    void brought(runId)
      .catch(() => null)
      .then((news) => {
        const { notifications, language } = file.preferences()
        if (notifications) notify(noticeOf(progress, news, languageOf(language, host.systemLocale)))
      })
  }
}
