import terms from '../terms.ts'

/** Long work that makes files, in the status bar. */
export default {
  list: 'What is being made',
  several: '{n} piece of work going on | {n} pieces of work going on',
  of: {
    export: terms.exporting,
    report: terms.report,
    evidence: terms.evidence,
    verify: 'Check of evidence',
    share: 'Sharing',
    merge: 'Merging',
    lake: 'Data lake',
    import: terms.fileByCable,
    backup: terms.backup,
    migration: 'Bringing the book to this version, a copy is made first',
    recovery: 'Recovery of a damaged book',
    update: 'New version',
  },
  far: terms.doneOfTotal,
  since: terms.forSoLong,
  ending: 'Ending…',
  cancel: terms.cancelWork,
  cancelOf: 'Cancel “{title}”',
  cancelled: 'Cancelled: nothing was left behind.',
}
