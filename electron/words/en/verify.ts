import type { BundleCheck, CheckOutcome, CheckReason, Fault, Verdict } from '../../contract/evidence-words.ts'

/** What `meterbook verify` prints; the command line speaks English alone (terminal.ts). */

/** @param whose the name that the user gave the key, for `known-key` */
export const VERDICT: Record<Exclude<Verdict, 'changed'>, (whose: string) => string> = {
  'own-key': () => 'UNCHANGED since you signed it',
  'known-key': (whose) => `UNCHANGED since ${whose} signed it`,
  'unknown-key': () =>
    'SIGNATURE HOLDS, KEY UNKNOWN: it is as whoever has that key signed it; compare the key with one that you had from its owner',
  'unchecked-key': () =>
    'AGREES WITH ITSELF, SIGNATURE NOT CHECKED: its key is of a kind that only ssh-keygen -Y verify checks',
  unsigned: () =>
    'AGREES WITH ITSELF, BUT IS NOT SIGNED: whoever changes the files and their sums together leaves no trace here. It proves little by itself: compare the hash of the records with one that you got in another way (on paper, by phone)',
}

export const OUTCOME: Record<CheckOutcome, string> = {
  holds: 'holds',
  differs: 'DIFFERS',
  'not-checked': 'not checked',
  absent: 'none',
}

export const CHECK: Record<BundleCheck, string> = {
  zip: "the ZIP's own bytes, by the digest in its comment",
  files: 'each file, by its sum in the manifests',
  signature: 'the signature',
  'records-book': 'the records, with the book inside',
  'records-csv': 'the records, with the CSV tables',
  'context-csv': 'the context, with its CSV tables',
  'context-book': 'stations, channels, messages and meanings, with the book inside',
  coverage: 'the days that were asked for, with the book inside',
  numbers: "the report's m³ and hours of each station, computed anew from the book inside",
  hash: "the records' hash that bag-info.txt and report.json state, with the records",
  'book-hash': 'all records of the book inside, also beyond the span, with the hash in report.json',
  statements: 'what choice.json, report.json, datapackage.json and bag-info.txt say of one and the same',
  clocks: 'the clocks of gas days, with the book inside',
  pages: 'the pages of report.pdf',
  aside: 'notes, thresholds and findings',
  explanations: 'README and the descriptions of columns',
}

export const REASON: Record<CheckReason, string> = {
  'own-key': 'by your own key',
  'known-key': 'by a key that you know',
  'unknown-key': 'by a key that you do not know',
  'unchecked-key': 'its key is not Ed25519',
  removed: 'the bundle says that it was signed, and the signature is not in it',
  repacked: 'another program packed the bundle; what is in it is checked below',
  missing: 'what it is compared with is missing',
  unreadable: 'what it is compared with cannot be read',
  'choice-changed': 'choice.json was changed: which records are meant is not known',
  'other-version': 'not the same, and another version of Meterbook computed them: it may compute otherwise',
  'one-clock': 'the bundle names one clock for all stations, the book inside another for some',
  'no-clock-in-book': 'the book inside does not say the clock of every station',
  'not-in-book': 'the book inside has none of them: only the two copies in the bundle were compared',
  'pages-unread': 'they were not read: compare the hash printed on them with the one above by eye',
  'pages-signed': 'they were not read; the file is the one that was signed',
  'sums-only': 'the bundle has nothing to compare them with but their sums',
}

export const FAULT: Record<Fault, string> = {
  'no-signature': 'it is no SSH signature',
  'other-purpose': 'it was made for something else than bundles',
  'other-kind-of-key': "its key is not Ed25519, which the bundle's own signature must be of",
  'other-hash': 'it rests on a hash that bundles do not use',
  'cut-off': 'it is cut off',
  'damaged-book': 'it is damaged',
  'no-book': 'it is no book',
  'foreign-book': 'it is a database of another program',
}

/** The columns of keys and the fields of report.json, as people call them. */
export const FIELD: Readonly<Record<string, string>> = {
  station_id: 'station',
  equipment_id: 'device',
  telemetry_id: 'telemetry unit',
  archive_type: 'archive',
  time: 'time (UTC)',
  taken_at: 'taken (UTC)',
  channel_name: 'setting',
  device_code: 'code',
  equipment_type_id: 'type of device',
  meant: 'meaning of',
  value: 'value',
  stated: 'the station in the report',
  fromRecords: 'the station in the numbers from records',
  'stated.m3': 'm³ in the report',
  'stated.hours': 'hours in the report',
  'stated.hoursExpected': 'hours expected in the report',
  'fromRecords.m3': 'm³ from records',
  'fromRecords.hours': 'hours from records',
  'fromRecords.hoursExpected': 'hours expected from records',
  clocks: 'the clock of gas days',
}
