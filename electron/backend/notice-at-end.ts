import { languageOf } from '../words/index.ts'
import type { Progress } from '../contract/downloads.ts'
import type { Downloads } from '../downloads/downloads.ts'
import type { Host } from './host.ts'
import { noticeOf, type Notice } from './notice.ts'
import type { ProgramFile } from './program-file.ts'

/** A notice at the end of each run that was seen at work and that the user has begun. */
export function noticeAtEnd(
  queue: Downloads['queue'],
  { file, host, notify }: { file: ProgramFile; host: Host; notify: (notice: Notice) => void },
): (progress: Progress) => void {
  let working: number | null = null
  return (progress) => {
    if (progress.state === 'running') working = progress.runId
    if (progress.state !== 'done' || working === null || working !== progress.runId) return
    working = null
    if (progress.runId !== null && queue.run(progress.runId)?.plan.unasked) return
    const { notifications, language } = file.preferences()
    if (notifications) notify(noticeOf(progress, languageOf(language, host.systemLocale)))
  }
}
