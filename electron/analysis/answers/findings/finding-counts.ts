import type { Book } from '../../../book/index.ts'
import type { FindingCounts, FindingFilter } from '../../../contract/findings.ts'
import { finderOf } from '../../../contract/folding.ts'
import { defined } from '../../../contract/defined.ts'
import { eventPlaces } from '../../station/places.ts'

/** Which consumers are told: those whose names have the words, so many of them, and those that are chosen. */
interface ConsumerWish {
  text: string
  most: number
}

/** How many findings each choice of each facet would show. */
export function findingCounts(book: Book, filter: FindingFilter, { text, most }: ConsumerWish): FindingCounts {
  const { ofProviders, consumers, types, ...counts } = book.findings.counts(defined(filter))
  const places = eventPlaces(book)
  const providers = new Map<number, number>()
  for (const { id, findings } of ofProviders) {
    for (const provider of places.providersOf.get(id) ?? []) providers.set(provider, (providers.get(provider) ?? 0) + findings)
  }
  const has = finderOf(text)
  const named = consumers.map((row) => ({ ...row, name: places.consumerNames.get(row.id) ?? null }))
  const found = named.filter(({ id, name }) => has(name ?? String(id)))
  const chosen = (filter.consumerIds ?? [])
    .filter((id) => !found.slice(0, most).some((row) => row.id === id))
    .map((id) => found.find((row) => row.id === id) ?? { id, name: places.consumerNames.get(id) ?? null, findings: 0 })
  return {
    ...counts,
    types,
    providers: places.providers.map((provider) => ({ ...provider, findings: providers.get(provider.id) ?? 0 })),
    consumers: { total: found.length, rows: [...found.slice(0, most), ...chosen] },
  }
}
