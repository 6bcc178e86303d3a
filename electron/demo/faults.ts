import type { DemoRequest } from './exchange.ts'
import type { FaultName, FaultRule, Faults } from './fault-catalogue.ts'
import { sequence } from './world/random.ts'

export { FAULT_NAMES, type FaultName, type Faults } from './fault-catalogue.ts'

/** Faults that colour every request; all others leave sign-in and sign-out alone unless their `path` names them. */
const EVERYWHERE: ReadonlySet<FaultName> = new Set(['latency', 'jitter', 'gzip', 'clockOffset', 'maxLanes', 'signInRefused'])
const REMEMBERED_LISTS = 20_000

/** The switches of a running service. */
export class FaultSwitches {
  readonly #random: () => number
  /** The decision about lists (null: no fault). It holds for their later pages, even when the fault is switched off. */
  readonly #lists = new Map<string, Faults[FaultName] | null>()
  #active: Partial<Faults> = {}
  #burst: { left: number; statuses: readonly number[]; rule: FaultRule } = { left: 0, statuses: [], rule: {} }
  /** How often each fault has happened. */
  readonly happened: Partial<Record<FaultName, number>> = {}

  constructor(seed: number, faults: Partial<Faults> = {}) {
    this.#random = sequence(seed)
    this.set(faults)
  }

  /** The faults that are switched on, as they stand (`next` counts down). */
  get active(): Readonly<Partial<Faults>> {
    return this.#active
  }

  /** Switches the given faults on; others stay as they are. `undefined` switches one off. */
  set(faults: Partial<Faults>): void {
    this.#active = { ...this.#active }
    for (const name of Object.keys(faults) as FaultName[]) this.#put(name, faults[name])
  }

  /** Switches the named faults off, or all of them. */
  clear(...names: FaultName[]): void {
    if (names.length === 0) this.#active = {}
    for (const name of names) this.#put(name, undefined)
    this.#burst = { left: 0, statuses: [], rule: {} }
  }

  /** Whether the fault happens to this request: its settings if so. Counts and draws. */
  fires<Name extends FaultName>(name: Name, request: DemoRequest): Faults[Name] | undefined {
    const rule = this.#active[name]
    if (!rule || !applies(name, rule, request)) return undefined
    if (rule.skip !== undefined && rule.skip > 0) {
      this.#put(name, { ...rule, skip: rule.skip - 1 })
      return undefined
    }
    if (rule.rate !== undefined && rule.rate < 1 && this.#random() >= rule.rate) return undefined
    if (rule.next !== undefined) this.#put(name, rule.next > 1 ? { ...rule, next: rule.next - 1 } : undefined)
    this.#note(name, request)
    return rule
  }

  /**
   * Decides once at a list's first page and keeps to it on the other pages: paging that changes midway loses records.
   */
  firesForList<Name extends FaultName>(name: Name, request: DemoRequest): Faults[Name] | undefined {
    const key = `${name} ${request.path} ${request.parameters.listKey()}`
    const decided = pageNumber(request) > 1 ? this.#lists.get(key) : undefined
    if (decided === null) return undefined
    if (decided !== undefined) {
      this.#note(name, request)
      return decided as Faults[Name]
    }
    const fired = this.fires(name, request)
    this.#lists.delete(key)
    this.#lists.set(key, fired ?? null)
    const oldest = this.#lists.keys().next().value
    if (this.#lists.size > REMEMBERED_LISTS && oldest !== undefined) this.#lists.delete(oldest)
    return fired
  }

  /** The status of a request that a burst of server errors hits: of those that the fault's `path` names, one after another. */
  serverError(request: DemoRequest): number | undefined {
    if (this.#burst.left === 0) {
      const fired = this.fires('serverErrors', request)
      if (!fired) return undefined
      this.#burst = { left: fired.burst ?? 3, statuses: fired.statuses ?? [500, 502, 503], rule: fired }
    } else if (!applies('serverErrors', this.#burst.rule, request)) return undefined
    else this.#note('serverErrors', request)
    this.#burst.left--
    return this.#burst.statuses[this.#burst.left % this.#burst.statuses.length]
  }

  #note(name: FaultName, request: DemoRequest): void {
    this.happened[name] = (this.happened[name] ?? 0) + 1
    request.faults.push(name)
  }

  /** A fraction, 0 ≤ x < 1, from the faults' own sequence. */
  draw(): number {
    return this.#random()
  }

  #put<Name extends FaultName>(name: Name, rule: Faults[Name] | undefined): void {
    if (rule === undefined) delete this.#active[name]
    else this.#active[name] = rule
  }
}

/** The page asked for. Anything but a number is refused later; until then it counts as page 1. */
function pageNumber(request: DemoRequest): number {
  try {
    return request.parameters.integer('page') ?? 1
  } catch {
    return 1
  }
}

function applies(name: FaultName, rule: FaultRule, request: DemoRequest): boolean {
  if (rule.path !== undefined) {
    return `${request.path}?${new URLSearchParams(request.query).toString()}`.includes(rule.path)
  }
  return EVERYWHERE.has(name) || !request.path.startsWith('/api/v1/auth/')
}
