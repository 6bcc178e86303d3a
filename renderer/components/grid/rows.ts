import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Failure } from '../../../electron/contract/common.ts'
import { askAgain, isAbort, toFailure } from '../../client.ts'
import { narrowed, useNarrowing, type Narrowing } from './narrowing.ts'
import { PAGE } from '../../stores/page.ts'

/** The rows of a grid by index; only those near the view are held. */
export interface RowSource<Row> {
  total: Ref<number>
  /** Increases whenever rows arrive; watch it to be notified. */
  version: Ref<number>
  /** Increases whenever the list was read anew: rows may have left it. */
  lists: Ref<number>
  /** Increases when the list was replaced (filter, order): the grid goes back to its top. */
  resets: Ref<number>
  busy: Ref<boolean>
  failure: ShallowRef<Failure | null>
  at: (index: number) => Row | undefined
  /** The grid tells which rows it shows. */
  show: (first: number, last: number) => void
  /** All rows of a closed range of indices, fetched where they are not loaded: for range selection and copying. */
  between: (first: number, last: number) => Promise<Row[]>
  reload: () => Promise<void>
  /** Lists in memory are narrowed by the values of cells; a list in the book is by its view. */
  narrowing?: Narrowing<Row>
}

export interface RowWindow {
  offset: number
  limit: number
}
type Load<Row> = (window: RowWindow, signal: AbortSignal) => Promise<{ total: number; rows: readonly Row[] }>

const HELD_PAGES = 100
const AT_ONCE = 2
/** After a jump or another list, the neighbouring pages are not fetched for so long: who moves or types on would only wait for them. */
const FLIGHT_MS = 120
/** The most rows that the contract gives at once. */
const MOST_ROWS = 1000

/**
 * A long list in the book, read page by page. Pages near the view are asked first, questions about a list that was
 * replaced are cancelled, and the rows of the last answer stay on screen until the next answer is there.
 */
export function useRowWindow<Row>(load: Load<Row>, sources: () => unknown): RowSource<Row> {
  const total = ref(0)
  const version = ref(0)
  const lists = ref(0)
  const resets = ref(0)
  const busy = ref(true)
  const failure = shallowRef<Failure | null>(null)
  let pages = new Map<number, readonly Row[]>()
  let flying = new Map<number, AbortController>()
  let shown = { first: 0, last: 0 }
  let leap: ReturnType<typeof setTimeout> | null = null
  let epoch = 0

  const pageOf = (index: number) => Math.floor(index / PAGE)
  const at = (index: number) => pages.get(pageOf(index))?.[index % PAGE]

  function cancelAll(): void {
    for (const flight of flying.values()) flight.abort()
    flying = new Map()
  }

  async function reload(): Promise<void> {
    const mine = ++epoch
    cancelAll()
    // All that is on screen in one answer: asked page by page, shown rows would turn blank for a moment.
    const page = pageOf(shown.first)
    const several = Math.min(pageOf(shown.last) - page + 1, Math.floor(MOST_ROWS / PAGE))
    const flight = new AbortController()
    flying.set(page, flight)
    busy.value = true
    try {
      const answer = await askAgain(() => load({ offset: page * PAGE, limit: several * PAGE }, flight.signal))
      if (mine !== epoch) return
      if (answer.rows.length === 0 && page > 0 && answer.total > 0) {
        shown = { first: 0, last: 0 }
        return await reload()
      }
      pages = new Map()
      for (let from = 0; from < answer.rows.length; from += PAGE) {
        pages.set(page + from / PAGE, answer.rows.slice(from, from + PAGE))
      }
      total.value = answer.total
      failure.value = null
      version.value++
      lists.value++
    } catch (error) {
      if (mine === epoch && !isAbort(error)) failure.value = toFailure(error)
    } finally {
      if (mine === epoch) {
        flying.delete(page)
        busy.value = false
        fill()
      }
    }
  }

  async function fetchPage(page: number): Promise<void> {
    const mine = epoch
    const flight = new AbortController()
    flying.set(page, flight)
    try {
      const answer = await askAgain(() => load({ offset: page * PAGE, limit: PAGE }, flight.signal))
      if (mine !== epoch) return
      pages.set(page, answer.rows)
      forgetFarPages()
      total.value = answer.total
      version.value++
    } catch (error) {
      if (mine === epoch && !flight.signal.aborted && !isAbort(error)) failure.value = toFailure(error)
    } finally {
      if (flying.get(page) === flight) flying.delete(page)
      if (mine === epoch) fill()
    }
  }

  function forgetFarPages(): void {
    if (pages.size <= HELD_PAGES) return
    const middle = pageOf((shown.first + shown.last) / 2)
    const far = [...pages.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle))
    for (const page of far.slice(0, pages.size - HELD_PAGES)) pages.delete(page)
  }

  /** Asks for missing pages: first those on screen, then one each way. Never more than two at once, so that the newest request does not queue behind many old ones; those under way may finish, and the grid shows them while the view moves on. */
  function fill(): void {
    if (busy.value || failure.value) return
    const first = pageOf(shown.first)
    const last = Math.min(pageOf(shown.last), pageOf(Math.max(0, total.value - 1)))
    const wanted: number[] = []
    for (let page = first; page <= last; page++) wanted.push(page)
    if (leap === null) wanted.push(last + 1, first - 1)
    for (const page of wanted) {
      const exists = page >= 0 && page * PAGE < total.value
      if (exists && !pages.has(page) && !flying.has(page) && flying.size < AT_ONCE) void fetchPage(page)
    }
  }

  function fly(): void {
    if (leap) clearTimeout(leap)
    leap = setTimeout(land, FLIGHT_MS)
  }

  function land(): void {
    leap = null
    fill()
  }

  function show(first: number, last: number): void {
    if (Math.abs(first - shown.first) > PAGE) fly()
    shown = { first: Math.max(0, first), last: Math.max(0, last) }
    fill()
  }

  async function between(first: number, last: number): Promise<Row[]> {
    const rows: Row[] = []
    const signal = new AbortController().signal
    for (let index = first; index <= last; index = first + rows.length) {
      const held = pages.get(pageOf(index))?.slice(index % PAGE, (index % PAGE) + last - index + 1)
      const limit = Math.min(MOST_ROWS, last - index + 1)
      const part = held ?? (await load({ offset: index, limit }, signal)).rows
      if (part.length === 0) break
      rows.push(...part)
    }
    return rows
  }

  watch(
    () => sources(),
    (_now, before) => {
      if (before !== undefined) {
        shown = { first: 0, last: 0 }
        fly()
        resets.value++
      }
      void reload()
    },
    { immediate: true, deep: true },
  )
  onScopeDispose(() => {
    cancelAll()
    if (leap) clearTimeout(leap)
  })
  return { total, version, lists, resets, busy, failure, at, show, between, reload }
}

/** A list that is in memory as a whole, as a source of rows. */
export function useListRows<Row>(list: () => readonly Row[]): RowSource<Row> {
  const rows = shallowRef<readonly Row[]>([])
  const total = ref(0)
  const version = ref(0)
  const resets = ref(0)
  const narrowing = useNarrowing<Row>()
  watch(
    [list, narrowing.conditions],
    ([now, conditions]) => {
      rows.value = narrowed(now, conditions)
      total.value = rows.value.length
      version.value++
    },
    { immediate: true },
  )
  watch(narrowing.conditions, () => void resets.value++)
  return {
    total,
    version,
    // Each change is the whole list.
    lists: version,
    resets,
    busy: ref(false),
    failure: shallowRef(null),
    at: (index) => rows.value[index],
    show: () => undefined,
    between: (first, last) => Promise.resolve(rows.value.slice(first, last + 1)),
    reload: () => Promise.resolve(),
    narrowing,
  }
}
