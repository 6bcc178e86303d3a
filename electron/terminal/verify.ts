import { CHECK_WORDS, REASON_WORDS } from '../words/en/bundle.ts'
import type { BundleCheck, CheckOutcome, CheckReason, Verdict } from '../contract/evidence-words.ts'

/** What `meterbook verify` prints; the command line speaks English alone (terminal.ts). */

/** @param whose the name that the user gave the key, for `known-key` */
export const VERDICT: Record<Exclude<Verdict, 'changed'>, (whose: string) => string> = {
  'own-key': () => 'UNCHANGED since you signed it',
  'known-key': (whose) => `UNCHANGED since ${whose} signed it`,
  'unknown-key': () =>
    'SIGNATURE HOLDS, KEY UNKNOWN: it is as whoever has that key signed it; compare the key with one that you had from its owner',
  'unchecked-key': () => 'AGREES WITH ITSELF, SIGNATURE NOT CHECKED: its key is of a kind that only ssh-keygen -Y verify checks',
  unsigned: () =>
    'AGREES WITH ITSELF, BUT IS NOT SIGNED: whoever changes the files and their sums together leaves no trace here. It proves little by itself: compare the hash of the records with one that you got in another way (on paper, by phone)',
}

export const OUTCOME: Record<CheckOutcome, string> = {
  holds: 'holds',
  differs: 'DIFFERS',
  'not-checked': 'not checked',
  absent: 'none',
}

/** A check on its line, which begins with its outcome: in lower case but for what is written in capitals. */
export const checkText = (check: BundleCheck): string => CHECK_WORDS[check].replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())

export const REASON: Readonly<Record<CheckReason, string>> = {
  ...REASON_WORDS,
  // The line of the signature, further up, says how such a key is checked.
  'unchecked-key': 'its key is not Ed25519',
  // And the hash stands on a line of its own there.
  'pages-unread': 'they were not read: compare the hash printed on them with the one above by eye',
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
  'stated.received': 'hours by their own records in the report',
  'stated.byCounter': 'hours by the counter in the report',
  'stated.byDaily': 'hours by daily records in the report',
  'stated.unknown': 'unknown hours in the report',
  'fromRecords.m3': 'm³ from records',
  'fromRecords.received': 'hours by their own records from records',
  'fromRecords.byCounter': 'hours by the counter from records',
  'fromRecords.byDaily': 'hours by daily records from records',
  'fromRecords.unknown': 'unknown hours from records',
  clocks: 'the clock of gas days',
}
