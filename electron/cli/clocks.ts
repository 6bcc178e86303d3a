import { Option } from 'commander'
import { momentIn } from '../analysis/station/settings/values.ts'
import { hourSaid, zoneSaid } from '../contract/clock-text.ts'
import { NO_WISH, type ClockSource, type ClockWish } from '../contract/time/gas-clock.ts'
import { visible } from '../contract/visible.ts'
import * as read from './options.ts'
import { UsageError } from './usage-error.ts'

/** The clock of commands that count gas days: their options, and how it is said. */

export interface ClockFlags {
  timeZone?: string
  contractHour?: number
}

/** `--time-zone`. @param of whose zone it is */
export const zoneOption = (of = 'the gas days'): Option =>
  new Option(
    '--time-zone <Z>',
    `IANA zone of ${of}, whatever station and book say (else of the station, of the book, of the system)`,
  ).argParser(read.timeZone)

/** `--contract-hour`. @param of what it counts for, where that is not all: 'sums, coverage: ' */
export const hourOption = (of = ''): Option =>
  new Option(
    '--contract-hour <H>',
    `${of}hour at which a gas day begins, whatever station and book say (else of the station, of the book, 10)`,
  ).argParser(read.whole(0, 23))

/** A moment as people write it: by the clock of a zone, or ISO 8601 with its offset. Unix ms. @throws UsageError */
export function momentTyped(text: string, zone: string): number {
  const atMs = /^[^T]*T.*(?:Z|[+-]\d\d:?\d\d)$/u.test(text) ? Date.parse(text) : momentIn(text.replace('T', ' '), zone)
  if (atMs === null || Number.isNaN(atMs))
    throw new UsageError(`'${visible(text)}' is no time. Write 2026-10-05 14:30, or ISO 8601 with its offset.`)
  return atMs
}

/** The clock that was asked for by name. */
export const askedClock = ({ timeZone, contractHour }: ClockFlags): ClockWish =>
  timeZone === undefined && contractHour === undefined ? NO_WISH : { timeZone: timeZone ?? null, contractHour: contractHour ?? null }

interface SaidClock {
  timeZone: string
  timeZoneFrom: ClockSource | null
  contractHour: number
  contractHourFrom: ClockSource | null
}

/** 'Europe/Samara (from the book), gas days begin at 08:00 (from the book)' */
export const clockText = ({ timeZone, timeZoneFrom, contractHour, contractHourFrom }: SaidClock): string =>
  `${zoneSaid('en', timeZone, timeZoneFrom)}, gas days begin at ${hourSaid('en', contractHour, contractHourFrom)}`
