import { counted } from '../plural.ts'

const say = counted('en')
const hours = (count: number) => say(count, { one: '# hour', other: '# hours' })
const days = (count: number) => say(count, { one: '# gas day', other: '# gas days' })

/** The consumption forms. */
export default {
  column: {
    day: 'Gas day',
    month: 'Month',
    standard: 'Standard volume',
    working: 'Working volume',
    counter_from: 'start',
    counter_to: 'end',
    pressure_min: 'min',
    pressure_mean: 'mean',
    pressure_max: 'max',
    temperature_min: 'min',
    temperature_mean: 'mean',
    temperature_max: 'max',
    hours: 'Hours present',
    abnormal: 'Abnormal time',
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
    daily: (count: number) => `${hours(count)} by the daily record`,
    counter: (count: number) => `${hours(count)} by the counter`,
    notOver: 'not over',
  },
  caption: {
    day: (unit: string) => `Consumption by gas days, ${unit}; pale: hours are missing or the day is not over`,
    month: (unit: string) => `Consumption by months, ${unit}; pale: hours are missing or the month is not over`,
    carpet: (least: string, most: string, unit: string) =>
      `Hours of the gas days, from ${least} (pale) to ${most} ${unit} (dark); blank: no number`,
  },
  statement: {
    head: (there: number, expected: number, share: string) => `${there} of ${hours(expected)} (${share} %)`,
    hours: (received: number, expected: number) =>
      received === expected
        ? `Complete: each of the ${hours(expected)} of the period is told by its own record.`
        : `Told by their own records: ${received} of ${hours(expected)}.`,
    byCounter: (count: number) =>
      `Told by the counter, which stands before and after them: ${hours(count)} without a record of their own; the total holds what passed.`,
    byDaily: (count: number) =>
      `Told by the record of their gas day: ${hours(count)} without a record of their own; the total holds what passed.`,
    lacks: (lacking: number, expected: number) =>
      `Unknown: ${lacking} of ${hours(expected)}. What passed meanwhile is not in the total; nothing was estimated for it.`,
    empty: (list: string) => `No number at all: ${list}.`,
    daily: (count: number) => `${days(count)} by the daily record, because hours are missing.`,
    counter: (count: number) => `In ${days(count)} the counter tells what passed over missing hours.`,
    between: (m3: string) =>
      `The total holds ${m3} m³ that the counter tells of holes over the end of a period; no single row has them.`,
    notOver: (at: string) => `The period was not over when this was printed (${at}).`,
    counters: (difference: string, total: string, rest: string) =>
      `Counter at the end less counter at the start: ${difference} m³; total: ${total} m³; difference: ${rest} m³.`,
    noCounters: 'Counters are not in the book at the start and the end of the period, or the counter fell: they are not set against the total.', // oxfmt-ignore
    counterUnit:
      'The unit of the counter is not known: it is shown as the device sent it, and not set against the total.',
    channels: (list: string) => `Taken from the channels: ${list}.`,
    workingOnly: 'The device counts no standard volume: all volumes are at working conditions.',
    means: {
      day: (count: number) =>
        `The mean is that of ${say(count, { one: '# gas day that is', other: '# gas days that are' })} whole.`,
      month: (count: number) =>
        `The mean is that of ${say(count, { one: '# month that is', other: '# months that are' })} whole.`,
    },
    betweenHours: {
      part: (count: number) =>
        `Records between the hours: ${count}; they are parts of their hours, and counted with them.`,
      again: (count: number) =>
        `Records between the hours: ${count}; their hours hold them already, so they are not counted again.`,
      unknown: (count: number) =>
        `Records between the hours: ${count}; neither the counter nor a daily record tells whether their hours hold them, so they are not counted.`,
    },
    rounded: 'Numbers are rounded for display only; totals and means are of unrounded values.',
    gauges: {
      hour: (names: readonly string[]) => `Means of ${names.join(' and ')} are of hourly records.`,
      day: (names: readonly string[]) =>
        `Means of ${names.join(' and ')} are of daily records, which tell no least and no greatest value.`,
    },
    abnormalVolume: 'Volume in abnormal time is that of the whole hours which a situation touches.',
    without: {
      no_device: 'No consumption: the service names no device of the station.',
      no_archive: 'No consumption: the book has no hourly, daily or monthly archive of the station.',
      no_volume: 'No consumption: no channel of the archives is known to be a volume.',
      unknown_unit: 'No consumption: the unit of the volume is not known.',
      no_records: 'No consumption: the book has no records of the station.',
    },
  },
}
