import type { Book } from '../../../book/index.ts'
import type { FindingCounts, FindingFilter } from '../../../contract/findings.ts'
import { finderOf } from '../../../contract/folding.ts'
import { defined } from '../../../contract/defined.ts'
import { toldChoices } from '../../../contract/told-choices.ts'
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
  const chosen = new Set(filter.consumerIds)
  const counted = new Set(consumers.map(({ id }) => id))
  const none = [...chosen].filter((id) => !counted.has(id)).map((id) => ({ id, findings: 0 }))
  const named = [...consumers, ...none].map((row) => ({ ...row, name: places.consumerNames.get(row.id) ?? null }))
  return {
    ...counts,
    types,
    providers: places.providers.map((provider) => ({ ...provider, findings: providers.get(provider.id) ?? 0 })),
    consumers: toldChoices(named, { fits: ({ id, name }) => has(name ?? String(id)), most, isChosen: ({ id }) => chosen.has(id) }),
  }
}
