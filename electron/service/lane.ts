import { placeOf } from './address.ts'
import { abandonable, throwIfAborted } from './cancel.ts'
import { isLaneLost, isRetryable, ServiceError } from './errors.ts'
import { exchange } from './exchange.ts'
import type { Gate } from './gate.ts'
import type { Limits, Sleep } from './limits.ts'
import { createMutex } from './mutex.ts'
import type { Operation } from './operations.ts'
import { backoffMs, retryAfterMs } from './retry.ts'
import type { DeathReason, TokenChain, Which } from './tokens.ts'
import { decode, pathOnly, type Answer, type AnswerHead, type OutgoingRequest } from './transport.ts'

interface CallOptions {
  /** Aborted: rejects with CANCELLED at once; a request in flight is heard out in the background for its token. */
  signal?: AbortSignal
  /** Repeats after the first attempt; the account's limit by default. */
  retries?: number | undefined
}

/** `closed`: signed out or lost; nothing can be asked of it any more. */
type LaneState = 'open' | 'closed'

/** One signed-in connection with its own token chain; one request in flight at a time. */
export interface Lane {
  /** Changes when the lane had to sign in again. */
  readonly client: string
  readonly state: LaneState
  /** The service has accepted it since the account's newest lane was opened, so opening that one did not evict it. */
  readonly isProven: boolean
  /** Bytes of all answers' bodies so far, as they travelled. */
  readonly bytesReceived: number
  /**
   * Asks, with repeats where they help. Throws ServiceError (see its predicates) once they are used up;
   * TOO_MANY_CONNECTIONS and SIGNED_OUT mean that this lane is gone.
   */
  call<T>(operation: Operation<T>, options?: CallOptions): Promise<T>
  /** DELETE sign_out after what is under way; the chain is forgotten in any case. Returns whether the service confirmed. */
  signOut(): Promise<boolean>
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>
}

/** What a lane needs of its account. */
export interface LanePort {
  limits: Limits
  gate: Gate
  random: () => number
  sleep: Sleep
  send(outgoing: OutgoingRequest, onHead: (head: AnswerHead) => void, drop: AbortSignal | undefined): Promise<Answer>
  serviceNowMs(): number
  isExpired(chain: TokenChain): boolean
  hasOtherLanes(lane: Lane): boolean
  /** A new chain by the remembered password; saved, and the dead one forgotten. */
  replaceChain(dead: TokenChain, reason: DeathReason): Promise<TokenChain>
  /** How many chains this program has started for the account. */
  chainsStarted(): number
  /**
   * The lane is gone; called once, with the reason. `byNewLane`: a chain was started since this lane's last
   * answer, so a refusal tells how many the service bears.
   */
  lost(lane: Lane, error: ServiceError, byNewLane: boolean): void
  /** Something has to be asked again, for this reason; null: an answer came that could be used. */
  troubled(error: ServiceError | null): void
}

const NOTHING = Buffer.alloc(0)

/** Repeats when the service hangs: each one costs the idle limit twice. */
const FEW_REPEATS = 2

export function createLane(firstChain: TokenChain, port: LanePort): Lane {
  const mutex = createMutex()
  let chain = firstChain
  let state: LaneState = 'open'
  let bytesReceived = 0
  /** How many chains had been started when the last accepted request went out; at first without this lane's own. */
  let chainsSeen = port.chainsStarted() - 1

  const sendWith = async (current: TokenChain, which: Which, request: Pick<OutgoingRequest, 'method' | 'path'>, drop?: AbortSignal) => {
    let broughtToken = false
    const chainsStarted = port.chainsStarted()
    const headers = { 'content-type': 'application/json', ...current.headers(which) }
    const answer = await port.send({ ...request, headers }, (head) => (broughtToken = current.answered(head, which)), drop)
    if (answer.status < 400) chainsSeen = chainsStarted
    return { answer, broughtToken }
  }

  /** A pause that the service asked for also holds back repeats and requests that were already waiting for their turn. */
  const ready = async (signal: AbortSignal | undefined) => {
    await port.gate.pass(signal)
    throwIfAborted(signal)
    if (state === 'closed') throw new ServiceError('SIGNED_OUT', { reason: 'CLOSED' })
  }

  /** Under the mutex, which is free again as soon as the body is here in full. */
  const ask = async (path: string, signal: AbortSignal | undefined): Promise<Answer> => {
    await ready(signal)
    try {
      return await exchange({
        chain: () => chain,
        send: async (current, which) => {
          await ready(signal)
          return sendWith(current, which, { method: 'GET', path }, signal)
        },
        isExpired: port.isExpired,
        hasOtherLanes: () => port.hasOtherLanes(lane),
        signInAgain: async (reason) => {
          chain = await port.replaceChain(chain, reason)
        },
      })
    } catch (error) {
      if (isLaneLost(error)) lose(error)
      throw error
    }
  }

  const lose = (error: ServiceError) => {
    if (state === 'closed') return
    state = 'closed'
    chain.forget()
    port.lost(lane, error, port.chainsStarted() > chainsSeen)
  }

  const once = async <T>(operation: Operation<T>, signal: AbortSignal | undefined): Promise<T> => {
    const answer = await abandonable(
      mutex.run(() => ask(operation.path, signal)),
      signal,
    )
    bytesReceived += answer.body.length
    if (answer.status !== 200) throw refusal(answer, port.serviceNowMs())
    const text = await decode(answer, port.limits)
    // Empties the answer: the promise chain keeps it alive until the next major collection.
    answer.body = NOTHING
    return operation.read(text)
  }

  /** True when all lanes must wait: the service asked for a pause, or is overloaded. Other trouble concerns this request alone. */
  const holdsAllBack = (error: ServiceError, backoff: number): boolean => {
    const asked = error.data['retryAfterMs']
    if (typeof asked !== 'number' && error.code !== 'RATE_LIMITED') return false
    port.gate.closeFor(Math.max(typeof asked === 'number' ? asked : 0, backoff))
    return true
  }

  const isTooLong = ({ data }: ServiceError) => Number(data['retryAfterMs']) > port.limits.maxRetryAfterMs

  const lane: Lane = {
    get client() {
      return chain.client
    },
    get state() {
      return state
    },
    get isProven() {
      return chainsSeen === port.chainsStarted()
    },
    get bytesReceived() {
      return bytesReceived
    },
    async call(operation, { signal, retries = port.limits.retries } = {}) {
      const met: ServiceError[] = []
      for (let attempt = 1; ; attempt++) {
        try {
          throwIfAborted(signal)
          const result = await once(operation, signal)
          port.troubled(null)
          return result
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error
          const told = error.with({ operation: operation.name, path: pathOnly(operation.path), attempt })
          if (!isRetryable(error)) throw told
          met.push(told)
          const backoff = backoffMs(attempt, port.limits, port.random)
          const isHeldBack = holdsAllBack(told, backoff)
          if (attempt > allowed(error, retries)) throw usual(met)
          port.troubled(told)
          if (isTooLong(told)) throw told
          if (!isHeldBack) await port.sleep(backoff, signal)
        }
      }
    },
    async signOut() {
      if (state === 'closed') return false
      state = 'closed'
      try {
        return await mutex.run(() => signOutOnce(2))
      } finally {
        chain.forget()
      }
    },
    idle: () => mutex.idle(),
  }

  /** Repeated once after a lost answer or a 5xx. Any other answer ends it: a refused chain is as good as signed out. */
  const signOutOnce = async (attempts: number): Promise<boolean> => {
    if (chain.dead !== null) return false
    try {
      const { answer } = await sendWith(chain, 'current', { method: 'DELETE', path: '/api/v1/auth/sign_out' })
      return answer.status >= 500 && attempts > 1 ? await signOutOnce(attempts - 1) : answer.status === 200
    } catch (error) {
      if (error instanceof ServiceError && error.data['sent'] === true && attempts > 1) return signOutOnce(attempts - 1)
      return false
    }
  }

  return lane
}

function allowed(error: ServiceError, retries: number): number {
  return error.code === 'TIMEOUT' ? Math.min(retries, FEW_REPEATS) : retries
}

/** The error that the attempts met most often (the latest such): a stray fault at the end must not hide that a span is always refused. */
function usual(met: readonly ServiceError[]): ServiceError {
  const times = (error: ServiceError) => met.filter((other) => other.code === error.code).length
  return met.reduce((most, error) => (times(error) >= times(most) ? error : most))
}

function refusal(answer: Answer, nowMs: number): ServiceError {
  const { status } = answer
  const waitMs = retryAfterMs(answer.header('retry-after'), answer.header('date'), nowMs)
  if (status === 429) return new ServiceError('RATE_LIMITED', { status, retryAfterMs: waitMs })
  if (status > 300 && status < 400 && status !== 304)
    return new ServiceError('REDIRECTED', { status, location: placeOf(answer.header('location')) })
  return new ServiceError('HTTP_STATUS', { status, retryAfterMs: waitMs })
}
