import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { accountKey } from '../../electron/contract/account-key.ts'
import type { StationView } from '../../electron/contract/station-views.ts'
import { client, toFailure } from '../client.ts'
import { useBook } from './book.ts'
import { useNotices } from './notices.ts'
import { useProgram } from './program.ts'
import { useWorkbench } from './workbench.ts'

/** Named views of the station table: saved, renamed, deleted, applied. */
export const useStationViews = defineStore('station-views', () => {
  const workbench = useWorkbench()
  const book = useBook()
  const notices = useNotices()
  const program = useProgram()
  const all = shallowRef<readonly StationView[]>([])
  /** The name of the view that was applied last. */
  const applied = shallowRef<string | null>(null)

  const account = computed(() => (book.summary?.account ? accountKey(book.summary.account) : null))
  /** Those that make sense in this book, by name. */
  const views = computed(() =>
    all.value
      .filter((view) => view.account === null || view.account === account.value)
      .toSorted((a, b) => a.name.localeCompare(b.name, program.language, { numeric: true })),
  )
  const current = computed(() => views.value.find(({ name }) => name === applied.value) ?? null)
  /** The table no longer shows what its view holds. */
  const changed = computed(() => current.value !== null && !isSame(current.value, shown(current.value.name)))

  async function load(): Promise<void> {
    all.value = await client.stationViews.list()
  }
  program.onChange(['preferences'], () => void load())
  program.onChange(['book'], () => (applied.value = null))

  /** What the table shows, as a view. */
  function shown(name: string): StationView {
    const { text, choice, conditions, sort } = workbench.state
    const named = choice.kind !== 'all' || conditions.some(({ by }) => by === 'consumer' || by === 'provider')
    return {
      name,
      account: named ? account.value : null,
      text,
      choice: { ...choice },
      conditions: conditions.map(({ by, values, not = false }) => ({ by, values: [...values], not })),
      sort,
      columns: JSON.parse(JSON.stringify(workbench.columns)) as StationView['columns'],
    }
  }

  function apply(view: StationView): void {
    workbench.show(view)
    workbench.columns = JSON.parse(JSON.stringify(view.columns)) as StationView['columns']
    applied.value = view.name
  }

  async function change(make: () => Promise<readonly StationView[]>): Promise<boolean> {
    try {
      all.value = await make()
      return true
    } catch (error) {
      notices.add({ kind: 'failure', failure: toFailure(error) })
      return false
    }
  }

  /** Keeps what is shown under a name. */
  async function save(name: string): Promise<void> {
    if (await change(() => client.stationViews.save({ view: shown(name.trim()) }))) applied.value = name.trim()
  }
  async function rename(view: StationView, name: string): Promise<void> {
    const renamed = { ...view, name: name.trim() }
    const done = await change(() => client.stationViews.save({ view: renamed, replaces: view.name }))
    if (done && applied.value === view.name) applied.value = renamed.name
  }
  const remove = (view: StationView) => change(() => client.stationViews.remove({ name: view.name }))
  /** Brings a view back that was just removed. */
  const restore = (view: StationView) => change(() => client.stationViews.save({ view }))

  return { views, current, changed, load, apply, save, rename, remove, restore }
})

const isSame = (a: StationView, b: StationView): boolean =>
  JSON.stringify(comparable(a)) === JSON.stringify(comparable(b))

/** The parts that a user sees, in one order. */
function comparable({ text, choice, conditions, sort, columns }: StationView) {
  const sorted = conditions
    .map(({ by, values, not }) => [by, not, values.toSorted()] as const)
    .toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
  const wishes = Object.entries(columns.wishes)
    .map(([key, { width, hidden, pinned }]) => [key, width, hidden, pinned])
    .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
  return [text.trim(), choice.kind, choice.id, sorted, sort && [sort.by, sort.desc], columns.order, wishes]
}
