import type { Source, Word } from './kinds/source.ts'
import type { ExportHow, ExportKindName, RequestOf } from './request.ts'
import type { Table } from './table.ts'

/** Whose rows are asked for (all stations' where absent), and the question about one of them. */
export interface Apart<Request> {
  ids: readonly number[] | undefined
  about: (id: number) => Request
}
/** Days of the zone; absent where that end is open. */
export type Days = readonly [from: string | undefined, to: string | undefined]

type Asked<Name extends ExportKindName> = ExportHow & RequestOf[Name]

/** A kind of file that is made from the book. What is absent is as for a file of the whole book as it is today. */
export interface ExportKind<Name extends ExportKindName> {
  rows: (source: Source, request: Asked<Name>) => Table
  /** Telephone numbers or people may be in it. */
  isPersonal?: true
  /** Whose it is; absent: of all. */
  stations?: (request: Asked<Name>) => readonly number[] | undefined
  /** For a sheet a station; null where its rows are not of single stations. */
  apart?: (request: Asked<Name>) => Apart<Asked<Name>> | null
  /** For the file's name; `dayOf` is the day of a moment. */
  span?: (request: Asked<Name>, dayOf: (atMs: number | undefined) => string | undefined) => Days
  /** For the file's name: what stands between the stations and the span; `archive` names a single archive, and nothing for several. */
  title: Word | ((source: Source, request: Asked<Name>, archive: (codes: readonly string[] | 'all' | undefined) => string) => string[])
}

/** Kinds that name their stations. */
export const OF_STATIONS = {
  stations: ({ stationIds }: { stationIds: readonly number[] }) => stationIds,
  apart: <Request extends { stationIds: readonly number[] }>(request: Request) => ({
    ids: request.stationIds,
    about: (id: number): Request => ({ ...request, stationIds: [id] }),
  }),
}
/** Kinds of days. */
export const OF_DAYS = { span: ({ from, to }: { from?: string | undefined; to?: string | undefined }): Days => [from, to] }

interface Filtered {
  filter: { stationIds?: readonly number[] | undefined; fromMs?: number | undefined; toMs?: number | undefined }
}
/** Kinds with the filter of a list: its stations, all where absent, between its moments. */
export const OF_FILTER = {
  stations: ({ filter }: Filtered) => filter.stationIds,
  apart: <Request extends Filtered>(request: Request): Apart<Request> | null => ({
    ids: request.filter.stationIds,
    about: (id: number): Request => ({ ...request, filter: { ...request.filter, stationIds: [id] } }),
  }),
  span: ({ filter }: Filtered, dayOf: (atMs: number | undefined) => string | undefined): Days => [dayOf(filter.fromMs), dayOf(filter.toMs)],
}
