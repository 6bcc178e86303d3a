import { stationCalled } from '../contract/called.ts'
import type { Book } from '../book/book.ts'
import type { Language } from '../words/index.ts'
import type { ZoneClock } from '../contract/time/zone.ts'
import { kindOf } from './kinds/index.ts'
import { directoryNames, sourceOf, stationsOf, type Source } from './kinds/source.ts'
import type { ExportRequest } from './request.ts'
import { formOf } from '../words/plural.ts'
import { wordsOf } from '../words/program.ts'
import { namePart } from './name-part.ts'

/**
 * What a file is called: station, archive, span; days are those of the zone that the file's times are in.
 * No ending; any operating system takes it.
 */
export function fileName(book: Book, request: ExportRequest, nowMs: number): string {
  const source = sourceOf(book, request)
  const parts = [stationPart(source, request), ...whatParts(source, request), spanPart(request, source.clock, nowMs)]
  return namePart(parts.filter(Boolean).join(' '), 255 - `.${request.format}`.length)
}

function stationPart(source: Source, request: ExportRequest): string {
  const ids = kindOf(request).stations?.(request)
  if (ids === undefined) return ''
  const [only, second] = stationsOf(source, ids)
  if (only && !second) return namePart(stationCalled(only))
  return stationCount(ids.length, request.language)
}

/** '12 stations'. */
export function stationCount(count: number, language: Language): string {
  return `${count} ${formOf(language, count, wordsOf(language).stations)}`
}

/** A single archive by its name; of several the file itself says which they are. */
function whatParts(source: Source, request: ExportRequest): string[] {
  const { title, stations } = kindOf(request)
  return typeof title === 'string' ? [source.words(title)] : title(source, request, archive)
  function archive(codes: readonly string[] | 'all' | undefined): string {
    const [only, second] = codes === 'all' || codes === undefined ? [] : codes
    if (only === undefined || second !== undefined) return ''
    const directory = directoryNames(source, stationsOf(source, stations?.(request) ?? []))
    return namePart(source.names.archive(only, directory.get(only)))
  }
}

/** Days of the zone; today's, where the file holds all there is. */
function spanPart(request: ExportRequest, clock: ZoneClock, nowMs: number): string {
  const today = clock.dayAt(nowMs)
  const [from, to] = kindOf(request).span?.(request, (atMs) => (atMs === undefined ? undefined : clock.dayAt(atMs))) ?? []
  if (from === undefined && to === undefined) return today
  return [...new Set([from ?? '…', to ?? today])].join('_')
}
