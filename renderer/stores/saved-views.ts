import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import { accountKey } from '../../electron/contract/account-key.ts'
import type { SavedView, ViewScreen } from '../../electron/contract/saved-views.ts'
import { client } from '../client.ts'
import { useBook } from './book.ts'
import { useNotices } from './notices.ts'
import { useProgram } from './program.ts'

/** The named views of all screens: kept, renamed, deleted; and which one each screen shows. */
export const useSavedViews = defineStore('saved-views', () => {
  const book = useBook()
  const notices = useNotices()
  const program = useProgram()
  const all = shallowRef<readonly SavedView[]>([])
  /** The name of the view that was applied last on each screen. */
  const applied = shallowReactive(new Map<ViewScreen, string>())

  const account = computed(() => (book.summary?.account ? accountKey(book.summary.account) : null))
  /** Views that make sense in this book, by name. */
  const views = computed(() =>
    all.value
      .filter((view) => view.account === null || view.account === account.value)
      .toSorted((a, b) => a.name.localeCompare(b.name, program.language, { numeric: true })),
  )

  async function load(): Promise<void> {
    all.value = await client.savedViews.list()
  }
  program.onChange(['preferences'], () => void load())
  program.onChange(['book'], () => applied.clear())

  async function change(make: () => Promise<readonly SavedView[]>): Promise<boolean> {
    return notices.attempt(async () => (all.value = await make()))
  }

  /** Keeps what its screen shows now; one that names somebody belongs to the account of this book. */
  async function save(view: Omit<SavedView, 'account'>): Promise<void> {
    const kept = { ...view, account: namesSomebody(view.query) ? account.value : null }
    if (await change(() => client.savedViews.save({ view: kept }))) applied.set(view.screen, view.name)
  }
  async function rename(view: SavedView, name: string): Promise<void> {
    const renamed = { ...view, name: name.trim() }
    const done = await change(() => client.savedViews.save({ view: renamed, replaces: view.name }))
    if (done && applied.get(view.screen) === view.name) applied.set(view.screen, renamed.name)
  }
  const remove = ({ screen, name }: SavedView) => change(() => client.savedViews.remove({ screen, name }))
  /** Brings a view back that was just removed. */
  const restore = (view: SavedView) => change(() => client.savedViews.save({ view }))

  return { views, applied, load, save, rename, remove, restore }
})

/** Parts of addresses that hold numbers or names which mean others, or nobody, in another account's book. */
const NAMING = /^(?:(?:is|not)-)?(?:provider|consumer|station|type)s?$/
const namesSomebody = (query: SavedView['query']): boolean => Object.keys(query).some((key) => NAMING.test(key))

/** Two views show the same: order of conditions, of values and of what was wished for columns says nothing. */
export const isSameView = (a: Pick<SavedView, 'query' | 'columns'>, b: Pick<SavedView, 'query' | 'columns'>): boolean =>
  JSON.stringify(comparable(a)) === JSON.stringify(comparable(b))

const inOrder = <Value>(record: Record<string, Value>) => Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** The parts that a user sees, in one order. */
function comparable({ query, columns }: Pick<SavedView, 'query' | 'columns'>) {
  const filter = inOrder(query).map(([key, value]) => [
    key,
    [value]
      .flat()
      .flatMap((one) => one.split(','))
      .toSorted(),
  ])
  const grids = inOrder(columns)
    .filter(([, { order, wishes }]) => order.length > 0 || Object.keys(wishes).length > 0)
    .map(([grid, { order, wishes }]) => [
      grid,
      order,
      inOrder(wishes).map(([key, { width, hidden, pinned }]) => [key, width, hidden, pinned]),
    ])
  return [filter, grids]
}
