import { startAnalyst, type Analyst } from '../../analyst/analyst.ts'
import type { Book } from '../../book/book.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { createDownloads, type Downloads } from '../../downloads/downloads.ts'
import { createConnection } from '../../service/connection.ts'
import { goodbye } from '../../service/goodbye.ts'
import { memoryTokenStore } from '../../service/tokens.ts'
import { signedInBook } from '../account-book.ts'
import { nudgeOf } from '../changes.ts'
import { clock } from '../clock.ts'
import type { Host } from '../host.ts'
import type { Proxy } from '../proxy.ts'
import type { Vault } from '../vault.ts'
import type { HandedSync } from './contract.ts'

/** A book that is downloaded, and who concludes from it. */
export interface Work {
  book: Book
  downloads: Downloads
  analyst: Analyst
  /** Ends it in good order; the run and its cursors stay in the book. */
  end(): Promise<void>
}

interface AsideParts {
  file: string
  vault: Vault
  proxy: Proxy
  host: Host
  usual: () => GasClock
  /** Aborted: the sign-in is given up. */
  signal: AbortSignal
}

/**
 * Opens a book that does not lie on the desk, on a connection of its own that is signed in with the remembered password and
 * out again at the end. The account on the desk keeps its connection, also where it is the same.
 * @throws MeterbookError NOT_REMEMBERED; BookError, ServiceError
 */
export async function openAside({ account, lanes }: HandedSync, { file, vault, proxy, host, usual, signal }: AsideParts): Promise<Work> {
  const password = vault.password(account)
  if (password === null) throw new MeterbookError('NOT_REMEMBERED', { email: account.email, reason: 'program' })
  const connection = createConnection({
    baseUrl: account.url,
    email: account.email,
    allowUnencrypted: account.allowUnencrypted,
    ...proxy.way(),
    store: memoryTokenStore(),
    maxLanes: lanes,
    clock,
    random: Math.random,
  })
  const owner = { url: connection.baseUrl, email: account.email }
  const writer = { file, account: owner, now: clock.nowMs, owner: `Meterbook ${host.kind}, for meterbook sync` }
  const book = await signedInBook(writer, () => connection.signIn(password, signal)).catch(async (error: unknown) => {
    await goodbye(connection)
    throw error
  })
  const analyst = startAnalyst({
    book,
    at: () => ({ usual: usual(), nowMs: clock.nowMs() }),
    tell: () => undefined,
  })
  const downloads = createDownloads({
    book,
    connection: () => connection,
    clock,
    lanes: () => lanes,
    onCommit: (target) => analyst.nudge(nudgeOf(target)),
  })
  return {
    book,
    downloads,
    analyst,
    async end() {
      await downloads.close()
      await Promise.all([analyst.close(), goodbye(connection)])
      book.close()
    },
  }
}
