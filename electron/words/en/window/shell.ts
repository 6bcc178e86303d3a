import terms from '../terms.ts'

export default {
  title: '{book} — Meterbook',
  screens: terms.screens,
  screenKey: '{screen} (Ctrl+{key})',
  away: 'The program behind this window does not answer. Nothing is lost; the window carries on by itself when it is back.',
  awayWeb: 'If it was started anew, open the address that it printed.',
  dropped:
    'A browser does not tell where {file} lies. Close the open book in the preferences: the screen that follows takes the path of a file. Or open it in the desktop program.',
  noBook: 'No book open',
  readOnly: 'read only',
  neverFetched: 'nothing downloaded yet',
  fetched: 'fetched {age}',
  lastFetch: 'Last fetched {time}',
  accountOf: '{email} at {url}',
  standing: {
    unknown: 'Signed in',
    online: 'Online',
    offline: 'Offline',
    'signed-out': 'Signed out: sign in',
    none: 'No account',
  },
  standingHint: {
    unknown: 'The service has not been asked anything yet',
    online: 'The service answers',
    offline: 'The service cannot be reached; the book works all the same',
    'signed-out': 'Downloads wait until you sign in again',
    none: 'This book is open without an account: it can be read, not refreshed',
  },
  downloading: 'Downloading {done} of {total}',
  timeLeft: '{time} left',
  showDownloads: 'Show downloads',
  zoneHint: 'All times are shown in this zone (preferences)',
  find: 'Find',
  findHint: 'Find stations, consumers, screens and commands',
  ctrlK: 'Ctrl+K',
}
