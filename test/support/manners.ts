import type { LogEntry } from '../../electron/demo/index.ts'

/**
 * Whether a client kept to the service's rules, judged by the service's own log: every header sent, one request at a
 * time on a lane, and the newest token on each request.
 */

export interface Manners {
  /** Breaches of the rules, in words; empty when there are none. */
  violations: string[]
  requests: number
  /** Requests beyond the first for the same thing. */
  repeats: number
  /** Lanes that were opened: sign-ins that were granted. */
  lanes: number
  refused: number
}

/** A used token may be presented twice after an answer was lost: the current one once, then the one before once. */
const EXCUSED_AFTER_LOSS = 2
/** A dead lane is noticed by: its token, its token once more, and after a lost answer the one before. */
const MOST_REFUSALS = 3

export interface Line {
  /** The client's limit without a byte: a request that took longer may have been given up. */
  idleMs: number
}

export function mannersIn(log: readonly LogEntry[], line: Line): Manners {
  const violations = log.flatMap((entry) => ofRequest(entry).map((rule) => `request ${entry.seq}: ${rule}`))
  const lanes = Map.groupBy(
    log.filter((entry) => entry.lane !== null),
    (entry) => entry.lane,
  )
  for (const entries of lanes.values()) violations.push(...ofLane(entries, line))
  const asked = new Set(log.map((entry) => `${entry.method} ${entry.path} ${JSON.stringify(entry.query)}`))
  const data = log.filter((entry) => entry.method === 'GET')
  return {
    violations,
    requests: log.length,
    repeats: data.length - [...asked].filter((key) => key.startsWith('GET')).length,
    lanes: log.filter((entry) => entry.method === 'POST' && entry.status === 200).length,
    refused: data.filter((entry) => entry.status === 401).length,
  }
}

function ofRequest(entry: LogEntry): string[] {
  const broken: string[] = []
  const isSignIn = entry.path === '/api/v1/auth/sign_in'
  const method = isSignIn ? 'POST' : entry.path === '/api/v1/auth/sign_out' ? 'DELETE' : 'GET'
  if (entry.method !== method) broken.push(`${entry.method} ${entry.path}`)
  if ('expiry' in entry.headers) broken.push('expiry was sent')
  if (entry.headers['content-type'] !== 'application/json') broken.push('no Content-Type')
  if (isSignIn) return broken
  for (const name of ['client', 'uid', 'token-type']) if (!entry.headers[name]) broken.push(`no ${name}`)
  if (entry.token === 'missing') broken.push('no access-token')
  return broken
}

/** An answer that the client may not have seen: its token is in doubt. */
const isLost = (entry: LogEntry, { idleMs }: Line): boolean =>
  entry.status === null || entry.faults.includes('resetInBody') || (entry.tookMs ?? Infinity) >= idleMs

function ofLane(entries: readonly LogEntry[], line: Line): string[] {
  const broken: string[] = []
  let excused = 0
  let refusals = 0
  let isDripping = false
  const note = (entry: LogEntry, rule: string) => broken.push(`request ${entry.seq}: ${rule}: ${story(entries, entry)}`)
  for (const entry of entries) {
    // The client has all of a dripping answer a moment before the service logs its end.
    if (entry.inFlightOnLane > 1 && !isDripping) note(entry, `${entry.inFlightOnLane} in flight`)
    isDripping ||= entry.faults.includes('slowDrip')
    if (entry.token === 'previous' || entry.token === 'used') {
      if (excused === 0) note(entry, `a ${entry.token} token without an answer lost`)
      // An answer that did not look at the token (a proxy's, a refusal of too many requests) leaves it in doubt.
      if (entry.status === 401) excused = Math.max(0, excused - 1)
    }
    if (isLost(entry, line)) excused = EXCUSED_AFTER_LOSS
    else if (entry.token === 'current' && entry.status !== null && entry.status < 400) excused = 0
    // A refusal that the client did not see does not count.
    if (!isLost(entry, line)) refusals = entry.status === 401 ? refusals + 1 : 0
    if (refusals > MOST_REFUSALS) note(entry, `refused ${refusals} times in a row`)
  }
  return broken
}

/** What a lane went through up to a request. */
const story = (entries: readonly LogEntry[], last: LogEntry): string =>
  entries
    .slice(0, entries.indexOf(last) + 1)
    .slice(-6)
    .map(({ seq, token, status, faults }) => [seq, token, status, ...faults].join(' '))
    .join(', ')

/**
 * Lanes that are open at the service though the client could have signed them out: every extra lane but those whose
 * last words were lost or refused, whose token nobody knows any more.
 */
export function leftOpen(open: readonly string[], own: readonly string[], log: readonly LogEntry[], line: Line): string[] {
  return open.filter((client) => {
    if (own.includes(client)) return false
    const last = log.findLast((entry) => entry.lane === client)
    return last === undefined || !(isLost(last, line) || last.status === 401 || last.status === 404)
  })
}
