import { stationCalled } from '../contract/called.ts'
import { deviceSafe } from '../contract/device-names.ts'
import type { Book } from '../book/book.ts'
import type { Language } from '../words/index.ts'
import type { ZoneClock } from '../contract/time/zone.ts'
import { directoryNames, sourceOf, stationsOf, type Source } from './kinds/source.ts'
import type { ExportRequest } from './request.ts'
import { wordsOf } from '../words/program.ts'

/** The most that one part (a station, an archive) takes of a file's name, UTF-8 bytes; file systems allow 255 for the whole. */
const PART_BYTES = 80

/**
 * What a file is called: station, archive, span; days are those of the zone that the file's times are in.
 * No ending; any operating system takes it.
 */
export function fileName(book: Book, request: ExportRequest, nowMs: number): string {
  const source = sourceOf(book, request)
  const parts = [stationPart(source, request), ...whatParts(source, request), spanPart(request, source.clock, nowMs)]
  return namePart(parts.filter(Boolean).join(' '), 255 - `.${request.format}`.length)
}

/**
 * A text made fit to be a part of a file's name, or the whole of it: one that Windows takes for a device (`CON`, `con.pdf`)
 * begins with an underscore.
 */
export function namePart(text: string, mostBytes = PART_BYTES): string {
  const clean = text
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
  let bytes = 0
  let short = ''
  for (const character of deviceSafe(clean.toWellFormed())) {
    bytes += Buffer.byteLength(character)
    if (bytes > mostBytes) break
    short += character
  }
  return short.replace(/[\s.]+$/, '')
}

function stationPart(source: Source, request: ExportRequest): string {
  const ids = stationIdsOf(request)
  if (ids === undefined) return ''
  const [only, second] = stationsOf(source, ids)
  if (only && !second) return namePart(stationCalled(only))
  return stationCount(ids.length, request.language)
}

/** '12 stations'. */
export function stationCount(count: number, language: Language): string {
  const noun = wordsOf(language).stations
  return `${count} ${noun[new Intl.PluralRules(language).select(count)] ?? noun.other}`
}

function stationIdsOf(request: ExportRequest): readonly number[] | undefined {
  switch (request.kind) {
    case 'stations':
    case 'visits':
      return undefined
    case 'events':
    case 'notes':
    case 'findings':
    case 'changes':
      return request.filter.stationIds
    case 'sums':
      return [request.stationId]
    default:
      return request.stationIds
  }
}

function whatParts(source: Source, request: ExportRequest): string[] {
  const { words, names } = source
  /** A single archive by its name; of several the file itself says which they are. */
  const archive = (codes: readonly string[] | 'all' | undefined): string => {
    const [only, second] = codes === 'all' || codes === undefined ? [] : codes
    if (only === undefined || second !== undefined) return ''
    const directory = directoryNames(source, stationsOf(source, stationIdsOf(request) ?? []))
    return namePart(names.archive(only, directory.get(only)))
  }
  const view = (code: string) => names.view(code).toLowerCase()
  switch (request.kind) {
    case 'readings':
      return [archive(request.archiveTypes) || words('readings'), view(request.view)]
    case 'sums':
      return [
        words(request.by === 'day' ? 'daily_sums' : 'monthly_sums'),
        archive([request.archiveType]),
        view(request.view),
        namePart(request.channelVarname, 40),
      ]
    case 'overlay':
      return [words('overlay'), request.overlay.archiveType === null ? '' : archive([request.overlay.archiveType])]
    case 'events': {
      const { grouped, archiveTypes } = request.filter
      if (grouped) return [words(grouped.by === 'message' ? 'events_by_message' : 'events_by_station')]
      return [archive(archiveTypes) || words('events')]
    }
    default:
      return [words(request.kind)]
  }
}

/** Days of the zone; today's, where the file holds all there is. */
function spanPart(request: ExportRequest, clock: ZoneClock, nowMs: number): string {
  const dayOf = (atMs: number | undefined) => (atMs === undefined ? undefined : clock.dayAt(atMs))
  const today = clock.dayAt(nowMs)
  const [from, to] = daysOf(request, dayOf)
  if (from === undefined && to === undefined) return today
  return [...new Set([from ?? '…', to ?? today])].join('_')
}

function daysOf(
  request: ExportRequest,
  dayOf: (atMs: number | undefined) => string | undefined,
): [from: string | undefined, to: string | undefined] {
  switch (request.kind) {
    case 'stations':
    case 'compare':
    case 'visits':
    case 'valve':
      return [undefined, undefined]
    case 'consumption':
      return [request.consumption.from ?? undefined, request.consumption.to ?? undefined]
    case 'overlay':
      return [request.overlay.span.from, request.overlay.span.to]
    case 'events':
    case 'notes':
    case 'findings':
    case 'changes':
      return [dayOf(request.filter.fromMs), dayOf(request.filter.toMs)]
    case 'sums':
      return [request.from ?? dayOf(request.fromMs), request.to ?? dayOf(request.toMs - 1)]
    case 'readings':
      return [request.from ?? dayOf(request.fromMs), request.to ?? dayOf(request.toMs === undefined ? undefined : request.toMs - 1)]
    default:
      return [request.from, request.to]
  }
}
