import { days, number, say } from './counts.ts'
import type { Meter } from './form-consumption.ts'
import terms from '../terms.ts'
import verifications from '../verifications.ts'

/** Days of the calendar, or gas days. */
const daysOf = (count: number, isCalendar: boolean) => (isCalendar ? say(count, { one: '# day', other: '# days' }) : days(count))

const snapshots = (count: number) => say(count, { one: '# snapshot', other: '# different snapshots' })

/** What the parts of reports say: columns, totals, statements. */
export default {
  exchange: {
    at: (at: string, old: Meter, next: Meter) =>
      `The device was exchanged at ${at}: No. ${old.serial}, last counter ${old.counter}; No. ${next.serial}, first counter ${next.counter}.`,
    between: (since: string, at: string, hours: number, old: Meter, next: Meter) =>
      `The device was exchanged between ${since} and ${at}: No. ${old.serial}, last counter ${old.counter}; No. ${next.serial}, first counter ${next.counter}. Meanwhile nothing was metered for ${number(hours)} h.`,
  },
  coverage: {
    head: (known: number, all: number, isCalendar: boolean) =>
      `${number(known)} of ${daysOf(all, isCalendar)}${all > 0 && known < all ? ` (${Math.floor((known / all) * 100)} %)` : ''}`,
    nothingAsked: 'nothing was asked for',
    noDevice: 'The service names no device of the station: there are no archives to ask for.',
    quoted: (name: string) => `“${name}”`,
    counts: (asked: number, all: number, parts: string, isCalendar: boolean) =>
      `asked for ${number(asked)} of ${daysOf(all, isCalendar)}: ${parts}.`,
    state: {
      fetched: (count: number) => `with records ${number(count)}`,
      empty: (count: number) => `empty ${number(count)}`,
      partial: (count: number) => `not whole yet ${number(count)}`,
      not_transmitted: (count: number) => `not transmitted yet ${number(count)}`,
      failed: (count: number) => `failed ${number(count)}`,
      never: (count: number) => `never asked for ${number(count)}`,
    },
    neverAsked: (archives: string) => `Never asked for: ${archives}.`,
    ahead: (count: number, isCalendar: boolean) => `Not begun when this was printed: ${daysOf(count, isCalendar)}.`,
  },
  findings: {
    found: (counts: string, rules: number, isOfPeriod: boolean) =>
      `${isOfPeriod ? 'Findings in the period' : 'Findings'}: ${counts}. Rules that judged: ${rules}; no findings by the others.`,
    none: (rules: number, isOfPeriod: boolean) =>
      `${isOfPeriod ? 'Findings in the period' : 'Findings'}: none (rules that judged: ${rules}).`,
    noneJudged: 'Findings: not evaluated, no rule has what it needs.',
    notEvaluated: (rules: string) => `Not evaluated: ${rules}.`,
    neverJudged: 'Findings: not evaluated, the station has not been judged.',
    wrong: (count: number) => `${say(count, { one: '# finding is', other: '# findings are' })} left out: marked as wrong.`,
    stale: (moment: string) => `Data came after the findings were judged on ${moment}: they may be incomplete.`,
  },
  events: {
    column: {
      number: terms.numberInOrder,
      time: terms.time,
      log: terms.log,
      code: terms.code,
      message: terms.message,
      value: terms.value,
      change: 'Change',
      pair: 'Begin – end',
    },
    change: {
      both: (old: string, now: string) => `was ${old}, now ${now}`,
      after: (now: string) => `now ${now}`,
    },
    pair: {
      begin: (moment: string, lasting: string) => `begins; until ${moment} (${lasting})`,
      end: (moment: string, lasting: string) => `ends; since ${moment} (${lasting})`,
      open: 'begins; not ended',
      again: (moment: string) => `told again; begun ${moment}`,
      repeated: 'told again',
      endOnly: 'ends; its begin is not in the log',
    },
    caption: 'Events of each log over the period: the higher the bar, the more of them',
    none: 'The book holds no events of the period.',
    asCame: 'Codes, texts and values stand as the device sent them; begins and ends are paired by Meterbook.',
  },
  changes: {
    column: {
      time: terms.time,
      parameter: terms.parameter,
      old: 'Old',
      new: 'New',
      unit: terms.unitInShort,
      who: 'Who',
      confirmed: 'Confirmed by settings',
    },
    confirmed: {
      event_and_settings: terms.yes,
      event_and_conversion: 'no; the volumes show it',
      event_alone: 'no: the settings do not show it',
      event_unchecked: 'not checked: no settings before or after it',
      settings_alone: 'settings only, nothing in the log',
      settings_unchecked: 'settings only, the log of that time is not there yet',
      settings_and_conversion: 'settings and volumes, nothing in the log',
      conversion_alone: 'volumes only',
    },
    since: (moment: string) => `after ${moment}`,
    factor: 'Conversion factor K, by volumes',
    group: {
      confirmed: 'In the log, confirmed by settings',
      event: 'In the log, not confirmed by settings',
      settings: 'In the settings only',
      conversion: 'By volumes only',
    },
    none: 'No changes in the period.',
    between: 'Where the log names no moment, the time is when the change was first seen; it happened after the time given beside it.',
    conversion: 'A change “by volumes” is a step of standard ÷ working volume that settings or log did not name.',
    settingsNever: 'Settings were never asked for: nothing can be confirmed by them.',
    settingsRead: (count: number, first: string, last: string) =>
      `Settings: ${snapshots(count)}, the first of ${first}, last compared ${last}.`,
  },
  abnormal: {
    column: {
      situation: terms.situation,
      count: 'Count',
      first: 'First begin',
      last: 'Last end',
      total: 'Total, h:mm:ss',
      longest: 'Longest, h:mm:ss',
      /** The units of durations, as in the headings above. */
      lasting: 'h:mm:ss',
      share: '% of period',
      standard: 'Standard volume then, m³',
      working: 'Working volume then, m³',
      pressure: 'Substitute P',
      temperature: 'Substitute T',
      open: 'Not ended',
    },
    open: (count: number) => (count === 1 ? 'yes' : `yes: ${count}`),
    together: (log: string) => `${log} together, overlaps counted once`,
    summary: (text: string, count: number, byEvents: string) => `Device's own summary: ${text} (${days(count)}; by events ${byEvents})`,
    impossibleSummary: (text: string, value: string) =>
      `Device's own summary, as sent: ${text}: ${value}. No day has so much: not counted, not judged`,
    caption: (more: number) => `When situations lasted; hatched: not ended${more > 0 ? `; not drawn: ${number(more)} shorter` : ''}`,
    none: 'No situation began or lasted in the period.',
    noneAsked: 'Abnormal situations were never asked for: nothing is known of them.',
    loneEnds: (count: number) =>
      `Ended in the period without a begin in the log: ${say(count, { one: '# situation', other: '# situations' })}. How long is not known; not counted.`,
    openUnknown: (count: number, moment: string) =>
      `${say(count, { one: '# situation is', other: '# situations are' })} open as far as the log was asked for (${moment}): whether they ended later is not known; they are counted to the end of the period, at most until this was printed.`,
    noVolume: 'The volume then is not given: the book has no hourly volumes of the station.',
    withoutHours: (hours: string) => `Of the time of the situations ${hours} h have no hourly volume: the volume then is less by it.`,
    rules:
      'Duration and volume are of the part within the period; of an hour or a hole that a situation fills in part, as large a part of its volume. Substitutes are those of the settings when the last situation began.',
  },
  reading: {
    column: {
      parameter: terms.parameter,
      read: 'Read at the meter',
      unit: terms.unitInShort,
      telemetry: 'Telemetry then',
      difference: terms.difference,
      allowed: 'Allowed',
      verdict: 'Outcome',
    },
    taken: (at: string, serial: string | null) => (serial === null ? `Read at ${at}` : `Read at ${at}, device No. ${serial}`),
    remarks: 'Remarks',
    author: 'Written down by',
    none: 'No reading was taken at the meter in the period.',
    rule: "Telemetry stands as it was between the device's two nearest records, in proportion to time. A counter between the two is within tolerance: it passed that number. Pressure, temperature and the factor have no tolerance.",
    copies: 'Made in two copies, one for each side.',
    photographs: (count: number) => `Photographs kept in the book: ${number(count)}.`,
  },
  passport: {
    column: {
      section: terms.section,
      parameter: terms.parameter,
      value: terms.value,
      unit: terms.unitInShort,
      taken: terms.taken,
      previous: 'Previous',
      changed: 'Changed',
    },
    section: {
      station: terms.meteringUnit,
      consumer: terms.consumerOfGas,
      device: terms.device,
      identity: 'Settings: serial numbers',
      limits: 'Settings: limits and set points',
      substitutes: 'Settings: substitute values',
      conditions: 'Settings: conditions of conversion',
      time: 'Settings: time',
      verification: 'Settings: verification',
      other: 'Settings: others',
    },
    field: {
      inn: terms.inn,
      subdivision: 'Kind of consumer',
      providers: terms.providers,
      kind: terms.kindOfDevice,
      resource: terms.resource,
      telemetry: terms.telemetry,
      gasBoiler: terms.gasBoiler,
      gasStove: terms.gasStove,
      gasWaterHeater: terms.gasWaterHeater,
      residentCount: terms.residents,
      heatedArea: terms.heatedArea,
    },
    gone: 'no longer there',
    absent: 'was not there',
    settings: 'Settings in all',
    changedOnes: 'Of them changed since the first snapshot',
    goneOnes: 'No longer there',
    noDevice: 'The service names no device of the station: there are no settings.',
    neverTaken: 'Settings were never asked for.',
    taken: (count: number, first: string, newest: string, checked: string | null) =>
      `Settings: ${snapshots(count)}, the first of ${first}, the newest of ${newest}; ${checked === null ? 'not read again since' : `last seen unchanged ${checked}`}.`,
    compared: (count: number) =>
      count === 0
        ? 'Between the snapshots nothing but the order has changed.'
        : `Changed between snapshots: ${say(count, { one: '# setting', other: '# settings' })}; “changed” is when the new value was first seen.`,
    alone: 'Whether settings were changed is not known: there is one snapshot to go by.',
    asOf: (moment: string) => `Device and settings as of ${moment}; name, consumer and contacts as they are today.`,
  },
  verifications: {
    column: verifications.column,
    title: (count: number) => say(count, { one: '# device', other: '# devices' }),
    dated: 'In the calendar',
    known: (known: number, stations: number, unknown: number) =>
      `the day is known of ${number(known)} of ${number(stations)}${unknown > 0 ? `; not of ${number(unknown)}` : ''}`,
    sources:
      'The day is the next verification in the newest settings; else the last one and the interval; else the day that was typed in. Of several instruments the first that is due.',
    devices: 'Devices that were taken out are not in the calendar.',
    later: (count: number) => `Later than these months: ${number(count)}.`,
  },
  visits: {
    column: {
      rank: terms.numberInOrder,
      station: 'Station',
      consumer: terms.consumerOfGas,
      coordinates: terms.coordinates,
      class: 'Class',
      reasons: terms.reasons,
      since: terms.since,
      atRisk: 'm³ a day at risk',
      battery: terms.battery,
      rssi: terms.rssi,
      lastSession: terms.lastSession,
      takeAlong: 'Take along',
      done: terms.doneMark,
    },
    title: (count: number) => say(count, { one: '# station', other: '# stations' }),
    /** `stations`: the title of the list that goes by rank. */
    tripTitle: (stations: string) => `Trip: ${stations}`,
    ownOrder: 'Order: the own order of the trip; the number is the place in it. Of a station without a class nothing is to be said.',
    asOf: 'As of',
    of: (visits: number, stations: number) =>
      `${number(visits)} of ${say(stations, { one: '# station needs', other: '# stations need' })} a visit`,
    unknownUse: (count: number) => `usual use not known: ${number(count)}`,
    others: (count: number) =>
      `Nothing is to be said of ${say(count, { one: '# other chosen station', other: '# other chosen stations' })}: not in the list.`,
    noOthers: 'Every chosen station is in the list.',
    order:
      'Order: by class, in class A first danger to people and what is recent, then by probability × usual m³ a day × days exposed; where the usual is not known, the median of the class. The number is the place among all stations of the book.',
    raw: 'Battery and RSSI stand as the service sends them (median of 30 days); the unit of the battery is not known.',
    judged: (judged: number, all: number, stale: number, moment: string | null) =>
      `Findings: ${number(judged)} of ${say(all, { one: '# station', other: '# stations' })} of the book judged${moment === null ? '' : `, the last on ${moment}`}${stale > 0 ? `; of ${number(stale)} the findings are missing or out of date` : ''}.`,
  },
  balance: {
    column: {
      period: terms.period,
      input: terms.inputInCubicMetres,
      output: terms.outputInCubicMetres,
      difference: terms.differenceInCubicMetres,
      percent: terms.differenceInPercent,
      uncertainty: 'Uncertainty ±, m³',
      beyond: 'Beyond',
      hours: terms.hoursCompared,
      hours_compared: 'compared',
      hours_all: 'of all',
    },
    branch: terms.branchOfTheNetwork,
    none: 'No branch',
    noBranch: 'None of the chosen stations is in a branch. Branches are drawn on the screen Balance.',
    compared: (compared: number, all: number) =>
      `${number(compared)} of ${say(all, { one: '# hour', other: '# hours' })} compared${all > 0 && compared < all ? ` (${Math.floor((compared / all) * 100)} %)` : ''}`,
    member: (name: string, m3: string | null, limit: string, isUsual: boolean) =>
      `${name}${m3 === null ? '' : ` ${m3} m³`} (limit of error ${limit} %${isUsual ? ', not typed in' : ''})`,
    goesIn: (members: string) => `Goes in: ${members}.`,
    goesOut: (members: string) => `Goes out: ${members}.`,
    method: (k: number, cell: 'hour' | 'day') =>
      `Compared are the ${cell === 'hour' ? 'hours' : 'gas days'} of which every station has a number. The uncertainty is ${k}·√Σ(uᵢVᵢ)², uᵢ the limit of error of a station's device and Vᵢ its volume of the same time.`,
    verdict: (isBeyond: boolean, difference: string, uncertainty: string) =>
      `Over the whole period ${difference} m³ differ, ${isBeyond ? 'more than' : 'within'} the ${uncertainty} m³ that the devices explain.`,
    nothing: 'Nothing can be compared: there is no time of which every station has a number.',
    without: (name: string, why: string) => `${name}: ${why}.`,
    greatest: (hours: string) => `Greatest share of what differs, each by its beginning: ${hours}.`,
    hour: (at: string, m3: string, share: string) => `${at} ${m3} m³ (${share} %)`,
    caption: 'Input less output, m³; dashed: the uncertainty',
  },
}
