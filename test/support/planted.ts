/** Secrets and people's data that a test plants wherever something is typed, named or answered, so as to search for them afterwards. */
export const PLANTED = {
  // whose account, and where
  email: 'anna.petrova@planted.example',
  accountName: 'Planted Account Анна',
  password: 'Planted-пароль-9f3b & %41',
  proxyUser: 'planted-proxy-user',
  proxyPassword: 'planted-proxy-secret',
  proxyHost: 'planted-proxy.internal',
  vaultKey: 'planted vault key that is long enough',
  environment: 'planted-environment-secret',
  // what the service says
  stationName: 'Planted-Котельная Петровой',
  serviceError: 'planted-words-of-the-service',
  // what people say
  address: 'Planted street, дом 7',
  phone: '+7 (912) 345-67-89',
  inn: '7701234567',
  author: 'Planted Author Анна',
  note: 'Planted note: the key is under the mat',
  serial: 'Planted-serial-77',
  seal: 'Planted-seal-0418',
  violations: 'Planted violations at the meter',
  supplier: 'Planted Supplier Иванова',
  consumer: 'Planted Consumer Сидорова',
  message: 'planted-message-of-an-exception',
  // how files and folders are called
  folder: 'planted-home-anna',
  bookName: 'Planted book of Anna',
  missingBook: 'planted-missing-book',
  lakeFolder: 'planted-lake-folder',
  file: 'planted-export-name',
  backup: 'Planted backup of Anna',
  backupsFolder: 'planted-backups-folder',
  damaged: 'Planted damaged book',
  recovered: 'Planted recovered book',
  restored: 'Planted restored book',
  bundle: 'planted-bundle-of-anna',
  report: 'planted-report-of-anna',
  reportName: 'Planted report, boiler houses',
  readout: 'planted-readout-of-anna',
  limits: 'planted-limits-of-anna',
  linkedBook: 'planted-linked-book',
  program: 'planted-program-folder',
  // releases
  feed: 'planted-feed-of-anna',
  redirect: 'planted-redirect.invalid',
  releaseFile: 'planted-release-of-anna',
  package: 'planted-package-of-anna.AppImage',
  releaseNotes: 'Planted notes of a release',
}

/** A planted word in every form in which it could slip out. */
const spellings = (word: string) => [
  word,
  word.toLowerCase(),
  encodeURIComponent(word),
  encodeURI(word),
  JSON.stringify(word).slice(1, -1),
  // As JSON writes what is no ASCII where it is asked to.
  [...word].map((letter) => (letter > '~' ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter)).join(''),
  Buffer.from(word).toString('base64'),
  Buffer.from(word).toString('base64url'),
  Buffer.from(word).toString('hex'),
]

/** Everything planted, and what `more` says, that is found in a text. */
export function leaksIn(name: string, text: string, more: readonly string[] = []): string[] {
  const digits = text.replaceAll(/[^\d]/g, '')
  const lower = text.toLowerCase()
  return [
    ...[...Object.values(PLANTED), ...more].flatMap((secret) =>
      spellings(secret).flatMap((spelled) => (text.includes(spelled) || lower.includes(spelled) ? [`${name}: ${spelled}`] : [])),
    ),
    ...(digits.includes(PLANTED.phone.replaceAll(/\D/g, '')) ? [`${name}: the digits of the telephone`] : []),
  ]
}
