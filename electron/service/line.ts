import { createDispatcher } from './dispatcher.ts'
import { isOffline } from './errors.ts'
import type { Limits } from './limits.ts'
import type { ProxyChoice } from './proxy.ts'
import type { ServiceClock } from './service-clock.ts'
import { send, type Answer, type OutgoingRequest, type SendOptions } from './transport.ts'

export interface LinePort {
  baseUrl: string
  proxy: ProxyChoice
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

/** Throws BAD_PROXY. */
export function createLine({ baseUrl, proxy, limits, serviceClock, onState, onAnswer }: LinePort): Line {
  const dispatcher = createDispatcher(baseUrl, proxy, limits)
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
