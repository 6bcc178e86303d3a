import { refusal, type DemoAnswer, type DemoRequest } from './exchange.ts'
import type { FaultSwitches } from './faults.ts'
import { refusedSpan } from './garble.ts'

/** What happens to a request instead of the service's own answer. */
export type Interception = { kind: 'answer'; answer: DemoAnswer } | { kind: 'break' } | { kind: 'silence' }

/** Nobody listens there. */
const ELSEWHERE = 'http://elsewhere.invalid'

/** Faults on the way to the service: the token is not used. The first that happens wins. */
export function beforeService(request: DemoRequest, faults: FaultSwitches, serviceMs: number): Interception | undefined {
  if (faults.fires('lostBefore', request)) return { kind: 'break' }
  if (faults.active.hang?.consumed !== true && faults.fires('hang', request)) return { kind: 'silence' }
  const redirect = faults.fires('redirect', request)
  if (redirect) {
    const location = `${redirect.to ?? ELSEWHERE}${request.path}?${new URLSearchParams(request.query).toString()}`
    return answer({ status: 302, headers: { location }, body: '' })
  }
  if (faults.fires('html200', request)) {
    return answer({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: PORTAL })
  }
  const limited = faults.fires('tooManyRequests', request)
  if (limited) return answer(tooMany(limited.retryAfterS ?? 1, limited.as ?? 'seconds', serviceMs))
  const status = faults.serverError(request)
  if (status !== undefined) return answer(serverError(status))
  if (faults.fires('unauthorized', request)) {
    return answer(refusal(401, 'You need to sign in or sign up before continuing.'))
  }
  if ((faults.active.longSpans?.status ?? 422) >= 500) {
    const refused = refusedSpan(request, faults)
    if (refused) return answer(refused)
  }
  return undefined
}

const answer = (given: DemoAnswer): Interception => ({ kind: 'answer', answer: given })

const PORTAL = '<!DOCTYPE html><html><head><title>Wi-Fi</title></head><body><h1>Please accept the terms of use</h1></body></html>'

function tooMany(seconds: number, as: 'seconds' | 'date', serviceMs: number): DemoAnswer {
  const value = as === 'seconds' ? String(seconds) : new Date(serviceMs + seconds * 1000).toUTCString()
  const refused = refusal(429, 'Too many requests')
  return { ...refused, headers: { 'retry-after': value } }
}

/** A 500 is the application's and JSON; what a gateway says is HTML. */
function serverError(status: number): DemoAnswer {
  if (status === 500) return { status, headers: {}, body: { status: 500, error: 'Internal Server Error' } }
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center></body></html>`,
  }
}
