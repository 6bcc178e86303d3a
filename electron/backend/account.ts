import type { Book } from '../book/index.ts'
import type { AccountState } from '../contract/account.ts'
import type { Failure } from '../contract/common.ts'
import { failureOf } from '../downloads/failures.ts'
import { createConnection, type Connection } from '../service/connection.ts'
import type { Way } from '../service/dispatcher.ts'
import { DEMO_URL } from './book-path.ts'
import { createBroadcast, newest, type Broadcast } from './broadcast.ts'
import { clock } from './clock.ts'
import type { OwnDemo } from './own-demo.ts'
import type { ProgramFile } from './program-file.ts'
import type { Proxy } from './proxy.ts'
import type { Vault, VaultAccount } from './vault.ts'

/** An account with its connection, which holds the token chain. */
export interface OpenAccount {
  identity: VaultAccount
  connection: Connection
  allowUnencrypted: boolean
  /** How the service was reached when the connection was made. */
  way: Way
}

export interface AccountParts {
  file: ProgramFile
  vault: Vault
  proxy: Proxy
  demo: OwnDemo
  /** The book on the desk: it has an owner also while no connection is open. */
  book: () => Book | null
  /** The session or the line of the open connection has changed. */
  onChange: () => void
}

/** The account of the book on the desk: its connection, and what the windows are told of both. */
export function createAccount({ file, vault, proxy, demo, book, onChange }: AccountParts) {
  const changes: Broadcast<AccountState> = createBroadcast(newest)
  let open: OpenAccount | null = null
  let failure: Failure | null = null
  let trouble: Failure | null = null

  function state(): AccountState {
    const identity = open?.identity ?? identityOf(book())
    const state = open?.connection.state
    return {
      account: identity,
      session: identity === null ? 'none' : (state?.session ?? 'signed-out'),
      line: state?.line ?? 'unknown',
      lanes: state?.lanes ?? 0,
      canRemember: vault.remembers,
      // Held in memory until the program ends is not remembered.
      remembered: vault.remembers && identity !== null && vault.password(identity) !== null,
      isDemo: identity?.url === DEMO_URL,
      failure: failure ?? (state?.reason ? { code: state.reason, data: {} } : vault.failure),
      trouble,
    }
  }
  const tell = () => changes.publish(state())

  /** @param baseUrl where the service answers, which differs from the account's address for the demo alone */
  function connect(identity: VaultAccount, baseUrl: string, allowUnencrypted: boolean): OpenAccount {
    const way = proxy.way()
    trouble = null
    const connection = createConnection({
      baseUrl,
      email: identity.email,
      allowUnencrypted,
      ...way,
      store: vault.tokens(identity),
      password: () => vault.password(identity),
      maxLanes: file.preferences().lanes,
      clock,
      random: Math.random,
      onChange: () => {
        tell()
        onChange()
      },
      onTrouble: (error) => {
        trouble = error && failureOf(error)
        tell()
      },
    })
    return { identity, connection, allowUnencrypted, way }
  }

  /** The owner of a book that is being opened. Nothing is asked of the service, so being offline does no harm. */
  async function ownerOf(next: Book): Promise<OpenAccount | null> {
    const identity = identityOf(next)
    if (!identity || next.mode === 'read') return null
    if (identity.url === DEMO_URL) {
      const service = await demo.started()
      const owner = connect(identity, service.url, false)
      await owner.connection.signIn(service.password)
      return owner
    }
    const used = file.books().find((known) => known.file === next.file)
    const owner = connect(identity, identity.url, used?.account?.allowUnencrypted ?? false)
    owner.connection.resume()
    return owner
  }

  return {
    state,
    changes,
    tell,
    connect,
    get open() {
      return open
    },
    /**
     * Opens the account of the book that is being opened. Null where the book has none or none can be had: the reason
     * is shown, and the book opens all the same.
     */
    async reopen(next: Book): Promise<OpenAccount | null> {
      failure = null
      try {
        return await ownerOf(next)
      } catch (error) {
        failure = failureOf(error)
        return null
      }
    },
    /** True when the preferences lead another way to the service than the open connection goes. */
    isBehind(): boolean {
      const now = proxy.way()
      return open !== null && (open.way.proxy !== now.proxy || open.way.authority !== now.authority)
    },
    /** Puts an account beside the book that is being laid out. */
    layOut(next: OpenAccount | null): void {
      open = next
    },
    async putAway(): Promise<void> {
      await open?.connection.close()
      open = null
    },
    /** Shows what went wrong, or that nothing is wrong any more. */
    show(error: unknown): void {
      failure = error === null ? null : failureOf(error)
      tell()
    },
  }
}

/** Whose book it is; null for nobody's. */
export function identityOf(book: Book | null): VaultAccount | null {
  const { url, email } = book?.identity ?? { url: null, email: null }
  return url !== null && email !== null ? { url, email } : null
}
