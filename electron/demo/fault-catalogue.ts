/** The options of each fault beside its rule. Times in ms unless named otherwise. */
export interface FaultParameters {
  /** Time from a request's arrival to its answer. */
  latency: { ms: number }
  /** Plus a random time up to this, evenly distributed. */
  jitter: { ms: number }
  /** `access-token: ' '`; the token just used stays good. */
  blankToken: object
  /** The connection breaks; the token was not used. */
  lostBefore: object
  /** The connection breaks; the token was used and its successor is lost. */
  lostAfter: object
  /** The connection is reset in the middle of the body. */
  resetInBody: object
  /** A complete answer whose JSON ends too early. */
  truncatedJson: object
  /** A page of HTML with status 200, as a captive portal or a proxy would send; the token was not used. */
  html200: object
  /** The body comes a few bytes at a time. */
  slowDrip: { chunkBytes?: number; pauseMs?: number }
  /** No answer; `consumed` says whether the token was used. */
  hang: { consumed?: boolean }
  /** 401 though the token is good; it stays good. */
  unauthorized: object
  /** The lane is gone: 401 from now on. Only lanes that have used up `after` tokens, of any age by default. */
  revokedLane: { after?: number }
  /** The token counts as expired: 401 until a new sign-in. `after` as above. */
  tokenExpires: { after?: number }
  /** A user has at most so many lanes: the oldest is dropped silently. */
  maxLanes: { lanes: number }
  /** Sign-in is refused though the password is right. */
  signInRefused: object
  /** 429 with Retry-After. */
  tooManyRequests: { retryAfterS?: number; as?: 'seconds' | 'date' }
  /** So many requests in a row end in one of the statuses; tokens are not used. */
  serverErrors: { burst?: number; statuses?: readonly number[] }
  /** A span of more days is refused: 4xx after the token was used, 5xx before. */
  longSpans: { days: number; status?: number }
  /** Pages have the default size, for a whole list once decided. */
  perPageIgnored: object
  /** Pages after the first repeat records of the page before, for a whole list once decided. */
  shiftedPages: { by?: number }
  idsAsStrings: object
  /** Numbers as strings and channel values the other way round. */
  otherTypes: object
  /** Every record and the envelope have a field more. */
  unknownFields: object
  /** Readings have a channel more. */
  unknownChannels: object
  /** Pages have records that nobody can understand, beside all the true ones. */
  garbageRecords: object
  /** `next_page` names the same page again, or an earlier one. */
  nextPage: { mode?: 'loop' | 'back' }
  totalPages: { mode?: 'wrong' | 'null' }
  /** 302 to another place, which gets the path appended; the token was not used. */
  redirect: { to?: string }
  /** Bodies are compressed for whoever accepts it. */
  gzip: object
  /** The service's clock (`Date`, `expiry`) is off by so much. What exists does not change. */
  clockOffset: { ms: number }
}

export const FAULT_NAMES = [
  'latency',
  'jitter',
  'blankToken',
  'lostBefore',
  'lostAfter',
  'resetInBody',
  'truncatedJson',
  'html200',
  'slowDrip',
  'hang',
  'unauthorized',
  'revokedLane',
  'tokenExpires',
  'maxLanes',
  'signInRefused',
  'tooManyRequests',
  'serverErrors',
  'longSpans',
  'perPageIgnored',
  'shiftedPages',
  'idsAsStrings',
  'otherTypes',
  'unknownFields',
  'unknownChannels',
  'garbageRecords',
  'nextPage',
  'totalPages',
  'redirect',
  'gzip',
  'clockOffset',
] as const satisfies readonly (keyof FaultParameters)[]
export type FaultName = keyof FaultParameters

/** When a fault happens. Everything is seeded: the same requests in the same order meet the same faults. */
export interface FaultRule {
  /** Chance for each request that it applies to, 1 when left out. */
  rate?: number
  /** Happens this many times more and then is off. */
  next?: number
  /** First lets so many requests that it applies to pass. */
  skip?: number
  /** Only for requests whose path and query contain this text; such a rule reaches sign-in and sign-out too. */
  path?: string
}

export type Faults = { [Name in FaultName]: FaultParameters[Name] & FaultRule }
