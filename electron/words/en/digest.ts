import { counted } from '../plural.ts'
import habits from './habits.ts'
import terms from './terms.ts'
import units from './units.ts'

const number = counted(habits.locale)

/** What is new: in the window, on the command line, in files. */
export default {
  title: terms.whatIsNew,
  /** Times come as texts; `when` is a moment. */
  since: (when: string) => `Since ${when}`,
  sinceEver: 'Since the book knows anything',
  until: (when: string) => `up to ${when}`,
  nothing: (since: string) => `Nothing new. ${since}.`,
  more: (n: number) => `and ${number(n, { other: '#' })} more`,
  records: (n: number) => number(n, { one: terms.recordCounted, other: terms.recordsCounted }),
  tasks: (n: number) => number(n, { one: '# task failed', other: '# tasks failed' }),
  findings: (n: number) => number(n, { one: '# finding', other: '# findings' }),
  stations: (n: number) => number(n, { one: 'at # station', other: 'at # stations' }),
  column: { kind: terms.kind, station: terms.station, text: terms.whatIsNew, m3: units.m3 },
  kind: {
    download: 'Downloads that failed',
    silent: 'Fell silent',
    limit: 'Contract limits',
    began: 'Found',
    setting: 'Settings changed',
    corrected: 'Records corrected',
    late: 'Records came late',
    device: 'Devices exchanged',
    verification: 'Verification due',
    battery: 'Battery due',
    back: 'Heard again',
    ended: 'Ended',
    note: 'Notes of colleagues',
    judged: 'Judged from scratch',
  },
  download: (when: string, tasks: string) => `The download that ended ${when}: ${tasks}`,
  downloadFailed: (when: string) => `The download that ended ${when} failed`,
  silent: (from: string) => `silent since ${from}`,
  back: (at: string, from: string) => `heard again ${at}, silent since ${from}`,
  backUnknown: (from: string) => `no longer silent; it was since ${from}`,
  sinceWhen: (from: string) => `since ${from}`,
  fromTo: (from: string, to: string) => `${from} – ${to}`,
  ended: (what: string, at: string) => `${what}: ended ${at}`,
  gone: (what: string) => `${what}: no longer found`,
  archive: (name: string) => `${name.toLowerCase()} archive`,
  changed: (name: string, values: string, who: string) => `${name}: ${values} (${who})`,
  became: (before: string, after: string) => `from ${before} to ${after}`,
  unknownValue: 'not told',
  corrected: (records: string, archive: string, span: string) => `${records} of the ${archive} came again with other values, ${span}`,
  late: (records: string, archive: string, span: string) => `${records} of the ${archive} came late, ${span}`,
  device: (before: string, after: string, day: string) => `device ${before} exchanged for ${after}, ${day}`,
  verification: (day: string) => `verified until ${day}`,
  overdue: (day: string) => `verification overdue since ${day}`,
  battery: { meter: "the meter's battery", telemetry: 'the telemetry battery' },
  ends: (battery: string, day: string) => `${battery} ends about ${day}`,
  hasEnded: (battery: string, day: string) => `${battery} must have ended about ${day}`,
  note: (author: string, text: string) => `${author}: ${text}`,
  first: (findings: string, stations: string) => `judged for the first time: ${findings} ${stations}`,
  anew: (findings: string, stations: string) => `judged anew by new rules: ${findings} ${stations}`,
}
