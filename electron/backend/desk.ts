import { existsSync, realpathSync } from 'node:fs'
import { bookIsAt, openBook, type Book } from '../book/index.ts'
import { isSameAccount } from '../contract/account-key.ts'
import type { AccountState } from '../contract/account.ts'
import type { Failure } from '../contract/common.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { Progress } from '../contract/downloads.ts'
import type { Change } from '../contract/program.ts'
import type { DemoService } from '../demo/index.ts'
import { createDownloads, NO_DOWNLOAD, type Downloads } from '../downloads/downloads.ts'
import { failureOf } from '../downloads/failures.ts'
import { areListsOld, listsPlan } from '../downloads/lists.ts'
import type { Target } from '../downloads/target.ts'
import { normaliseAddress } from '../service/address.ts'
import { throwIfAborted } from '../service/cancel.ts'
import { createConnection, type Connection } from '../service/connection.ts'
import { bookPathOf, DEMO_URL } from './book-path.ts'
import { createBroadcast, newest } from './broadcast.ts'
import { noticeOf, type Notice } from './notice.ts'
import { mergeChanges, topicsOf } from './changes.ts'
import { demoTour, isTourDone } from './demo-tour.ts'
import type { Host } from './host.ts'
import type { ProgramFile } from './program-file.ts'
import type { Proxy } from './proxy.ts'
import type { Vault, VaultAccount } from './vault.ts'

export interface DeskParts {
  host: Host
  file: ProgramFile
  vault: Vault
  proxy: Proxy
  notify: (notice: Notice) => void
}

interface OpenAccount {
  identity: VaultAccount
  connection: Connection
  allowUnencrypted: boolean
}

/** States of the queue in which nothing is under way and nothing waits to be carried on. */
const AT_REST: ReadonlySet<Progress['state']> = new Set(['idle', 'done', 'cancelled'])

const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }

/**
 * What lies on the engineer's desk: one open book, the account it belongs to, its downloads. The one owner of
 * the token chain and of the book's writer (design.md 1). All methods throw ServiceError, BookError or MeterbookError.
 */
export function createDesk({ host, file, vault, proxy, notify }: DeskParts) {
  const accountChanges = createBroadcast<AccountState>(newest)
  const changes = createBroadcast<Change>(mergeChanges)
  /** Of whatever book is open: who follows it follows the desk, not a book that is put away. */
  const progressChanges = createBroadcast<Progress>(newest)
  let book: Book | null = null
  let account: OpenAccount | null = null
  let downloads: Downloads | null = null
  let demo: DemoService | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let failure: Failure | null = null
  let trouble: Failure | null = null

  /** Opening, signing in and closing are done one at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work, work)
    turn = result.catch(() => undefined)
    return result
  }

  function accountState(): AccountState {
    const identity = account?.identity ?? identityOf(book)
    const state = account?.connection.state
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
  const progress = (): Progress => downloads?.progress() ?? NO_DOWNLOAD
  const tellAccount = () => accountChanges.publish(accountState())

  function connect(identity: VaultAccount, baseUrl: string, allowUnencrypted: boolean): Connection {
    const { lanes } = file.preferences()
    const proxyAddress = proxy.address()
    trouble = null
    return createConnection({
      baseUrl,
      email: identity.email,
      allowUnencrypted,
      proxy: proxyAddress === '' ? 'environment' : proxyAddress,
      store: vault.tokens(identity),
      password: () => vault.password(identity),
      maxLanes: lanes,
      clock,
      random: Math.random,
      onChange: () => {
        tellAccount()
        downloads?.nudge()
      },
      onTrouble: (error) => {
        trouble = error && failureOf(error)
        tellAccount()
      },
    })
  }

  async function demoAddress(): Promise<DemoService> {
    const { startDemoService } = await import('../demo/index.ts')
    return (demo ??= await startDemoService())
  }

  function onCommit(target: Target): void {
    for (const topic of topicsOf(target))
      changes.publish({ topic, stationId: 'stationId' in target ? target.stationId : null })
  }

  /** Puts an open book on the desk with its account; what lay there before is put away first. */
  function layOut(next: Book, owner: OpenAccount | null, isDemo: boolean): void {
    book = next
    account = owner
    downloads = createDownloads({
      book: next,
      connection: () => account?.connection ?? null,
      clock,
      lanes: () => file.preferences().lanes,
      onCommit,
    })
    downloads.listen(tellWhenDone())
    downloads.listen(progressChanges.publish)
    const identity = owner?.identity ?? identityOf(next)
    file.used({
      file: next.file,
      openedMs: clock.nowMs(),
      account: identity && { ...identity, allowUnencrypted: owner?.allowUnencrypted ?? false },
      isDemo,
    })
    changes.publish({ topic: 'book', stationId: null })
    tellAccount()
    downloads.takeUp()
    progressChanges.publish(progress())
  }

  /** A notification at the end of each run that was seen at work and that the user has begun. */
  function tellWhenDone(): (progress: Progress) => void {
    let working: number | null = null
    return (progress) => {
      if (progress.state === 'running') working = progress.runId
      if (progress.state !== 'done' || working === null || working !== progress.runId) return
      working = null
      if (progress.runId !== null && downloads?.queue.run(progress.runId)?.plan.unasked) return
      const { notifications, language } = file.preferences()
      const tongue = language === 'system' ? host.systemLocale : language
      if (notifications) notify(noticeOf(progress, tongue.startsWith('ru') ? 'ru' : 'en'))
    }
  }

  /** Closes what lies on the desk, but for a book that is laid out anew. */
  async function putAway(next: Book | null = null): Promise<void> {
    await downloads?.close()
    await account?.connection.close()
    if (book !== next) book?.close()
    ;[book, account, downloads] = [null, null, null]
    progressChanges.publish(progress())
  }

  function openFor(path: string, mode: 'write' | 'read', identity?: VaultAccount): Book {
    return openBook(path, {
      mode,
      now: clock.nowMs,
      owner: `Meterbook ${host.kind}`,
      ...(identity ? { account: identity } : {}),
    })
  }

  /** The connection of a book that is being opened: nothing is asked of the service, so being offline does no harm. */
  async function accountOf(next: Book): Promise<OpenAccount | null> {
    const identity = identityOf(next)
    if (!identity || next.mode === 'read') return null
    const used = file.books().find((known) => known.file === next.file)
    const allowUnencrypted = used?.account?.allowUnencrypted ?? false
    if (identity.url === DEMO_URL) {
      const service = await demoAddress()
      const connection = connect(identity, service.url, false)
      await connection.signIn(service.password)
      return { identity, connection, allowUnencrypted: false }
    }
    try {
      const connection = connect(identity, identity.url, allowUnencrypted)
      connection.resume()
      return { identity, connection, allowUnencrypted }
    } catch (error) {
      failure = failureOf(error)
      return null
    }
  }

  /** Signs in with a connection of its own, then swaps: when anything fails, what lay on the desk is still there. */
  async function signIn(
    identity: VaultAccount,
    baseUrl: string,
    password: string,
    allowUnencrypted: boolean,
    remember: boolean,
    giveUp?: AbortSignal,
  ) {
    const path = bookPathOf(host.dataFolder, identity)
    if (account && isSameAccount(account.identity, identity)) {
      await account.connection.signIn(password, giveUp)
    } else {
      const connection = connect(identity, baseUrl, allowUnencrypted)
      try {
        await connection.signIn(password, giveUp)
        const open = book && isWriter(book, path) ? book : null
        open?.claim(identity)
        const next = open ?? openFor(path, 'write', identity)
        await putAway(next)
        layOut(next, { identity, connection, allowUnencrypted }, identity.url === DEMO_URL)
      } catch (error) {
        if (connection.state.session === 'signed-in') await connection.signOut().catch(() => false)
        await connection.close()
        throw error
      }
    }
    failure = null
    vault.setPassword(identity, remember ? password : null)
    tellAccount()
    downloads?.nudge()
    beginUnasked()
    return accountState()
  }

  /** After a sign-in the lists come by themselves when they are old, and the demo's book is filled. A run that is there goes before. */
  function beginUnasked(): void {
    if (!book || !downloads || book.mode !== 'write' || !AT_REST.has(downloads.progress().state)) return
    // As the downloads date what they fetch: by the earlier of the two clocks.
    const nowMs = Math.min(clock.nowMs(), account?.connection.serviceNowMs() ?? Infinity)
    const isDemo = account?.identity.url === DEMO_URL
    try {
      if (isDemo && demo && !isTourDone(downloads.queue.history(), nowMs)) downloads.start(demoTour(demo.world, nowMs))
      else if (areListsOld(book, nowMs)) downloads.start(listsPlan(nowMs))
    } catch (error) {
      // Signed in all the same: a book that cannot be written is said, and does not undo it.
      failure = failureOf(error)
      tellAccount()
    }
  }

  return {
    accountState,
    accountChanges,
    changes,
    /** The progress of the open book's downloads; idle while none is open. */
    progress,
    progressChanges,
    /** The open book. Throws NO_BOOK. */
    book(): Book {
      if (!book) throw new MeterbookError('NO_BOOK')
      return book
    },
    bookOrNull: (): Book | null => book,
    /** The downloads of the open book. Throws NO_BOOK. */
    downloads(): Downloads {
      if (!downloads) throw new MeterbookError('NO_BOOK')
      return downloads
    },
    downloadsOrNull: (): Downloads | null => downloads,

    /** `giveUp` aborted: what lay on the desk stays there. Throws CANCELLED. */
    signIn: (
      input: { url: string; email: string; password: string; remember: boolean; allowUnencrypted: boolean },
      giveUp?: AbortSignal,
    ) =>
      inTurn(async () => {
        throwIfAborted(giveUp)
        const url = normaliseAddress(input.url, { allowUnencrypted: input.allowUnencrypted })
        return signIn({ url, email: input.email }, url, input.password, input.allowUnencrypted, input.remember, giveUp)
      }),
    tryDemo: () =>
      inTurn(async () => {
        const service = await demoAddress()
        return signIn({ url: DEMO_URL, email: service.email }, service.url, service.password, false, false)
      }),
    signOut: () =>
      inTurn(async () => {
        if (account) {
          downloads?.pause()
          await account.connection.signOut()
          vault.forget(account.identity)
        }
        failure = null
        tellAccount()
        return accountState()
      }),
    /** Opens a book file that is there; one that cannot be opened leaves the open one as it was. */
    open: (path: string, mode: 'write' | 'read') =>
      inTurn(async () => {
        // A new book may take an empty file's place; what is opened has to be one already.
        if (!bookIsAt(path)) throw new MeterbookError(existsSync(path) ? 'NOT_A_BOOK' : 'BOOK_MISSING', { file: path })
        if (book?.mode === mode && isSameFile(book, path)) return book
        // The one on the desk stays there until the other one is open. A reader of the same book may lie beside its writer.
        const next = openFor(path, mode)
        await putAway()
        failure = null
        let owner: OpenAccount | null = null
        try {
          owner = await accountOf(next)
        } catch (error) {
          // The book opens whatever its service does; why there is no session is shown.
          failure = failureOf(error)
        }
        layOut(next, owner, identityOf(next)?.url === DEMO_URL)
        return next
      }),
    closeBook: () =>
      inTurn(async () => {
        await putAway()
        changes.publish({ topic: 'book', stationId: null })
        tellAccount()
      }),
    /** Preferences changed: what is running takes them up. */
    applyPreferences(): void {
      account?.connection.setMaxLanes(file.preferences().lanes)
      changes.publish({ topic: 'preferences', stationId: null })
    },
    close: () =>
      inTurn(async () => {
        await putAway()
        await demo?.close()
        accountChanges.close()
        progressChanges.close()
        changes.close()
      }),
  }
}
export type Desk = ReturnType<typeof createDesk>

function identityOf(book: Book | null): VaultAccount | null {
  const { url, email } = book?.identity ?? { url: null, email: null }
  return url !== null && email !== null ? { url, email } : null
}

/** Also when the path leads there through a link. */
function isSameFile(book: Book, path: string): boolean {
  return existsSync(path) && realpathSync(path) === book.file
}

const isWriter = (book: Book, path: string) => book.mode === 'write' && isSameFile(book, path)
