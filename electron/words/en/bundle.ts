/**
 * What the window and the command line say alike of bundles of evidence, in English: each sentence stands here once. The
 * window reads them as messages of vue-i18n, to which { } @ and | mean something: none of them has these.
 */

export const AMBIGUITY_WORDS = {
  end: 'its end can be found or read in two ways',
  directory: 'its list of files is not as long, or not where, its end says',
  gap: 'it holds bytes that belong to no file of its list',
  header: 'a file is described otherwise beside its data than in the list',
  name: 'not all programs give a file in it the same name',
  kind: 'it holds something that is neither a plain file nor an empty folder',
  packing: 'a file in it is packed or marked in a way that not all programs read alike',
  data: 'there is more data than a file in it has',
}

export const FAULT_WORDS = {
  'no-signature': 'it is no SSH signature',
  'other-purpose': 'it was made for something else than bundles',
  'other-kind-of-key': "its key is not Ed25519, which the bundle's own signature must be of",
  'other-hash': 'it rests on a hash that bundles do not use',
  'cut-off': 'it is cut off',
  'damaged-book': 'it is damaged',
  'no-book': 'it is no book',
  'foreign-book': 'it is a database of another program',
}

export const CHECK_WORDS = {
  zip: "The ZIP's own bytes, by the digest in its comment",
  files: 'Each file, by its sum in the manifests',
  signature: 'The signature',
  'records-book': 'The records, with the book inside',
  'records-csv': 'The records, with the CSV tables',
  'context-csv': 'The context, with its CSV tables',
  'context-book': 'Stations, channels, messages and meanings, with the book inside',
  coverage: 'The days that were asked for, with the book inside',
  numbers: "The report's m³ and hours of each station, computed anew from the book inside",
  hash: "The records' hash that bag-info.txt and report.json state, with the records",
  'book-hash': 'All records of the book inside, also beyond the span, with the hash in report.json',
  statements: 'What choice.json, report.json, datapackage.json and bag-info.txt say of one and the same',
  clocks: 'The clocks of gas days, with the book inside',
  pages: 'The pages of report.pdf',
  aside: 'Notes, thresholds and findings',
  explanations: 'README and the descriptions of columns',
}

export const REASON_WORDS = {
  'own-key': 'by your own key',
  'known-key': 'by a key that you know',
  'unknown-key': 'by a key that you do not know',
  'unchecked-key': 'its key is not Ed25519: check it with ssh-keygen -Y verify',
  removed: 'the bundle says that it was signed, and the signature is not in it',
  repacked: 'another program packed the bundle; what is in it is checked below',
  missing: 'what it is compared with is missing',
  unreadable: 'what it is compared with cannot be read',
  'choice-changed': 'choice.json was changed: which records are meant is not known',
  'other-version': 'not the same, and another version of Meterbook computed them: it may compute otherwise',
  'one-clock': 'the bundle names one clock for all stations, the book inside another for some',
  'no-clock-in-book': 'the book inside does not say the clock of every station',
  'asked-clock': 'whoever made it asked for this clock by name: the book inside has nothing to say of it',
  'not-in-book': 'the book inside has none of them: only the two copies in the bundle were compared',
  'pages-unread': 'they were not read: compare the hash printed on them with the hash of the records by eye',
  'pages-signed': 'they were not read; the file is the one that was signed',
  'sums-only': 'the bundle has nothing to compare them with but their sums',
}
