import { createDispatcher, type Way } from './dispatcher.ts'
import { isOffline } from './errors.ts'
import type { Limits } from './limits.ts'
import type { ServiceClock } from './service-clock.ts'
import { send, type Answer, type OutgoingRequest, type SendOptions } from './transport.ts'

export interface LinePort extends Way {
  baseUrl: string
  limits: Limits
  serviceClock: ServiceClock
  /** After each request: whether the service could be reached. */
  onState(state: 'online' | 'offline'): void
  /** An answer has been received in full. */
  onAnswer(bytes: number): void
}

/** The way to one service: everything that is sent to it goes through here. */
export interface Line {
  /** One request without repeats; tokens are the caller's. Throws what transport.ts throws. */
  send(outgoing: OutgoingRequest, options: SendOptions): Promise<Answer>
  close(): Promise<void>
}

/** Throws BAD_PROXY, BAD_AUTHORITY. */
export function createLine({ baseUrl, proxy, authority, limits, serviceClock, onState, onAnswer }: LinePort): Line {
  const dispatcher = createDispatcher(baseUrl, { proxy, authority }, limits)
  return {
    async send(outgoing, options) {
      const headers = { accept: 'application/json', 'accept-encoding': 'gzip', ...outgoing.headers }
      try {
        const answer = await send(dispatcher, baseUrl, { ...outgoing, headers }, limits, {
          ...options,
          onHead(head) {
            options.onHead(head)
            serviceClock.answered(head)
            onState('online')
          },
        })
        onAnswer(answer.body.length)
        return answer
      } catch (error) {
        if (isOffline(error)) onState('offline')
        throw error
      }
    },
    close: () => dispatcher.destroy(),
  }
}
