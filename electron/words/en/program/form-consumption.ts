import { days, number, say } from './counts.ts'
import terms from '../terms.ts'

export interface Meter {
  serial: string
  counter: string
}

const hours = (count: number) => say(count, { one: '# hour', other: '# hours' })

/** The consumption forms. */
export default {
  column: {
    day: terms.gasDay,
    month: terms.month,
    standard: 'Standard volume',
    working: 'Working volume',
    counter_from: 'start',
    counter_to: 'end',
    pressure_min: 'min',
    pressure_mean: terms.meanInShort,
    pressure_max: terms.maxInShort,
    temperature_min: 'min',
    temperature_mean: terms.meanInShort,
    temperature_max: terms.maxInShort,
    hours: 'Hours present',
    hours_received: 'received',
    hours_due: 'in all',
    abnormal: terms.abnormalTime,
    abnormal_volume: 'Volume then',
    substitutes: 'Substitutes',
    note: 'Note',
  },
  over: {
    counter: 'Counter',
    workingCounter: 'Counter (working volume)',
    pressure: 'P',
    temperature: 'T',
  },
  note: {
    noNumber: 'no number',
    lacks: (count: number) => `${hours(count)} missing`,
    workingLacks: (count: number) => `${hours(count)} missing of the working volume`,
    daily: (count: number) => `${hours(count)} by the daily record`,
    counter: (count: number) => `${hours(count)} by the counter`,
    notOver: 'not over',
    partOf: (from: string, to: string) => `a part of the month: ${from} – ${to}`,
    inHours: (hours: string) => `${hours}\u00a0h`,
    inMinutes: (minutes: string) => `${minutes}\u00a0min`,
    inSeconds: (seconds: string) => `${seconds}\u00a0s`,
    records: (count: number) => say(count, { one: terms.recordCounted, other: terms.recordsCounted }),
    m3: (m3: string) => `${m3}\u00a0m³`,
    goesOn: 'goes on',
    finding: (rule: string, detail: string | null, count: number, measures: string) =>
      `${rule}${detail ? ` (${detail})` : ''}${count > 1 ? ` ×${count}` : ''}${measures && `: ${measures}`}`,
  },
  notEvaluated: 'not evaluated',
  /** Rows between the periods. */
  row: {
    hole: 'hole',
    month: terms.monthInText,
    exchange: 'meter exchange',
    byCounter: (from: string, to: string, count: number) => `${from} – ${to}: ${hours(count)} by the counter`,
    byMonth: (from: string, to: string, count: number) => `${from} – ${to}: ${hours(count)} by the monthly record`,
    between: (from: string, to: string) => `between ${from} and ${to}`,
    ofRecord: (value: string, at: string) => `${value} (record of ${at})`,
    exchanged: (at: string, old: Meter, next: Meter) =>
      `${at}: No. ${old.serial} taken off at ${old.counter}; No. ${next.serial} put on at ${next.counter}`,
  },
  caption: {
    day: (unit: string) => `Consumption by gas days, ${unit}; pale: hours are missing or the day is not over`,
    month: (unit: string) => `Consumption by months, ${unit}; pale: hours are missing or the month is not over`,
    carpet: (least: string, most: string, unit: string) =>
      `Hours of the gas days, from ${least} (pale) to ${most} ${unit} (dark); blank: no number`,
  },
  statement: {
    head: (there: number, expected: number, share: string) => `${number(there)} of ${hours(expected)} (${share} %)`,
    hours: (received: number, expected: number) =>
      received === expected
        ? `Complete: each of the ${hours(expected)} of the period is told by its own record.`
        : `Told by their own records: ${number(received)} of ${hours(expected)}.`,
    byCounter: (count: number) =>
      `Told by the counter, which stands before and after them: ${hours(count)} without a record of their own; the total holds what passed.`,
    byDaily: (count: number) =>
      `Told by the record of their gas day: ${hours(count)} without a record of their own; the total holds what passed.`,
    lacks: (lacking: number, expected: number) =>
      `Unknown: ${number(lacking)} of ${hours(expected)}. What passed meanwhile is not in the total; nothing was estimated for it.`,
    empty: (list: string) => `No number at all: ${list}.`,
    daily: (count: number) => `${days(count)} by the daily record, because hours are missing.`,
    counter: (count: number) => `In ${days(count)} the counter tells what passed over missing hours.`,
    between: 'What the counter tells of a hole over the end of a period stands in a row of its own, behind the period in which it begins.',
    notOver: (at: string) => `The period was not over when this was printed (${at}).`,
    counters: (difference: string, total: string, rest: string) =>
      `Counter at the end less counter at the start: ${difference} m³; total: ${total} m³; difference: ${rest} m³.`,
    countersOfMeters: (difference: string, total: string, rest: string) =>
      `Counters at the end less counters at the start, meter by meter: ${difference} m³; total: ${total} m³; difference: ${rest} m³.`,
    noCounters:
      'Counters are not in the book at the start and the end of the period, or the counter fell: they are not set against the total.',
    peaks: {
      both: (hour: string, day: string) => `Peak hour: ${hour}; peak gas day: ${day}.`,
      hour: (hour: string) => `Peak hour: ${hour}; no gas day is known whole.`,
      day: (day: string) => `Peak gas day: ${day}; no hour is known by itself, so no peak hour is stated.`,
      at: (m3: string, when: string) => `${m3} m³, ${when}`,
      lacks: (count: number) => ` (${hours(count)} of it unknown)`,
    },
    counterUnit: 'The unit of the counter is not known: it is shown as the device sent it, and not set against the total.',
    channels: (list: string) => `Taken from the channels: ${list}.`,
    workingOnly: 'The device counts no standard volume: all volumes are at working conditions.',
    means: {
      day: (count: number) =>
        count === 0
          ? 'There is no mean: no gas day is whole.'
          : `The mean is that of ${say(count, { one: '# gas day that is', other: '# gas days that are' })} whole.`,
      month: (count: number) =>
        count === 0
          ? 'There is no mean: no month is whole.'
          : `The mean is that of ${say(count, { one: '# month that is', other: '# months that are' })} whole.`,
    },
    betweenHours: {
      part: (count: number) => `Records between the hours: ${number(count)}; they are parts of their hours, and counted with them.`,
      again: (count: number) =>
        `Records between the hours: ${number(count)}; their hours hold them already, so they are not counted again.`,
      unknown: (count: number) =>
        `Records between the hours: ${number(count)}; neither the counter nor a daily record tells whether their hours hold them, so they are not counted.`,
    },
    rounded: 'Numbers are rounded for display only; totals and means are of unrounded values.',
    gauges: {
      hour: (names: readonly string[]) => `Means of ${names.join(' and ')} are of hourly records.`,
      day: (names: readonly string[]) => `Means of ${names.join(' and ')} are of daily records, which tell no least and no greatest value.`,
    },
    abnormalVolume:
      'Volume in abnormal time is that of the hours of a situation; of an hour or a hole that it fills in part, as large a part.',
    without: {
      no_device: 'No consumption: the service names no device of the station.',
      no_archive: 'No consumption: the book has no hourly, daily or monthly archive of the station.',
      no_volume: 'No consumption: no channel of the archives is known to be a volume.',
      unknown_unit: 'No consumption: the unit of the volume is not known.',
      no_records: 'No consumption: the book has no records of the station.',
    },
  },
}
