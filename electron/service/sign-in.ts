import { placeOf } from './address.ts'
import type { SessionUser } from '../contract/records.ts'
import { ServiceError } from './errors.ts'
import type { Limits } from './limits.ts'
import { parseEnvelope } from './page.ts'
import { retryAfterMs } from './retry.ts'
import { chainOf, type StoredLane } from './tokens.ts'
import { decode, NOT_HTTP, type Answer, type AnswerHead, type OutgoingRequest } from './transport.ts'
import { readSessionUser } from './wire/session-user.ts'

export type SendPlainly = (outgoing: OutgoingRequest, onHead: (head: AnswerHead) => void) => Promise<Answer>

/**
 * POST /api/v1/auth/sign_in (docs/service.md, 'Authentication'): starts a token chain. Throws
 * WRONG_PASSWORD, SIGN_IN_REFUSED, BAD_TOKEN, NOT_THE_SERVICE, REDIRECTED, RATE_LIMITED, HTTP_STATUS (5xx), BAD_PAGE (the
 * service's answer, but without a token) and what the network does.
 */
export async function signInOnce(
  send: SendPlainly,
  email: string,
  password: string,
  nowMs: () => number,
  limits: Limits,
): Promise<{ lane: StoredLane; user: SessionUser }> {
  let lane: StoredLane | null = null
  let answer: Answer | null = null
  const started = { lane: (): StoredLane | null => lane }
  try {
    answer = await send(
      {
        method: 'POST',
        path: '/api/v1/auth/sign_in',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      },
      (head) => {
        if (head.status === 200) lane = chainOf(head)
      },
    )
  } catch (error) {
    // The headers, and with them the chain, are here: a body that breaks off afterwards does no harm.
    if (started.lane() === null) throw notHttp(error)
  }
  const chain = started.lane()
  if (chain !== null) return { lane: chain, user: await userOf(answer, email, limits) }
  if (answer === null) throw new ServiceError('NOT_THE_SERVICE')
  throw refusal(answer, nowMs(), await isJsonObject(answer, limits))
}

/** An answer that is not HTTP comes from another program that listens there. */
function notHttp(error: unknown): unknown {
  const isOther = error instanceof ServiceError && error.data['cause'] === NOT_HTTP
  return isOther ? new ServiceError('NOT_THE_SERVICE', {}, error) : error
}

/**
 * Statuses that complain about the request, not about the account. The request follows the document, so a server that
 * does not know its path, method, form or size is not the service.
 */
const FOREIGN_STATUSES = new Set([404, 405, 406, 410, 411, 413, 414, 415, 421, 426, 431, 501])

async function isJsonObject(answer: Answer, limits: Limits): Promise<boolean> {
  try {
    parseEnvelope(await decode(answer, limits))
    return true
  } catch {
    return false
  }
}

function refusal(answer: Answer, nowMs: number, isJson: boolean): ServiceError {
  const { status } = answer
  if (status === 401) return new ServiceError('WRONG_PASSWORD', { status })
  if (status === 429) {
    const waitMs = retryAfterMs(answer.header('retry-after'), answer.header('date'), nowMs)
    return new ServiceError('RATE_LIMITED', { status, retryAfterMs: waitMs })
  }
  if (status >= 300 && status < 400) return new ServiceError('REDIRECTED', { status, location: placeOf(answer.header('location')) })
  if (FOREIGN_STATUSES.has(status)) return new ServiceError('NOT_THE_SERVICE', { status })
  if (status >= 500) return new ServiceError('HTTP_STATUS', { status })
  // The service gives its reasons as JSON; a page or a bare text is a server's, a proxy's or a portal's.
  if (status >= 400) return new ServiceError(isJson ? 'SIGN_IN_REFUSED' : 'NOT_THE_SERVICE', { status })
  // A success without a token: the service itself with a blank header, or somebody else's page.
  const isService = answer.header('client') !== null || answer.header('access-token') !== null
  return isService ? new ServiceError('BAD_PAGE', { reason: 'no token' }) : new ServiceError('NOT_THE_SERVICE', { status })
}

/** The session user record; where it cannot be read, only the email is known. */
async function userOf(answer: Answer | null, email: string, limits: Limits): Promise<SessionUser> {
  const unknown: SessionUser = { id: null, email, provider: null, uid: null, name: null }
  if (answer === null) return unknown
  try {
    const user = readSessionUser(parseEnvelope(await decode(answer, limits))['data'], () => undefined)
    return typeof user === 'string' ? unknown : { ...user, email: user.email === '' ? email : user.email }
  } catch {
    return unknown
  }
}
