import terms from '../terms.ts'

/** A damaged book that is read page by page, on the first screen. */
export default {
  title: 'What was recovered',
  hint: 'If there is a backup of a few days ago, it is the better way. Otherwise the pages that can be read go into a new book.',
  /** Leads here from wherever a book is said to be damaged. */
  lead: 'Recover what can be read…',
  closes: 'This book is open: it will be closed first. A download into it stops; what it has stored is in the book.',
  action: 'Recover what can be read',
  running: 'Reading page by page…',
  stop: terms.stop,
  done: 'The new book is {file} ({size}).',
  pages: 'Of {all} pages {unreadable} cannot be read, {unsound} contradict themselves.',
  whole: 'Nothing is missing that anything tells of.',
  losses: 'What is missing',
  what: terms.what,
  read: 'Recovered',
  lost: 'Lost',
  unknown: 'nobody knows',
  ofProgram: 'The program’s own notes in the book',
  refused: 'What was read and is not believed',
  doubtful: 'In {n} note a letter may be wrong. | In {n} notes a letter may be wrong.',
  backup: 'The newest backup gave {n} record more. | The newest backup gave {n} records more.',
  twice: '{n} differs there: both are kept, and are a finding. | {n} differ there: both are kept, and are findings.',
  noBackup: 'No backup of this book was found. A digit that was changed within a value cannot be seen without one.',
  again: '{n} day of archives will be fetched again. | {n} days of archives will be fetched again.',
  noneAgain: 'Nothing has to be fetched again.',
  noAccount: 'The book does not say any more whose it is: it becomes the account’s that opens it first.',
  kept: 'The damaged book was not changed. Keep it until you have looked at the new one.',
  open: 'Open the new book',
}
