import { existsSync, statSync } from 'node:fs'
import { openBook, type Book } from '../book/index.ts'
import type { AccountState } from '../contract/account.ts'
import type { Failure } from '../contract/common.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { Progress } from '../contract/downloads.ts'
import type { Change } from '../contract/program.ts'
import type { DemoService } from '../demo/index.ts'
import { createDownloads, type Downloads } from '../downloads/downloads.ts'
import { failureOf } from '../downloads/failures.ts'
import { areListsOld, listsPlan } from '../downloads/lists.ts'
import type { Target } from '../downloads/target.ts'
import { normaliseAddress } from '../service/address.ts'
import { createConnection, type Connection } from '../service/connection.ts'
import { bookPathOf, DEMO_URL } from './book-path.ts'
import { createBroadcast, newest } from './broadcast.ts'
import { noticeOf } from './notice.ts'
import { mergeChanges, topicsOf } from './changes.ts'
import { demoTour, isTourDone } from './demo-tour.ts'
import type { Host } from './host.ts'
import type { ProgramFile } from './program-file.ts'
import type { Vault, VaultAccount } from './vault.ts'

export interface DeskParts {
  host: Host
  file: ProgramFile
  vault: Vault
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
export function createDesk({ host, file, vault }: DeskParts) {
  const accountChanges = createBroadcast<AccountState>(newest)
  const changes = createBroadcast<Change>(mergeChanges)
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
  const tellAccount = () => accountChanges.publish(accountState())

  function connect(identity: VaultAccount, baseUrl: string, allowUnencrypted: boolean): Connection {
    const { lanes, proxy } = file.preferences()
    trouble = null
    return createConnection({
      baseUrl,
      email: identity.email,
      allowUnencrypted,
      proxy: proxy === '' ? 'environment' : proxy,
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
      if (notifications) host.notify(noticeOf(progress, tongue.startsWith('ru') ? 'ru' : 'en'))
    }
  }

  async function putAway(): Promise<void> {
    await downloads?.close()
    await account?.connection.close()
    book?.close()
    ;[book, account, downloads] = [null, null, null]
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
  ) {
    const path = bookPathOf(host.dataFolder, identity)
    if (account && sameAccount(account.identity, identity)) {
      await account.connection.signIn(password)
    } else {
      const connection = connect(identity, baseUrl, allowUnencrypted)
      try {
        await connection.signIn(password)
        const open = book?.file === path ? book : null
        if (open) await putAway()
        const next = openFor(path, 'write', identity)
        if (!open) await putAway()
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

    signIn: (input: { url: string; email: string; password: string; remember: boolean; allowUnencrypted: boolean }) =>
      inTurn(() => {
        const url = normaliseAddress(input.url, { allowUnencrypted: input.allowUnencrypted })
        return signIn({ url, email: input.email }, url, input.password, input.allowUnencrypted, input.remember)
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
        if (book?.file === path && book.mode === mode) return book
        if (!existsSync(path)) throw new MeterbookError('BOOK_MISSING', { file: path })
        // A new book may take an empty file's place; what is opened has to be one already.
        if (statSync(path).size === 0) throw new MeterbookError('NOT_A_BOOK', { file: path })
        if (book?.file === path) await putAway()
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
        changes.close()
      }),
  }
}
export type Desk = ReturnType<typeof createDesk>

function identityOf(book: Book | null): VaultAccount | null {
  const { url, email } = book?.identity ?? { url: null, email: null }
  return url !== null && email !== null ? { url, email } : null
}

function sameAccount(a: VaultAccount, b: VaultAccount): boolean {
  return a.url === b.url && a.email.toLowerCase() === b.email.toLowerCase()
}
