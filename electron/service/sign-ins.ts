import type { SessionUser } from '../contract/records.ts'
import { throwIfAborted } from './cancel.ts'
import { isRateLimited, ServiceError } from './errors.ts'
import type { Gate } from './gate.ts'
import type { Limits } from './limits.ts'
import type { Line } from './line.ts'
import { createMutex } from './mutex.ts'
import { createPassword, type PasswordPort } from './password.ts'
import { signInOnce } from './sign-in.ts'
import { TokenChain, type BornOf, type StoredLane, type TokenStore } from './tokens.ts'

export interface SignInsPort extends Omit<PasswordPort, 'signIn'> {
  line: Line
  email: string
  store: TokenStore
  gate: Gate
  limits: Limits
  serviceNowMs: () => number
}

/** The sign-ins of one account, by hand or by a remembered password: one at a time. */
export function createSignIns(port: SignInsPort) {
  const { line, email, store, gate, limits } = port
  const turn = createMutex()
  let started = 0

  const once = async (secret: string, giveUp?: AbortSignal) => {
    try {
      return await signInOnce(
        (outgoing, onHead) => line.send(outgoing, { onHead, giveUp }),
        ...([email, secret, port.serviceNowMs, limits] as const),
      )
    } catch (error) {
      const asked = isRateLimited(error) ? error.data['retryAfterMs'] : null
      if (typeof asked === 'number') gate.closeFor(asked)
      throw error
    }
  }
  const password = createPassword({ ...port, signIn: async (secret) => (await once(secret)).lane })

  return {
    password,
    /** How many chains were started. */
    started: (): number => started,
    /** A chain that a sign-in has brought, stored. */
    chainOf(lane: StoredLane, bornOf: BornOf): TokenChain {
      started++
      const chain = new TokenChain(lane, store, { doubt: 'none', bornOf })
      chain.save()
      return chain
    },
    /** Throws what `Password.signIn` throws. */
    byMemory: (waiting?: AbortSignal): Promise<StoredLane> => turn.run(() => password.signIn(waiting)),
    byHand: (secret: string, signal?: AbortSignal): Promise<{ lane: StoredLane; user: SessionUser }> =>
      turn.run(() =>
        twice(async () => {
          await gate.pass(signal)
          throwIfAborted(signal)
          return once(secret, signal)
        }),
      ),
  }
}

/** A sign-in by hand is tried once more when the service itself stumbled, or when the answer was lost. */
async function twice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const stumbled = error instanceof ServiceError && (error.code === 'BAD_PAGE' || error.data['sent'] === true)
    if (!stumbled || error.code === 'TIMEOUT') throw error
    return work()
  }
}
