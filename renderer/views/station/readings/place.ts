import type { LocationQuery } from 'vue-router'
import { CELL_KINDS, type CellKind } from '../../../charts/carpet/cells.ts'
import type { TimeSpan } from '../../../../electron/contract/time/gas-day.ts'
import { isMetered } from '../../../../electron/contract/time/span.ts'
import { utcIso } from '../../../../electron/contract/time/zone.ts'

/** What the readings tab shows. It is kept in the address, so that a reload and 'Back' keep it. */
export type ReadingsMode = 'chart' | 'carpet' | 'table' | 'day' | 'month'
export interface Place {
  archive: string | null
  view: string | null
  /** Channel codes; null: all. */
  channels: readonly string[] | null
  span: TimeSpan | null
  /** A single time to show, from a link on another screen. */
  atMs: number | null
  mode: ReadingsMode
  /** The channel of the carpet; null: the first that is shown. */
  channel: string | null
  /** The time that the cells of the carpet cover; null: as much as a record. */
  cells: CellKind | null
  /** The finding whose time is marked; null for none. */
  finding: string | null
  /** A time that is marked without a finding: a hole, a gas day. */
  mark: TimeSpan | null
}

const MODES: readonly string[] = ['chart', 'carpet', 'table', 'day', 'month'] satisfies ReadingsMode[]
const isMode = (text: string | null): text is ReadingsMode => text !== null && MODES.includes(text)

const word = (query: LocationQuery, name: string): string | null => {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : null
}
const moment = (query: LocationQuery, name: string): number | null => {
  const text = word(query, name)
  if (text === null) return null
  const ms = /^-?\d+$/.test(text) ? Number(text) : Date.parse(text)
  return isMetered(ms) ? ms : null
}

/** A span as an address has it: both ends in Unix ms. */
function spanIn(text: string | null): TimeSpan | null {
  const [from, to] =
    /^(-?\d+)-(\d+)$/
      .exec(text ?? '')
      ?.slice(1)
      .map(Number) ?? []
  if (from === undefined || to === undefined) return null
  return isMetered(from) && isMetered(to) && from < to ? { fromMs: from, toMs: to } : null
}

/** Reads a place from an address; invalid parts are ignored. */
export function readPlace(query: LocationQuery): Place {
  const fromMs = moment(query, 'from')
  const toMs = moment(query, 'to')
  const mode = word(query, 'show')
  return {
    archive: word(query, 'archive'),
    view: word(query, 'view'),
    channels: word(query, 'channels')?.split(',') ?? null,
    span: fromMs !== null && toMs !== null && fromMs < toMs ? { fromMs, toMs } : null,
    atMs: moment(query, 'at'),
    mode: isMode(mode) ? mode : 'chart',
    channel: word(query, 'channel'),
    cells: CELL_KINDS.find((kind) => kind === word(query, 'cells')) ?? null,
    finding: word(query, 'finding'),
    mark: spanIn(word(query, 'mark')),
  }
}

/** The place as an address: times in ISO; defaults are left out. */
export function writePlace(place: Place): Record<string, string> {
  const query: Record<string, string> = {}
  if (place.archive) query['archive'] = place.archive
  if (place.view) query['view'] = place.view
  if (place.channels) query['channels'] = place.channels.join(',')
  if (place.span) {
    query['from'] = utcIso(place.span.fromMs)
    query['to'] = utcIso(place.span.toMs)
  }
  if (place.atMs !== null) query['at'] = String(place.atMs)
  if (place.mode !== 'chart') query['show'] = place.mode
  if (place.channel) query['channel'] = place.channel
  if (place.cells) query['cells'] = place.cells
  if (place.finding) query['finding'] = place.finding
  if (place.mark) query['mark'] = `${place.mark.fromMs}-${place.mark.toMs}`
  return query
}
