import { addressOf, ids } from '../address/fields.ts'

/** The stations that stand side by side. */
export const COMPARED = addressOf({ ids })

export const compareAt = (stations: readonly number[]) => ({
  name: 'compare',
  query: COMPARED.write({ ids: [...stations] }),
})
