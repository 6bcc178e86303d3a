import { createORPCClient, type ClientContext, type ClientLink } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../electron/contract/index.ts'
import { waitingLink } from './connection.ts'
import { FIRST_PAGE } from './components/grid/page.ts'

/**
 * Questions that a screen is going to ask, sent before it is built or even read. Each answer goes to the first who asks
 * the same, and to nobody a little later: by then it may be old.
 */
type Link = ClientLink<ClientContext>
type Client = ContractRouterClient<Contract>

const OLD_MS = 3000
const answers = new Map<string, Promise<unknown>>()
/** After these another book lies on the desk: answers that were about the one before, or about none, are not to be believed. */
const TURNS = new Set(['book.open', 'book.choose', 'book.close', 'account.signIn', 'account.tryDemo'])
const nameOf = (path: readonly string[], input: unknown) => JSON.stringify([path, input])

/** The wire, with the answers that are there already. */
export const earlyLink: Link = {
  call(path, input, options) {
    if (TURNS.has(path.join('.'))) answers.clear()
    const name = nameOf(path, input)
    const answer = answers.get(name)
    answers.delete(name)
    return answer ?? waitingLink.call(path, input, options)
  },
}

/** Asks and keeps the answer for the first who asks the same, for so long. What is on its way or here is not asked again. */
const askingFor = (keepMs: number): Client =>
  createORPCClient<Client>({
    call(path, input, options: Parameters<Link['call']>[2]) {
      const name = nameOf(path, input)
      const known = answers.get(name)
      if (known) return known
      const answer = waitingLink.call(path, input, options)
      answers.set(name, answer)
      setTimeout(() => answers.get(name) === answer && answers.delete(name), keepMs)
      return answer
    },
  })

/** Asks what a screen will ask, word for word. */
export function askEarly<T>(ask: (client: Client) => Promise<T>, keepMs = OLD_MS): Promise<T> {
  const answer = ask(askingFor(keepMs))
  // Whoever asks the same is told what went wrong; where nobody does, nobody needs to know.
  answer.catch(() => undefined)
  return answer
}

/** Forgets the answers of one part of the contract that nobody has asked for yet: the book has changed. */
export function forgetEarly(part: keyof Client): void {
  for (const name of answers.keys()) if (name.startsWith(`[["${part}"`)) answers.delete(name)
}

let started: Promise<unknown> = Promise.resolve()
/** A book or a wire that is slower than this is waited for with the window already there. */
const SOON_MS = 60

/** Resolves when what the first screen asks is answered, or a moment later. */
export const firstAnswers = (): Promise<unknown> =>
  Promise.race([started, new Promise((resolve) => setTimeout(resolve, SOON_MS))])

/** Asks what the first screen will ask. Call once, when the wire is being opened. */
export function askForStart(): void {
  void askEarly((client) => client.book.summary())
  void askEarly((client) => client.program.info())
  void askEarly((client) => client.program.preferences())
  if (['', '#/', '#/stations'].includes(location.hash)) {
    void askEarly((client) => client.stations.list({ ...FIRST_PAGE, sort: { by: 'name', desc: false } }))
    void askEarly((client) => client.stations.tree())
  }
  started = Promise.allSettled(answers.values())
}
