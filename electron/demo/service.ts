import { deliveryOf, type Delivery } from './delivery.ts'
import { refusal, type DemoAnswer, type DemoRequest, type TokenState } from './exchange.ts'
import type { FaultSwitches } from './faults.ts'
import { garbled, refusedSpan } from './garble.ts'
import { beforeService } from './interception.ts'
import type { Lanes } from './lanes.ts'
import { type BadBody, BadParameter } from './parameters.ts'
import { answerData, isDataPath, isListPath } from './routes.ts'
import type { World } from './world/index.ts'

const PREFIX = '/api/v1'
const NO_LIMIT = Number.POSITIVE_INFINITY

/** The answer to send and how, and the worth of the token when the request came. */
export interface Outcome {
  answer: DemoAnswer
  delivery: Delivery
  token: TokenState
}

/** The service itself: one function from a request to its outcome. Tokens are used up at once, in order of arrival. */
export class Service {
  readonly #world: World
  readonly #lanes: Lanes
  readonly #faults: FaultSwitches

  constructor(world: World, lanes: Lanes, faults: FaultSwitches) {
    this.#world = world
    this.#lanes = lanes
    this.#faults = faults
  }

  /** `serviceMs`: the service's clock. `bodyError`: why the body could not be read, if it could not. */
  answer(request: DemoRequest, serviceMs: number, bodyError?: BadBody): Outcome {
    const faults = this.#faults
    this.#spoilLane(request, serviceMs)
    const token = this.#lanes.claim(request.headers, serviceMs).state
    const intercepted = beforeService(request, faults, serviceMs)
    if (intercepted) {
      if (intercepted.kind === 'answer') return { answer: intercepted.answer, delivery: { kind: 'whole' }, token }
      return { answer: NOTHING, delivery: { kind: intercepted.kind }, token }
    }
    const answer = bodyError ? refusal(400, bodyError.message) : this.#own(request, serviceMs)
    return { answer: garbled(answer, request, faults), delivery: deliveryOf(request, faults), token }
  }

  #own(request: DemoRequest, serviceMs: number): DemoAnswer {
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      return refusal(415, 'Content-Type must be application/json')
    }
    const route = `${request.method} ${request.path}`
    if (route === `POST ${PREFIX}/auth/sign_in`) return this.#signIn(request, serviceMs)
    if (route === `DELETE ${PREFIX}/auth/sign_out`) return this.#signOut(request, serviceMs)
    const path = request.path.startsWith(`${PREFIX}/`) ? request.path.slice(PREFIX.length) : ''
    if (request.method !== 'GET' || !isDataPath(path)) return refusal(404, 'Not found')
    return this.#data(path, request, serviceMs)
  }

  #signIn(request: DemoRequest, serviceMs: number): DemoAnswer {
    const { parameters } = request
    const account = this.#lanes.account(parameters.text('email') ?? '', parameters.text('password') ?? '')
    if (!account || this.#faults.fires('signInRefused', request)) {
      return {
        status: 401,
        headers: {},
        body: { success: false, errors: ['Invalid login credentials. Please try again.'] },
      }
    }
    const most = this.#faults.fires('maxLanes', request)?.lanes ?? NO_LIMIT
    return {
      status: 200,
      headers: this.#lanes.signIn(account, serviceMs, most),
      body: {
        data: { id: account.id, email: account.email, provider: 'email', uid: account.email, name: account.name },
      },
    }
  }

  #signOut(request: DemoRequest, serviceMs: number): DemoAnswer {
    const { state, lane } = this.#lanes.claim(request.headers, serviceMs)
    if (state !== 'current' || !lane) {
      return {
        status: 404,
        headers: {},
        body: { success: false, errors: ['User was not found or was not logged in.'] },
      }
    }
    this.#lanes.drop(lane.client)
    return { status: 200, headers: {}, body: { success: true } }
  }

  #data(path: string, request: DemoRequest, serviceMs: number): DemoAnswer {
    const { state, lane } = this.#lanes.claim(request.headers, serviceMs)
    if (state !== 'current' || !lane) return refusal(401, 'You need to sign in or sign up before continuing.')
    const blank = this.#faults.fires('blankToken', request)
    const tokens = blank ? this.#lanes.keep(lane) : this.#lanes.advance(lane, serviceMs)
    const answer = refusedSpan(request, this.#faults) ?? this.#found(path, request)
    return { ...answer, headers: { ...answer.headers, ...tokens } }
  }

  #found(path: string, request: DemoRequest): DemoAnswer {
    const faults = this.#faults
    const tweak = isListPath(path)
      ? {
          ignorePerPage: faults.firesForList('perPageIgnored', request) !== undefined,
          shift: shiftOf(faults.firesForList('shiftedPages', request)),
        }
      : { ignorePerPage: false, shift: 0 }
    try {
      return answerData(this.#world, path, request, tweak)
    } catch (error) {
      if (error instanceof BadParameter) return refusal(422, error.message)
      throw error
    }
  }

  /** Faults that befall the lane before the request is looked at. */
  #spoilLane(request: DemoRequest, serviceMs: number): void {
    const { state, lane } = this.#lanes.claim(request.headers, serviceMs)
    if (!lane || state !== 'current') return
    const isOld = (name: 'revokedLane' | 'tokenExpires') => lane.turn >= (this.#faults.active[name]?.after ?? 0)
    if (isOld('revokedLane') && this.#faults.fires('revokedLane', request)) this.#lanes.drop(lane.client)
    if (isOld('tokenExpires') && this.#faults.fires('tokenExpires', request)) this.#lanes.expire(lane)
  }
}

const NOTHING: DemoAnswer = { status: 0, headers: {}, body: '' }
const shiftOf = (fired: { by?: number } | undefined): number => (fired ? (fired.by ?? 3) : 0)
