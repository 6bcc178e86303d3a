import terms from '../terms.ts'

/** The program's own log and its diagnostics. */
export default {
  heading: 'Log and diagnostics',
  title: 'Program log',
  hint: 'What the program began, ended and failed with. No password, no name and no address is written into it',
  show: terms.showTheLog,
  saveLog: 'Save as a file…',
  find: 'Find in the log',
  levels: 'Which lines',
  level: { info: 'Usual', warn: 'Warning', error: 'Error' },
  none: 'No such line.',
  count: terms.someLines,
  more: terms.showMore,
  diagnostics: 'Diagnostics',
  diagnosticsHint:
    'One file for somebody who helps: versions, settings, counts and the log. It holds no secret and no name; what goes in is shown before it is saved. Nothing is sent anywhere',
  save: terms.saveDiagnostics,
  section: {
    program: 'versions and system',
    settings: 'preferences; what was typed is only told to be there',
    book: 'counts and state of the open book',
    downloads: 'recent downloads and what they failed with',
    log: 'the log, the newest line first',
  },
  dumpsHint:
    'Written on this computer alone when a part of the program crashes, and sent nowhere. A dump holds pieces of the memory, passwords too: it is never part of the diagnostics. Takes effect with the next start',
  mishap: {
    'ended-badly': 'Meterbook did not end in good order last time. Everything committed until then is kept.',
    page: 'The window crashed and was loaded again. Everything committed is kept.',
    analyst: 'The part that judges stations crashed. It starts anew with the next question; nothing was lost.',
    events: 'The part that keeps the events of all stations crashed. It starts anew with the next question; nothing was lost.',
  },
}
