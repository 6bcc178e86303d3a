import { ServiceError } from './errors.ts'
import type { AnswerHead } from './transport.ts'

/** A lane's token chain as it is kept between starts. Secret: belongs into the vault and nowhere else. */
export interface StoredLane {
  /** Identifies the connection at the service. */
  client: string
  token: string
  /** The token before, for a lost answer; null on a new chain. */
  previousToken: string | null
  tokenType: string
  uid: string
  /** When the service lets the token expire, Unix ms of the service's clock; null where it did not say. */
  expiryMs: number | null
}

/** Where chains live. `save` is durable when it returns: the next request is sent only after it. */
export interface TokenStore {
  /** In the order in which they were first saved: the first is the account's own lane. */
  load(): StoredLane[]
  save(lane: StoredLane): void
  remove(client: string): void
}

/** A store that forgets with the process: the command line without a vault key, and tests. */
export function memoryTokenStore(): TokenStore {
  const lanes = new Map<string, StoredLane>()
  return {
    load: () => [...lanes.values()],
    save: (lane) => void lanes.set(lane.client, lane),
    remove: (client) => void lanes.delete(client),
  }
}

export type Which = 'current' | 'previous'

/**
 * Whether the current token can be relied on. `lost`: an answer was lost, the service may have moved on;
 * `resumed`: it comes from the store, and the program may have died in the middle of a request.
 */
export type Doubt = 'none' | 'lost' | 'resumed'

/** Why a chain ended: its time was over, an answer with the next token was lost, or the service refused it. */
export type DeathReason = 'expired' | 'lost' | 'refused'

/** Why the chain was started; a chain born of a refusal has to prove itself before another is started for it. */
export type BornOf = 'sign-in' | 'refusal'

/** docs/service.md, 'Authentication'. The tokens are private fields: no log or inspection shows them. */
export class TokenChain {
  #lane: StoredLane
  readonly #store: TokenStore
  readonly bornOf: BornOf
  doubt: Doubt
  /** In doubt, and the current token was refused: the previous one is tried, also by the next request. */
  isCurrentRefused = false
  /** Answers that took a token of this chain. */
  accepted = 0
  /** Why the service will accept nothing of this chain any more: only a new sign-in helps. Null while it lives. */
  dead: DeathReason | null = null

  constructor(lane: StoredLane, store: TokenStore, options: { doubt: Doubt; bornOf: BornOf }) {
    this.#lane = lane
    this.#store = store
    this.doubt = options.doubt
    this.bornOf = options.bornOf
  }

  get client(): string {
    return this.#lane.client
  }

  get hasPrevious(): boolean {
    return this.#lane.previousToken !== null
  }

  /** The four authentication headers; `expiry` is never sent back. */
  headers(which: Which): Record<string, string> {
    const { token, previousToken, tokenType, client, uid } = this.#lane
    return {
      'access-token': which === 'previous' && previousToken !== null ? previousToken : token,
      'token-type': tokenType,
      client,
      uid,
    }
  }

  /** Whether the token has expired at `serviceNowMs`, the service's own time. */
  isExpired(serviceNowMs: number): boolean {
    return this.#lane.expiryMs !== null && serviceNowMs >= this.#lane.expiryMs
  }

  /**
   * Takes an answer's headers, whatever its status: adopts a token that is not blank and stores it durably.
   * A blank or missing one keeps the token that was sent, and so does one that cannot be sent back: then the chain is in
   * doubt, for the service may accept nothing else. Returns whether a new token came.
   */
  answered(head: AnswerHead, sent: Which): boolean {
    if (head.status < 400) this.accepted++
    const token = filled(head.header('access-token'))
    const used = this.headers(sent)['access-token'] ?? this.#lane.token
    if (token !== null && !isSendable(token, MOST_TOKEN)) {
      this.doubt = 'lost'
      return false
    }
    if (token !== null && token !== used) {
      this.#replace({ ...this.#lane, ...attributes(head), token, previousToken: used })
      this.doubt = 'none'
      this.isCurrentRefused = false
      return true
    }
    // Without the header the answer may come from a portal or a proxy, and proves nothing.
    if (head.status === 401 || head.header('access-token') === null) return false
    this.isCurrentRefused = false
    // The previous token was taken: it is the live one. (A blank header after a lost answer leaves the doubt.)
    if (sent === 'previous') this.#replace({ ...this.#lane, token: used, previousToken: this.#lane.token })
    if (this.doubt === 'resumed' || token !== null) this.doubt = 'none'
    return false
  }

  /** Forgets the chain in the store. */
  forget(): void {
    this.dead ??= 'lost'
    this.#store.remove(this.client)
  }

  /** Writes the chain as it is now; call once for a new chain. */
  save(): void {
    this.#store.save(this.#lane)
  }

  #replace(lane: StoredLane): void {
    this.#lane = lane
    this.#store.save(lane)
  }
}

/**
 * Characters of a token, and of each other header of the four: all of them together are to pass the 8 kB that servers
 * take. The tokens of the document have 22, signed ones some hundreds.
 */
const MOST_TOKEN = 4_000
const MOST_ATTRIBUTE = 1_000

/** Whether a header can hold it and bring it back as it came: printable, without a tab that may be turned into blanks on the way. */
function isSendable(value: string, most: number): boolean {
  return value.length <= most && /^[\x20-\x7e\x80-\xff]*$/.test(value)
}

/**
 * The chain that a sign-in's answer starts; null when a header that it needs is missing or blank. Throws BAD_TOKEN where
 * one of them cannot be sent back.
 */
export function chainOf(head: AnswerHead): StoredLane | null {
  const token = filled(head.header('access-token'))
  const client = filled(head.header('client'))
  const uid = filled(head.header('uid'))
  if (token === null || client === null || uid === null) return null
  if (!isSendable(token, MOST_TOKEN)) throw new ServiceError('BAD_TOKEN', { header: 'access-token' })
  if (!isSendable(client, MOST_ATTRIBUTE)) throw new ServiceError('BAD_TOKEN', { header: 'client' })
  if (!isSendable(uid, MOST_ATTRIBUTE)) throw new ServiceError('BAD_TOKEN', { header: 'uid' })
  return { tokenType: 'Bearer', expiryMs: null, ...attributes(head), token, previousToken: null, client, uid }
}

function attributes(head: AnswerHead): Partial<Pick<StoredLane, 'tokenType' | 'expiryMs'>> {
  const tokenType = filled(head.header('token-type'))
  const expiry = filled(head.header('expiry'))
  return {
    ...(tokenType === null || !isSendable(tokenType, MOST_ATTRIBUTE) ? {} : { tokenType }),
    ...(expiry === null || !/^\d+$/.test(expiry) ? {} : { expiryMs: Number(expiry) * 1000 }),
  }
}

function filled(header: string | null): string | null {
  const value = header?.trim() ?? ''
  return value === '' ? null : value
}
