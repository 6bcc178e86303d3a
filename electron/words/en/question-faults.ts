/** Why a question in SQL was not run: the window and the command line say it alike. Without { } @ and |, as in import-faults.ts. */
export const QUESTION_FAULT_WORDS = {
  private: 'it reads what is no public view',
  writes: 'it would change something',
  attach: 'it would open or close another file',
  pragma: 'PRAGMA would change how the book is read',
  transaction: 'it would begin or end a transaction',
  function: 'it calls a function that questions may not call',
  several: 'there is more than one statement in it',
  nothing: 'there is no statement in it',
  binding: 'a parameter has no value, or is not written as a colon and a name',
  /** Why it was stopped. */
  value: 'a single value has at most 16 MB',
}
