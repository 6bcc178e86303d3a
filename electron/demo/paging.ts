import { BadParameter, type Parameters } from './parameters.ts'
import type { Listing } from './world/listing.ts'

/** docs/service.md, 'Limits'. */
const MOST_PER_PAGE = 1000
export const DEFAULT_PER_PAGE = 20
export const EVENTS_PER_PAGE = 10

/** 'Pagination envelope'. */
export interface Envelope {
  data: unknown[]
  total_pages: number
  current_page: number
  next_page: number | null
}

/** What faults do to paging: `per_page` is not heeded, and pages after the first begin so many records too early. */
export interface PagingTweak {
  ignorePerPage: boolean
  shift: number
}

/**
 * One page of a list. A page beyond the end is empty and the last. With a shift the list is as if that many records had
 * come into it after the first page was read: later pages repeat records, none is left out.
 */
export function pageOf(list: Listing<unknown>, parameters: Parameters, standard: number, tweak: PagingTweak): Envelope {
  const page = parameters.integer('page') ?? 1
  const asked = parameters.integer('per_page') ?? standard
  if (page < 1) throw new BadParameter('page starts at 1')
  if (asked < 1) throw new BadParameter('per_page starts at 1')
  const size = tweak.ignorePerPage ? standard : Math.min(asked, MOST_PER_PAGE)
  const shift = page > 1 ? Math.min(tweak.shift, size - 1) : 0
  const start = (page - 1) * size - shift
  const pages = Math.max(1, Math.ceil((list.total + shift) / size))
  return {
    data: list.slice(start, size),
    total_pages: pages,
    current_page: page,
    next_page: start + size < list.total ? page + 1 : null,
  }
}
