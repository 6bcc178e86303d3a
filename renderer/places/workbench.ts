import type { LocationQuery } from 'vue-router'
import { STATION_FACETS } from '../../electron/contract/station-facets.ts'
import { tableQuery } from '../../electron/contract/station-table.ts'
import { wordsIn, type Address } from '../address/fields.ts'
import type { TableState, TreeChoice } from '../stores/workbench.ts'

/** The filter and order of the station table stand in the address (see `tableQuery`), so that a reload, 'Back' and a link bring them back. */
const WAYS = ['is', 'not'] as const
const PARTS = ['text', 'provider', 'consumer', 'sort', ...WAYS.flatMap((way) => STATION_FACETS.map((by) => `${way}-${by}`))]

/** True where an address says anything of the table; one that does not leaves it as it is. */
export const isAboutTable = (query: LocationQuery): boolean => PARTS.some((part) => query[part] !== undefined)

function choiceIn(query: LocationQuery): TreeChoice {
  for (const kind of ['provider', 'consumer'] as const) {
    const id = Number(wordsIn(query, kind)[0] ?? Number.NaN)
    if (Number.isInteger(id)) return { kind, id }
  }
  return { kind: 'all', id: null }
}

/** @param isSort tells the columns that can be sorted by */
export function stateIn(query: LocationQuery, isSort: (by: string) => boolean): TableState {
  const [order = ''] = wordsIn(query, 'sort')
  const by = order.replace(/^-/, '')
  const conditions = STATION_FACETS.flatMap((facet) =>
    WAYS.flatMap((way) => {
      const values = wordsIn(query, `${way}-${facet}`)
      return values.length > 0 ? [{ by: facet, values, not: way === 'not' }] : []
    }),
  )
  return {
    text: wordsIn(query, 'text')[0] ?? '',
    choice: choiceIn(query),
    conditions,
    sort: isSort(by) ? ({ by, desc: order.startsWith('-') } as TableState['sort']) : null,
  }
}

/** @param isSort tells the columns that can be sorted by */
export const tableAddress = (isSort: (by: string) => boolean): Address<TableState> => ({
  names: PARTS,
  read: (query) => stateIn(query, isSort),
  write: tableQuery,
})
