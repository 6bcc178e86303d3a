import { useI18n } from 'vue-i18n'
import type { LastRun, SavedReport } from '../../../../electron/contract/reports.ts'
import { failureSentence } from '../../../components/failure-sentence.ts'
import { useFormat } from '../../../stores/words/format.ts'
import { failureOfMade } from './made-failure.ts'

/** How much of a run failed: nothing, some of its files, all of them. */
export function outcomeOf(run: Pick<LastRun, 'files' | 'failed'> | null): 'never' | 'done' | 'partly' | 'failed' {
  if (run === null) return 'never'
  if (run.failed === 0) return 'done'
  return run.failed < run.files ? 'partly' : 'failed'
}

type Saved = Pick<SavedReport, 'id' | 'folder'> & { lastRun: LastRun | null }

/** @param away numbers of the saved reports whose folder is not there */
export function useRunWords(away: () => readonly number[]) {
  const { t, te } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const isAway = ({ id }: Saved) => away().includes(id)

  function ran({ lastRun }: Saved): string {
    if (lastRun === null) return t('reports.never')
    const at = format.dateTime(lastRun.atMs)
    const named = { at, failed: format.number(lastRun.failed), files: format.number(lastRun.files) }
    const outcome = outcomeOf(lastRun)
    if (outcome === 'partly') return t('reports.ranPartly', named)
    return outcome === 'failed' ? t('reports.ranFailed', named) : at
  }

  /** Sentences that its user has to know before it is run again. */
  function troubles(report: Saved): string[] {
    const { folder, lastRun } = report
    const why = lastRun?.failure ? failureOfMade(lastRun.failure) : null
    return [
      ...(isAway(report) && folder !== null ? [t('reports.folderAwayHint', { folder })] : []),
      ...(lastRun && why
        ? [
            t(outcomeOf(lastRun) === 'partly' ? 'reports.ranPartlyHint' : 'reports.ranFailedHint', {
              failed: format.number(lastRun.failed),
              files: format.number(lastRun.files),
              reason: failureSentence(why, t, te),
            }),
          ]
        : []),
    ]
  }
  return {
    folder: (report: Saved): string => {
      if (report.folder === null) return t('reports.askedEachTime')
      return isAway(report) ? t('reports.folderAway', { folder: report.folder }) : report.folder
    },
    folderTone: (report: Saved): string => (isAway(report) ? 'tone-bad' : ''),
    ran,
    ranTone: ({ lastRun }: Saved): string => TONES[outcomeOf(lastRun)],
    troubles,
  }
}
const TONES = { never: 'muted', done: '', partly: 'tone-warn', failed: 'tone-bad' } as const
