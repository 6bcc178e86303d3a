import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { id, inWord, named, oneOf, word, type Values } from '../address/fields.ts'
import { between, IN_ISO, IN_MS, moment } from '../address/times.ts'

export const READINGS_MODES = ['chart', 'carpet', 'day', 'month', 'table'] as const
export type ReadingsMode = (typeof READINGS_MODES)[number]
/** The span of a cell of a carpet. */
export const CELL_KINDS = ['hour', 'day', 'month'] as const
export type CellKind = (typeof CELL_KINDS)[number]

/** The state of the readings tab. It is kept in the address, so that a reload and 'Back' keep it. */
export const READINGS = {
  /** The finding whose time is marked; null for none. */
  finding: word,
  /** One of the devices that the station had; null: all. */
  device: id,
  archive: word,
  view: word,
  /** Channel codes; null: all. */
  channels: inWord(
    (said): readonly string[] | null => (said === '' ? null : said.split(',')),
    (codes) => codes?.join(',') ?? '',
  ),
  span: between(['from', 'to'], IN_ISO),
  /** A single time to show, from a link on another screen. */
  atMs: named('at', moment(IN_ISO)),
  mode: named('show', oneOf(READINGS_MODES, 'chart')),
  /** The channel of the carpet; null: the first that is shown. */
  channel: word,
  /** The span of its cells; null: that of a record. */
  cells: oneOf(CELL_KINDS, null),
  /** A time that is marked without a finding: a hole, a gas day. */
  mark: inWord(markedIn, (span) => (span ? `${IN_MS.write(span.fromMs)}-${IN_MS.write(span.toMs)}` : '')),
}
export type Place = Values<typeof READINGS>

/** A marked time as an address has it: both ends in Unix ms. */
function markedIn(said: string): TimeSpan | null {
  const [, from = '', to = ''] = /^(-?\d+)-(\d+)$/.exec(said) ?? []
  const [fromMs, toMs] = [IN_MS.read(from), IN_MS.read(to)]
  return fromMs !== null && toMs !== null && fromMs < toMs ? { fromMs, toMs } : null
}
