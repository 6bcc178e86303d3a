import type { MessagePort } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import type { AnyRouter } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'

/** oRPC over a port of Node's, its two ends. A port speaks for one contract, in one direction. */

/**
 * A client over a port. Questions that are asked before the other end serves wait in the port; those under way when the
 * port closes fail.
 */
export function askOver<T extends AnyContractRouter>(port: MessagePort): ContractRouterClient<T> {
  const link = new RPCLink({ port })
  port.start()
  return createORPCClient(link)
}

/** Serves until the port closes. */
export function serveOn(port: MessagePort, router: AnyRouter): void {
  new RPCHandler(router).upgrade(port, { context: {} })
  port.start()
}
