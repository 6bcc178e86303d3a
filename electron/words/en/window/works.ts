import type { WorkKind } from '../../../contract/work-words.ts'

/** Long work that makes files, in the status bar. */
export default {
  list: 'What is being made',
  several: '{n} piece of work going on | {n} pieces of work going on',
  of: {
    export: 'Export',
    report: 'Report',
    evidence: 'Evidence',
    verify: 'Check of evidence',
    share: 'Sharing',
    merge: 'Merging',
    lake: 'Data lake',
  } satisfies Record<WorkKind, string>,
  far: '{done} of {total}',
  since: 'for {time}',
  ending: 'Ending…',
  cancel: 'Cancel',
  cancelOf: 'Cancel “{title}”',
  cancelled: 'Cancelled: nothing was left behind.',
}
