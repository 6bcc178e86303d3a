import { wordsOf } from '../../../electron/words/index.ts'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { cutForEye, SHOWN } from '../../../electron/contract/cut.ts'
import type { Verbatim } from '../../../electron/contract/records.ts'
import type { ShownUnit } from '../../../electron/contract/shown-units.ts'
import { unitForPeople } from '../../../electron/contract/unit-spellings.ts'
import { isDay, utcMidnight } from '../../../electron/contract/time/day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../electron/contract/time/units.ts'
import { isMoment, stampOf } from '../../../electron/contract/time/zone.ts'
import { converted, decimalsAfter } from '../../../electron/contract/units.ts'
import { useClock } from '../clock.ts'
import { useProgram } from '../program.ts'
import { measuredOf, MOST_DECIMALS, quantityOf } from '../../i18n/quantity.ts'
import { shown as shownText, withPlainMinus, type Shown, type Unformatted } from './shown.ts'

/**
 * Numbers, times and sizes as the chosen language and number format write them, in the zone of the station or the book.
 * Intl's formatters are expensive to make: there is one for each setting.
 */
const cache = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>()

function cached<F extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>(key: string, make: () => F): F {
  const known = cache.get(key)
  if (known) return known as F
  const made = make()
  cache.set(key, made)
  return made
}

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const DATE: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' }
const SECONDS: Intl.DateTimeFormatOptions = { ...TIME, second: '2-digit' }

/** A small value below zero is rounded to 0, not to -0. */
const NO_MINUS_ZERO = 'negative'

const AGES: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]

const BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats bound to the preferences: use inside a component or a store's effect scope. */
export function useFormat() {
  const { t } = useI18n({ useScope: 'global' })
  const program = useProgram()
  const locale = computed(() => wordsOf(program.language).habits.locale)
  const clock = useClock()
  const zone = computed(() => clock.value.zone)

  const dates = (name: string, options: Intl.DateTimeFormatOptions) =>
    cached(`${locale.value}|${zone.value}|${name}`, () => new Intl.DateTimeFormat(locale.value, { ...options, timeZone: zone.value }))
  /** A book may hold any number for a time: what is no moment is written as the number that it is. */
  const written = (name: string, options: Intl.DateTimeFormatOptions, ms: number) =>
    isMoment(ms) ? dates(name, options).format(ms) : String(ms)

  /** The language's sign between thousands, and a number that has it. A code that begins with zeros is none. */
  const grouped = computed(() => {
    const parts = new Intl.NumberFormat(locale.value).formatToParts(1_000_000)
    const sign = parts.find(({ type }) => type === 'group')?.value ?? '\u00a0'
    return { sign, number: new RegExp(`^[-−]?[1-9]\\d{0,2}(?:[${sign}]\\d{3})+(?!\\d)`) }
  })

  /** The language's sign before the decimals of a number. */
  const decimalSign = computed(() => {
    if (isPlain()) return '.'
    return new Intl.NumberFormat(locale.value).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  })

  const isPlain = () => program.preferences.numberFormat === 'plain'
  const inLocale = (name: string, options: Intl.NumberFormatOptions) => {
    const format = cached(`${locale.value}|${name}`, () => new Intl.NumberFormat(locale.value, options))
    return (value: number): Shown => shownText(format.format(value))
  }

  /** A count or a measured number; at most `digits` decimals. */
  function number(value: number, digits = 3): Shown {
    if (isPlain()) return String(Number(value.toFixed(digits))) as Shown
    return inLocale(`n${digits}`, { maximumFractionDigits: digits, signDisplay: NO_MINUS_ZERO })(value)
  }

  const percent = (ratio: number): Shown => inLocale('%', { style: 'percent', maximumFractionDigits: 0 })(ratio)

  /** A share of records to a tenth of a percent; one of which a single record is missing is never 100 %. */
  function share(present: number, all: number): Shown {
    const thousandths = all > 0 ? Math.floor((present / all) * 1000) : 0
    return inLocale('%1', { style: 'percent', maximumFractionDigits: 1 })(Math.max(thousandths, present > 0 ? 1 : 0) / 1000)
  }

  /**
   * A value as the service sent it; an absent one as a dash. For names, codes and keys, which are no numbers though some
   * look so. A text of a megabyte is cut: to break it into lines, the browser freezes the window for a minute.
   */
  function verbatim(value: Verbatim | undefined): string {
    if (value === null || value === undefined || value === '') return '—'
    return cutForEye(typeof value === 'object' ? JSON.stringify(value) : String(value), SHOWN.text)
  }

  /** A measured value: a number, or a text that is one, in the number format, with all its digits; anything else as it came. */
  function quantity(value: Unformatted | undefined): Shown {
    if (typeof value === 'number') return exactNumber(value)
    const found = typeof value === 'string' ? quantityOf(value) : null
    if (!found) return verbatim(value) as Shown
    if (found.decimals === null) return exactNumber(found.value)
    return isPlain() ? (found.plain as Shown) : fixed(found.value, found.decimals)
  }
  const exactNumber = (value: number): Shown =>
    isPlain() ? (String(Number(value.toPrecision(15))) as Shown) : inLocale('exact', { maximumSignificantDigits: 15 })(value)
  /** A measured value in the unit that it is shown in, as fine as it was sent; a text that is no number as it came. */
  function inUnit(value: Unformatted | undefined, shown: ShownUnit): Shown {
    const found = shown.converted ? measuredOf(value) : null
    if (!found) return quantity(value)
    const number = converted(found.value, shown)
    if (found.decimals === null) return exactNumber(number)
    return fixed(number, Math.min(MOST_DECIMALS, decimalsAfter(found.decimals, shown)))
  }
  /**
   * A shown number for copies: as precise and with the decimal sign as it is shown, without the marks between thousands,
   * for which a spreadsheet of another language takes it for a text, and with the minus that programs read.
   */
  const copied = (shown: string): string =>
    isPlain() ? shown : withPlainMinus(shown.replace(grouped.value.number, (number) => number.replaceAll(grouped.value.sign, '')))
  /** A number with so many decimals, zeros too. */
  const fixed = (value: number, digits: number): Shown =>
    isPlain()
      ? (value.toFixed(digits) as Shown)
      : inLocale(`fixed${digits}`, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: NO_MINUS_ZERO })(value)

  /** A unit as the language writes it; one that is not known as it came, cut where it is long; '' where there is none. */
  const unitName = (unit: Verbatim): string =>
    typeof unit === 'string' ? cutForEye(unitForPeople(unit, program.language), SHOWN.text) : verbatim(unit)
  /** A formatted number and its unit, where it has one. */
  const beside = (text: string, unit: Verbatim | undefined): Shown =>
    (text === '—' || unit === null || unit === undefined || unit === '' ? text : `${text} ${unitName(unit)}`) as Shown
  /** A measured value and its unit, where it has one. */
  const measured = (value: Unformatted | undefined, unit: Verbatim | undefined): Shown => beside(quantity(value), unit)
  /** A value with its unit, both as the service sent them. */
  const asSent = (value: Verbatim | undefined, unit: Verbatim | undefined): string =>
    unit === null || unit === undefined || unit === '' ? verbatim(value) : `${verbatim(value)} ${verbatim(unit)}`
  /** A value that is a quantity only if it has a unit: without one it may be a serial number, a version, a phone. */
  const withUnit = (value: Unformatted | undefined, unit: Verbatim | undefined): Shown =>
    unit === null || unit === undefined || unit === '' ? (verbatim(value) as Shown) : measured(value, unit)

  const date = (ms: number) => written('date', DATE, ms)
  const time = (ms: number) => written('time', SECONDS, ms)
  const dateTime = (ms: number) => written('dateTime', { ...DATE, ...TIME }, ms)
  const dateTimeSeconds = (ms: number) => written('seconds', { ...DATE, ...SECONDS }, ms)
  /** Milliseconds are written only where there are any: events have them. */
  function instant(ms: number): string {
    const rest = ms - Math.floor(ms / SECOND_MS) * SECOND_MS
    return rest === 0 || !isMoment(ms) ? dateTimeSeconds(ms) : `${dateTimeSeconds(ms)}.${String(rest).padStart(3, '0')}`
  }
  /** The time to the second with its zone, for tooltips. */
  const absolute = (ms: number) => `${dateTimeSeconds(ms)} ${zoneLabel(ms)}`
  /** An event's time with all that the service told of it, and its zone. */
  const exact = (ms: number) => `${instant(ms)} ${zoneLabel(ms)}`

  /** The exact value for copies: the same in both languages. */
  const stamp = (ms: number) => stampOf(ms, zone.value)

  /** A calendar day of the service (`yyyy-mm-dd`), which has no zone. */
  function day(text: string): string {
    return isDay(text) ? daily('day', DATE).format(utcMidnight(text)) : text
  }

  /** Days from one to another, both counted; a single day once. */
  const days = (from: string, to: string) => (from === to ? day(from) : `${day(from)} – ${day(to)}`)

  const daily = (name: string, options: Intl.DateTimeFormatOptions) =>
    cached<Intl.DateTimeFormat>(`${locale.value}|${name}`, () => new Intl.DateTimeFormat(locale.value, { ...options, timeZone: 'UTC' }))
  /** The month of a day, with its year. */
  const month = (day: string) => (isDay(day) ? daily('month', { year: 'numeric', month: 'long' }).format(utcMidnight(day)) : day)
  /** Days of one year in words, '1–12 October': the year is said beside. */
  const dayRange = (from: string, to: string) =>
    isDay(from) && isDay(to)
      ? daily('dayRange', { day: 'numeric', month: 'long' }).formatRange(utcMidnight(from), utcMidnight(to))
      : days(from, to)
  const dateTimeRange = (fromMs: number, toMs: number) =>
    isMoment(fromMs) && isMoment(toMs)
      ? dates('dateTime', { ...DATE, ...TIME }).formatRange(fromMs, toMs)
      : `${dateTime(fromMs)} – ${dateTime(toMs)}`

  /** The offset of a zone from UTC as people write it: 'UTC+5'. */
  const offsetLabel = (zone: string, ms: number): string =>
    (isMoment(ms) &&
      cached(`${zone}|offset`, () => new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }))
        .formatToParts(ms)
        .find((part) => part.type === 'timeZoneName')
        ?.value.replace('GMT', 'UTC')) ||
    ''
  /** The zone as people check it: its name and offset at that moment. */
  const zoneLabel = (ms: number = Date.now(), of: string = zone.value): string =>
    of === 'UTC' || !isMoment(ms) ? of : `${of} (${offsetLabel(of, ms)})`

  /** '3 hours ago', 'in 2 days'; 'just now' within a minute. */
  function ago(ms: number, nowMs: number = Date.now()): string {
    if (!isMoment(ms)) return String(ms)
    const past = ms - nowMs
    const [unit, size] = AGES.find(([, length]) => Math.abs(past) >= length) ?? ['minute', 0]
    if (size === 0) return t('common.justNow')
    return cached(`${locale.value}|ago`, () => new Intl.RelativeTimeFormat(locale.value, { style: 'short' })).format(
      Math.round(past / size),
      unit,
    )
  }

  /** Seconds to hours, two units at most: '2 h 05 min', '40 s'. */
  function duration(ms: number): string {
    const seconds = Math.max(0, Math.round(ms / 1000))
    if (seconds < 60) return t('common.seconds', { n: seconds })
    const minutes = Math.round(seconds / 60)
    if (minutes < 60) return t('common.minutes', { n: minutes })
    const hours = Math.floor(minutes / 60)
    if (hours < 48) return t('common.hoursMinutes', { h: hours, m: minutes % 60 })
    return t('common.daysHours', { d: Math.floor(hours / 24), h: hours % 24 })
  }

  function bytes(size: number): string {
    const step = size < 1 ? 0 : Math.min(BYTES.length - 1, Math.floor(Math.log10(size) / 3))
    // Intl writes 'byte' out in English.
    if (step === 0) return t('common.bytes', { n: number(size, 0) })
    const unit = BYTES[step] ?? 'byte'
    const options: Intl.NumberFormatOptions = { style: 'unit', unit, unitDisplay: 'short', maximumSignificantDigits: 3 }
    return cached(`${locale.value}|${unit}`, () => new Intl.NumberFormat(locale.value, options)).format(size / 1000 ** step)
  }

  /** A message with a counted noun: the number is formatted, the noun takes its form. */
  const counted = (key: string, n: number) => t(key, { n: number(n) }, n)

  return {
    number,
    percent,
    share,
    verbatim,
    fixed,
    quantity,
    beside,
    unitName,
    inUnit,
    copied,
    measured,
    asSent,
    withUnit,
    date,
    time,
    dateTime,
    dateTimeSeconds,
    instant,
    absolute,
    exact,
    stamp,
    day,
    days,
    month,
    dayRange,
    dateTimeRange,
    zoneLabel,
    offsetLabel,
    ago,
    duration,
    bytes,
    counted,
    decimalSign,
    locale,
    zone,
  }
}
