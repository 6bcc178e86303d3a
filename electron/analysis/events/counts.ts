import { PART } from '../station/situations/pairs.ts'
import { ARCHIVES, type Selection } from './selection.ts'

/** What the facets of a selection count: events that pass all of the filter but the facet's own part. */
export interface FacetCounts {
  /** By series: events that pass all but what the filter says of stations and archives. */
  bySeries: Uint32Array
  /** By text and archive (text × 7 + archive): events that pass all but what the filter says of messages. */
  byMessage: Uint32Array
  /** Events that pass all but what the filter says of situations. */
  situations: { any: number; begun: number; open: number }
}

const known = new WeakMap<Selection, FacetCounts>()

/** The counts of a selection, made once. */
export function countsOf(selection: Selection): FacetCounts {
  const counts = known.get(selection) ?? count(selection)
  known.set(selection, counts)
  return counts
}

function count({ packed, pairs, passing, filter }: Selection): FacetCounts {
  const bySeries = new Uint32Array(packed.seriesOf.length)
  const byMessage = new Uint32Array(packed.contentOf.texts * ARCHIVES)
  const { series, content, seriesOf, contentOf } = packed
  const { part } = pairs
  const { from, to, against, mask, allowed } = passing
  const { archive: archives } = seriesOf
  const { text: texts } = contentOf
  const wantsOpen = filter.situation === 'open'
  const wantsBegun = filter.situation === 'begun'
  let [any, begun, open] = [0, 0, 0]
  for (let place = from; place < to; place++) {
    const said = content[place] ?? 0
    if (mask !== null && mask[said - 1] !== 1) continue
    const id = series[place] ?? 0
    const archive = archives[id] ?? 0
    const text = texts[said] ?? 0
    const isSaid = allowed === null || (((allowed[text] ?? 0) >> archive) & 1) === 1
    const isOpen = part[place] === PART.open
    const isBegun = isOpen || part[place] === PART.begin
    const isThere = against[id] === 0
    if (isSaid && isThere) {
      any++
      if (isBegun) begun++
      if (isOpen) open++
    }
    if ((wantsOpen && !isOpen) || (wantsBegun && !isBegun)) continue
    if (isSaid) bySeries[id] = (bySeries[id] ?? 0) + 1
    if (!isThere) continue
    const key = text * ARCHIVES + archive
    byMessage[key] = (byMessage[key] ?? 0) + 1
  }
  return { bySeries, byMessage, situations: { any, begun, open } }
}
