import { computed, nextTick, onScopeDispose, shallowRef, watch, type ComputedRef, type WritableComputedRef } from 'vue'
import { useRoute, useRouter, type LocationQueryRaw } from 'vue-router'
import { tabsOf } from '../../electron/contract/screens.ts'
import { addressOf, type Address, type Fields, type Values } from './fields.ts'
import { useLeaving } from './leaving.ts'

/** The address of a state that changes many times a second is written once it rests. */
export const ONCE_AT_REST = { quietMs: 250 }

interface AddressOptions {
  /** Words of the query that another screen leads here with; the first change lets them go. Other words stay. */
  once?: readonly string[]
  /** The address is written once nothing has changed for so long; at once where it is not given. */
  quietMs?: number
  /** Told when another hand has changed the address. */
  followed?: () => void
}

export interface AddressState<State extends object> {
  state: ComputedRef<State>
  /** Each value by itself, to be read and set. */
  parts: { [Name in keyof State]-?: WritableComputedRef<State[Name]> }
  change: (part: Partial<State>) => void
  /** Changes the state as a step of the history: 'Back' returns to `from`, the present state unless it says more. */
  go: (part: Partial<State>, from?: Partial<State>) => Promise<void>
  /** True where the address says anything of these values: they are not as usual. */
  says: (...names: readonly (keyof State)[]) => boolean
  /** Makes these values usual again. */
  clear: (...names: readonly (keyof State)[]) => void
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Keeps what a screen, or a tab of it, shows in its address: a reload and 'Back' keep it, and a link can name it. An address
 * that another hand writes while the screen is there ('Back', 'Forward', a link to the same screen) changes the state.
 * @param of the fields of the address by the names of the values, or an address that was made of them
 */
export function useAddressState<Of extends Fields>(of: Of, options?: AddressOptions): AddressState<Values<Of>>
export function useAddressState<State extends object>(of: Address<State>, options?: AddressOptions): AddressState<State>
export function useAddressState<State extends object>(
  of: Address<State> | Fields,
  { once = [], quietMs, followed }: AddressOptions = {},
): AddressState<State> {
  const address = isAddress<State>(of) ? of : (addressOf(of) as Address<State>)
  const route = useRoute()
  const router = useRouter()
  const leaving = useLeaving()
  const usual = address.read({})
  const names = Object.keys(usual) as (keyof State)[]
  const state = shallowRef(address.read(route.query))

  const placeNow = () => `${String(route.name)} ${String(route.params['tab'] || tabsOf(route.name)[0])}`
  const own = placeNow()
  const isHere = () => placeNow() === own
  /** Addresses that are being written here, of which the state needs not be told. */
  const written = new Set<string>()
  /** Set while a change waits to be written. */
  let timer: ReturnType<typeof setTimeout> | undefined
  function waitNoMore(): void {
    clearTimeout(timer)
    timer = undefined
  }
  onScopeDispose(waitNoMore)

  /** A value that is the same stays the same object: a list that is read anew would else look like a change. */
  function follow(): void {
    waitNoMore()
    const next = address.read(route.query)
    for (const name of names) if (isSame(next[name], state.value[name])) next[name] = state.value[name]
    if (names.some((name) => next[name] !== state.value[name])) state.value = next
    followed?.()
  }
  watch(
    () => route.fullPath,
    (path) => {
      if (isHere() && !written.has(path)) follow()
    },
  )

  function queryOf(values: State): LocationQueryRaw {
    const others = Object.entries(route.query).filter(([name]) => !address.names.includes(name) && !once.includes(name))
    return { ...Object.fromEntries(others), ...address.write(values) }
  }
  async function write(values: State): Promise<void> {
    if (!isHere() || leaving()) return
    const query = queryOf(values)
    const path = router.resolve({ query }).fullPath
    written.add(path)
    await router.replace({ query })
    // The watcher above has run then. Coming back to this address later is another hand's.
    await nextTick()
    written.delete(path)
  }
  /**
   * A change that still waits is written before another address is opened. 'Back' has opened it already then, and there is
   * nothing to be written to.
   */
  const stopWaiting = router.beforeEach((_, from) => {
    const { history } = router.options
    if (timer === undefined || !isHere() || history.location !== from.fullPath) return
    waitNoMore()
    history.replace(router.resolve({ query: queryOf(state.value) }).fullPath)
  })
  onScopeDispose(stopWaiting)
  const changes = shallowRef(0)
  watch(changes, () => void write(state.value))
  function change(part: Partial<State>): void {
    state.value = { ...state.value, ...part }
    waitNoMore()
    if (quietMs === undefined) changes.value++
    else
      timer = setTimeout(() => {
        waitNoMore()
        void write(state.value)
      }, quietMs)
  }
  async function go(part: Partial<State>, from: Partial<State> = {}): Promise<void> {
    waitNoMore()
    const left = { ...state.value, ...from }
    await write(left)
    await router.push({ query: queryOf({ ...left, ...part }) })
  }

  const partOf = (name: keyof State) =>
    computed({ get: () => state.value[name], set: (value) => change({ [name]: value } as Partial<State>) })
  const usually = (of: readonly (keyof State)[]) => Object.fromEntries(of.map((name) => [name, usual[name]])) as Partial<State>
  return {
    state: computed(() => state.value),
    parts: Object.fromEntries(names.map((name) => [name, partOf(name)])) as AddressState<State>['parts'],
    change,
    go,
    says: (...of) => !isSame(address.write({ ...usual, ...pick(state.value, of) }), address.write(usual)),
    clear: (...of) => change(usually(of)),
  }
}

/** The values of the present address, for a screen that only reads them. */
export function useAddressWords<Of extends Fields>(fields: Of): ComputedRef<Values<Of>> {
  const route = useRoute()
  const address = addressOf(fields)
  return computed(() => address.read(route.query))
}

const isAddress = <State>(of: Address<State> | Fields): of is Address<State> => typeof of['read'] === 'function'
const pick = <State extends object>(state: State, of: readonly (keyof State)[]) =>
  Object.fromEntries(of.map((name) => [name, state[name]])) as Partial<State>
