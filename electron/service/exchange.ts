import { ServiceError } from './errors.ts'
import type { DeathReason, TokenChain, Which } from './tokens.ts'
import type { Answer } from './transport.ts'

/** What an exchange needs of its lane. */
export interface ExchangePort {
  chain(): TokenChain
  /** Sends with the chain's headers; the chain has taken the answer's headers before this resolves. */
  send(chain: TokenChain, which: Which): Promise<{ answer: Answer; broughtToken: boolean }>
  isExpired(chain: TokenChain): boolean
  /** Whether other lanes of the account are open: then a refused lane is one too many, and is given up. */
  hasOtherLanes(): boolean
  /** Starts a new chain with the remembered password. Throws SIGNED_OUT, or what keeps it from happening now. */
  signInAgain(reason: DeathReason): Promise<void>
}

/** A chain that was started because another was refused has to be accepted this often before it may be replaced in turn. */
const PROVEN_AFTER = 20

/**
 * One request and its answer, with the lane's mutex held. After a lost answer the request is repeated once with the
 * current token; on 401 the previous token is tried once, then comes a new sign-in. Without a lost answer a single 401
 * is no proof, so the request is repeated once; a token refused twice is expired, evicted or revoked.
 *
 * Returns the answer of any status but 401. Throws TOO_MANY_CONNECTIONS, SIGNED_OUT, and what the network does.
 */
export async function exchange(port: ExchangePort): Promise<Answer> {
  let refusals = 0
  let isRepeat = false
  let triedPrevious = false
  let which: Which = 'current'
  const startAnew = async (reason: DeathReason) => {
    port.chain().dead = reason
    await port.signInAgain(reason)
    refusals = 0
    triedPrevious = false
    which = 'current'
  }

  const tryPrevious = () => {
    port.chain().isCurrentRefused = true
    triedPrevious = true
    which = 'previous'
  }

  const { dead } = port.chain()
  if (dead !== null) await startAnew(dead)
  else if (port.isExpired(port.chain())) await startAnew('expired')
  else if (port.chain().isCurrentRefused && port.chain().hasPrevious) {
    refusals = 1
    tryPrevious()
  }

  for (;;) {
    const chain = port.chain()
    let outcome: { answer: Answer; broughtToken: boolean }
    try {
      outcome = await port.send(chain, which)
    } catch (error) {
      if (!wasSent(error)) throw error
      chain.doubt = 'lost'
      if (isRepeat) throw error
      isRepeat = true
      which = 'current'
      continue
    }
    if (outcome.answer.status !== 401) return outcome.answer

    refusals++
    const canTryPrevious = chain.hasPrevious && !triedPrevious && !outcome.broughtToken
    if (outcome.broughtToken && refusals < 2) {
      which = 'current'
    } else if (chain.doubt === 'lost') {
      if (canTryPrevious) tryPrevious()
      else await startAnew('lost')
    } else if (refusals < 2) {
      which = 'current'
    } else if (chain.doubt === 'resumed') {
      if (canTryPrevious) tryPrevious()
      else await startAnew('lost')
    } else if (port.isExpired(chain)) {
      await startAnew('expired')
    } else {
      if (port.hasOtherLanes() || isUnproven(chain)) throw new ServiceError('TOO_MANY_CONNECTIONS')
      await startAnew('refused')
    }
  }
}

/** A fresh token refused twice in a row is the service's limit of connections; signing in once more would only go in circles. */
function isUnproven(chain: TokenChain): boolean {
  return chain.accepted < (chain.bornOf === 'refusal' ? PROVEN_AFTER : 1)
}

function wasSent(error: unknown): boolean {
  return error instanceof ServiceError && error.data['sent'] === true
}
