import type { SessionUser } from '../contract/records.ts'
import { normaliseAddress } from './address.ts'
import { abandonable, sleepReally } from './cancel.ts'
import { isCancelled, ServiceError, type ServiceErrorCode } from './errors.ts'
import { createGate } from './gate.ts'
import { createLane, type Lane, type LanePort } from './lane.ts'
import { DEFAULT_LIMITS, type Clock, type Limits, type Sleep } from './limits.ts'
import { createLine } from './line.ts'
import { runJobs, type Job, type PoolPort, type RunOptions } from './pool.ts'
import type { ProxyChoice } from './proxy.ts'
import { createServiceClock } from './service-clock.ts'
import { createSignIns } from './sign-ins.ts'
import { TokenChain, type TokenStore } from './tokens.ts'

export interface ConnectionOptions {
  /** As a user types it; see normaliseAddress. */
  baseUrl: string
  email: string
  /** Plain http to another machine was explicitly allowed for this account. */
  allowUnencrypted?: boolean
  proxy?: ProxyChoice
  /** A file of certificates to trust besides the computer's; '': none. */
  authority?: string
  store: TokenStore
  /** The remembered password, if there is one; one given to `signIn` is held in memory until `signOut`. */
  password?: () => Promise<string | null> | string | null
  /** The most lanes that `run` may open. */
  maxLanes: number
  clock: Clock
  /** 0..1, for jitter. */
  random: () => number
  sleep?: Sleep
  limits?: Partial<Limits>
  onChange?: (state: ConnectionState) => void
  /** Why requests are being repeated; null once an answer could be used again. */
  onTrouble?: (trouble: ServiceError | null) => void
}

interface ConnectionState {
  /** `signed-in`: a token is held, whatever the network does. */
  session: 'signed-in' | 'signed-out'
  /** Why the session was lost, when it was. */
  reason: ServiceErrorCode | null
  /** The state that the last request met: `unknown` before the first. */
  line: 'unknown' | 'online' | 'offline'
  /** Open lanes. */
  lanes: number
  /** How many lanes the service allows, learnt in this run from a lane that it closed; null while unknown. */
  laneLimit: number | null
}

/** One account of one service. */
export interface Connection {
  readonly baseUrl: string
  readonly email: string
  readonly state: ConnectionState
  /** The open lanes; the first is the account's own and is kept on quit. */
  readonly lanes: readonly Lane[]
  /**
   * Signs in with a password that the user has just given. When aborted it stops at once, and the session that was there
   * before stays. Throws CANCELLED, WRONG_PASSWORD, SIGN_IN_REFUSED, NOT_THE_SERVICE, UNREACHABLE, TIMEOUT, TLS, REDIRECTED, …
   */
  signIn(password: string, signal?: AbortSignal): Promise<SessionUser>
  /** Restores the session from the store. Sends nothing: being offline must never sign the user out. */
  resume(): 'signed-in' | 'signed-out'
  /** The service's time, Unix ms, by its `Date` headers. */
  serviceNowMs(): number
  /** The account's own lane. Throws SIGNED_OUT. */
  lane(): Lane
  /**
   * Runs jobs over the lanes until `next` has none and all are done (pool.ts). Throws SIGNED_OUT when the last lane is
   * lost, and what a job throws.
   */
  run(next: () => Job | undefined, options?: RunOptions): Promise<void>
  /** There is more work for the run that is under way. */
  wake(): void
  setMaxLanes(lanes: number): void
  /** Signs all lanes out and forgets tokens and password. Returns whether the service confirmed each. */
  signOut(): Promise<boolean>
  /** On quit: extra lanes are signed out, the first is kept (its token stays in the store). Takes at most `closeMs`. */
  close(): Promise<void>
}

/** Throws BAD_ADDRESS, UNENCRYPTED_REFUSED, BAD_PROXY, BAD_AUTHORITY. */
export function createConnection(options: ConnectionOptions): Connection {
  const baseUrl = normaliseAddress(options.baseUrl, { allowUnencrypted: options.allowUnencrypted === true })
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits }
  const { clock, store, random, email } = options
  const sleep = options.sleep ?? sleepReally
  const serviceClock = createServiceClock(clock)
  const gate = createGate(clock, sleep, limits)
  const closing = new AbortController()

  let lanes: Lane[] = []
  /** Chains of extra lanes that the store still held because the program was killed before it could sign them out. */
  let parked: TokenChain[] = []
  let maxLanes = options.maxLanes
  let state: ConnectionState = { session: 'signed-out', reason: null, line: 'unknown', lanes: 0, laneLimit: null }
  let pool: ReturnType<typeof runJobs> | null = null
  /** Aborted by a sign-out: a lane that is still being opened then must not be left open. */
  let session = new AbortController()
  /** The lane that is being opened, settled once it is open or signed out again. */
  let opening: Promise<unknown> = Promise.resolve()

  const change = (changes: Partial<ConnectionState>) => {
    const next = { ...state, lanes: lanes.length, ...changes }
    const isNew = (Object.keys(next) as (keyof ConnectionState)[]).some((key) => next[key] !== state[key])
    state = next
    if (isNew) options.onChange?.(state)
  }

  const line = createLine({
    baseUrl,
    proxy: options.proxy ?? 'environment',
    authority: options.authority ?? '',
    limits,
    serviceClock,
    onState: (reached) => change({ line: reached }),
    onAnswer: (bytes) => pool?.answered(bytes),
  })
  const signIns = createSignIns({
    ...{ line, email, store, gate, limits, random, sleep },
    serviceNowMs: serviceClock.nowMs,
    remembered: () => options.password?.() ?? null,
    closing: closing.signal,
  })

  let trouble: ServiceError | null = null
  const lanePort: LanePort = {
    limits,
    gate,
    random,
    sleep,
    send: (outgoing, onHead, drop) => line.send(outgoing, { onHead, drop }),
    serviceNowMs: serviceClock.nowMs,
    // Before the first answer the service's time is unknown, and the computer's may be days off.
    isExpired: (chain) => serviceClock.isKnown() && chain.isExpired(serviceClock.nowMs()),
    hasOtherLanes: (lane) => lanes.some((other) => other !== lane && other.state === 'open'),
    async replaceChain(dead, reason) {
      const chain = signIns.chainOf(await signIns.byMemory(), reason === 'refused' ? 'refusal' : 'sign-in')
      dead.forget()
      return chain
    },
    chainsStarted: signIns.started,
    troubled(error) {
      if (error?.code === trouble?.code) return
      trouble = error
      options.onTrouble?.(error)
    },
    lost(lane, error, byNewLane) {
      lanes = lanes.filter((other) => other !== lane)
      if (error.code === 'TOO_MANY_CONNECTIONS' && byNewLane && lanes.length > 0) change({ laneLimit: lanes.length })
      if (lanes.length > 0) change({})
      else change({ session: 'signed-out', reason: reasonOf(error) })
    },
  }

  const addLane = (chain: TokenChain): Lane => {
    const lane = createLane(chain, lanePort)
    lanes = [...lanes, lane]
    change({ session: 'signed-in', reason: null })
    return lane
  }

  /** A sign-in cannot be called back: a token that comes after the sign-out (or on quit) is signed out at once. */
  const openLane = async (waiting: AbortSignal): Promise<Lane> => {
    const over = AbortSignal.any([session.signal, closing.signal])
    const chain = parked.shift() ?? signIns.chainOf(await signIns.byMemory(AbortSignal.any([waiting, over])), 'sign-in')
    if (!over.aborted) return addLane(chain)
    await createLane(chain, lanePort).signOut()
    throw new ServiceError('SIGNED_OUT', { reason: state.reason })
  }

  const poolPort: PoolPort = {
    clock,
    sleep,
    lanes: () => lanes,
    maxLanes: () => Math.min(maxLanes, state.laneLimit ?? Infinity),
    signedOut: () => new ServiceError('SIGNED_OUT', { reason: state.reason }),
    openLane(waiting) {
      const work = openLane(waiting)
      opening = work.catch(() => undefined)
      return work
    },
    async closeLane(lane) {
      lanes = lanes.filter((other) => other !== lane)
      change({})
      await lane.signOut()
    },
  }

  const closeExtraLanes = async (): Promise<void> => {
    const extra = [...lanes.slice(1), ...parked.map((chain) => createLane(chain, lanePort))]
    parked = []
    lanes = lanes.slice(0, 1)
    change({})
    await Promise.all(extra.map((lane) => lane.signOut()))
  }

  return {
    baseUrl,
    email,
    get state() {
      return state
    },
    get lanes() {
      return lanes
    },
    async signIn(secret, signal) {
      const work = signIns.byHand(secret, signal)
      const { lane, user } = await abandonable(work, signal).catch((error: unknown) => {
        // The token may have come just as the user gave up: sign it out instead of leaving it open for two weeks.
        if (isCancelled(error))
          work.then(({ lane: late }) => createLane(signIns.chainOf(late, 'sign-in'), lanePort).signOut()).catch(() => undefined)
        throw error
      })
      const before = lanes
      lanes = []
      signIns.password.take(secret)
      addLane(signIns.chainOf(lane, 'sign-in'))
      change({ laneLimit: null })
      await Promise.all(before.map((old) => old.signOut()))
      return user
    },
    resume() {
      if (lanes.length > 0) return 'signed-in'
      const [own, ...others] = store.load().map((lane) => new TokenChain(lane, store, { doubt: 'resumed', bornOf: 'sign-in' }))
      if (own === undefined) return 'signed-out'
      parked = others
      addLane(own)
      return 'signed-in'
    },
    serviceNowMs: serviceClock.nowMs,
    lane() {
      const own = lanes[0]
      if (own === undefined) throw new ServiceError('SIGNED_OUT', { reason: state.reason })
      return own
    },
    async run(next, runOptions = {}) {
      if (pool !== null) throw new Error('a run is under way already')
      change({ laneLimit: null })
      pool = runJobs(poolPort, next, runOptions)
      try {
        await pool.done
      } finally {
        pool = null
      }
    },
    wake: () => pool?.wake(),
    setMaxLanes(count) {
      maxLanes = Math.max(1, count)
      pool?.wake()
    },
    async signOut() {
      const all = [...lanes, ...parked.map((chain) => createLane(chain, lanePort))]
      session.abort()
      session = new AbortController()
      lanes = []
      parked = []
      signIns.password.forget()
      change({ session: 'signed-out', reason: null })
      const [confirmed] = await Promise.all([Promise.all(all.map((lane) => lane.signOut())), opening])
      return confirmed.every(Boolean)
    },
    async close() {
      closing.abort()
      const done = Promise.all([closeExtraLanes(), opening, ...lanes.slice(0, 1).map((own) => own.idle())])
      const giveUp = new AbortController()
      await Promise.race([done, sleepReally(limits.closeMs, giveUp.signal).catch(() => undefined)])
      giveUp.abort()
      await line.close()
    },
  }
}

function reasonOf(error: ServiceError): ServiceErrorCode {
  const reason = error.data['reason']
  return reason === 'WRONG_PASSWORD' || reason === 'SIGN_IN_REFUSED' || reason === 'BAD_TOKEN' ? reason : error.code
}
