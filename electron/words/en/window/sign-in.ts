import terms from '../terms.ts'

export default {
  product: terms.meterbook,
  promise:
    'Your metering service’s stations, archives and event logs in one file on this computer: searched, charted and exported with no network.',
  demo: 'Try the demo',
  demoStarting: 'Starting the demo…',
  demoHint: '150 stations, three years of data. No account, no network.',
  demoBook: 'Demo',
  copy: 'copy',
  gone: 'not there now, there are backups',
  changed: 'changed {time}',
  recent: 'Recent',
  again: terms.signIn,
  openBook: 'Open a book without an account…',
  bookPath: 'Path of a book file on this computer',
  open: terms.open,
  openToRead: 'Open for reading',
  backToBook: 'Back to {book}',
  title: 'Sign in to your service',
  address: 'Service address',
  addressExample: 'https://meters.example.org',
  email: 'E-mail',
  password: 'Password',
  remember: 'Remember me on this computer (kept encrypted)',
  notRemembered: 'This host cannot keep a password safely, so it is kept in memory only until the program ends.',
  allowUnencrypted: 'Allow an unencrypted connection to this address. Anyone on the way can read the password and the data.',
  submit: terms.signIn,
  working: 'Signing in…',
  cancel: terms.cancel,
  checkedAnyway:
    'NODE_TLS_REJECT_UNAUTHORIZED=0 is set on this computer. It is not obeyed: the service’s certificate is checked all the same.',
}
