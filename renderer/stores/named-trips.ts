import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { FreshState, ListedTrip, NamedTrip, TripChoices } from '../../electron/contract/named-trips.ts'
import { client } from '../client.ts'
import { useAccount } from './account.ts'
import { useBook } from './book.ts'
import { useDownloads } from './downloads.ts'
import { useNotices } from './notices.ts'
import { useProgram } from './program.ts'
import { throttled } from './throttled.ts'

interface Keep {
  before?: NamedTrip | undefined
  runsNext?: boolean
}

/** Trips that are kept under a name: run, changed, removed; and how they are kept fresh. Asked once somebody looks. */
export const useNamedTrips = defineStore('named-trips', () => {
  const [program, book, account, downloads, notices] = [useProgram(), useBook(), useAccount(), useDownloads(), useNotices()]
  const trips = shallowRef<readonly ListedTrip[]>([])
  const fresh = shallowRef<FreshState | null>(null)
  let isFollowed = false
  let isListed = false
  let asking = 0

  async function ask(): Promise<void> {
    const mine = ++asking
    const file = book.summary?.file
    const [all, now] =
      file === undefined ? [[], null] : await Promise.all([isListed ? client.namedTrips.list() : [], client.namedTrips.fresh()])
    if (mine !== asking) return
    trips.value = all
    fresh.value = now
  }
  // What is on the screen stays there where the question fails; the next change asks again.
  const refresh = throttled(() => ask().catch(() => undefined), 500)
  /** How trips are kept fresh, from now on: all that the status bar shows. */
  function follow(): void {
    if (isFollowed) return
    isFollowed = true
    refresh()
  }
  /** That, and the trips themselves. */
  function load(): void {
    if (isListed) return
    isFollowed = isListed = true
    refresh()
  }
  const again = () => isFollowed && refresh()
  program.onChange(['trips', 'trip', 'book', 'preferences', 'stations'], again)
  watch(() => [downloads.progress?.runId, downloads.progress?.state, account.standing, book.summary?.file], again)

  /** Why nothing can be downloaded into this book now; null: it can. */
  const whyNot = computed<'read-only' | 'signed-out' | null>(() =>
    book.readOnly ? 'read-only' : account.state?.session === 'signed-in' ? null : 'signed-out',
  )

  const choicesOf = ({ folded: _, name: __, ...choices }: NamedTrip): TripChoices => choices

  /**
   * Keeps choices under a name, in place of a trip that was kept; what was kept before can be brought back. `runsNext`: it is run next.
   */
  async function keep(name: string, choices: TripChoices, { before, runsNext = false }: Keep = {}): Promise<NamedTrip> {
    const kept = await client.namedTrips.keep({ ...choices, name, runsNext, ...(before && { instead: before.folded }) })
    notices.add({
      kind: 'done',
      key: 'trips.kept',
      named: { name: kept.name },
      ...(before && {
        undo: () => void notices.attempt(() => client.namedTrips.keep({ ...choicesOf(before), name: before.name, instead: kept.folded })),
      }),
    })
    return kept
  }
  const remove = (trip: NamedTrip) =>
    notices.attempt(async () => {
      const gone = await client.namedTrips.remove({ folded: trip.folded })
      const undo = () => void notices.attempt(() => client.namedTrips.keep({ ...choicesOf(gone), name: gone.name }))
      notices.add({ kind: 'done', key: 'trips.removed', named: { name: gone.name }, undo })
    })
  const run = (trip: NamedTrip) =>
    notices.attempt(async () => {
      downloads.progress = await client.namedTrips.run({ folded: trip.folded })
      notices.add({ kind: 'done', key: 'trips.started', named: { name: trip.name } })
    })
  /** Asks again for what an earlier download asked for. */
  const runAgain = (runId: number) => notices.attempt(async () => (downloads.progress = await client.downloads.again({ runId })))

  return { trips, fresh, whyNot, follow, load, keep, remove, run, runAgain }
})
