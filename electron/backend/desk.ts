import { existsSync, realpathSync } from 'node:fs'
import { startAnalyst, type Analyst } from '../analyst/analyst.ts'
import { openLog, type EventLog } from '../log/log.ts'
import type { Nudge } from '../analyst/judging.ts'
import { bookIsAt, openBook, type Book } from '../book/index.ts'
import { asBookError } from '../book/file/errors.ts'
import { isSameAccount } from '../contract/account-key.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { Progress } from '../contract/downloads.ts'
import type { Change } from '../contract/program.ts'
import { KEPT_DELETED_DAYS } from '../contract/note-words.ts'
import { earlierNow } from '../contract/time/now.ts'
import { DAY_MS } from '../contract/time/units.ts'
import { createDownloads, type Downloads } from '../downloads/downloads.ts'
import { isUnderWay, NO_DOWNLOAD } from '../downloads/progress.ts'
import { queueIn } from '../downloads/queue.ts'
import { stationOf, type Target } from '../downloads/target.ts'
import { normaliseAddress } from '../service/address.ts'
import { throwIfAborted } from '../service/cancel.ts'
import { createAccount, identityOf, type OpenAccount } from './account.ts'
import { bookPathOf, DEMO_URL } from './book-path.ts'
import { createBroadcast, newest } from './broadcast.ts'
import { mergeChanges, nudgeOf, topicsOf } from './changes.ts'
import { clock } from './clock.ts'
import type { Host } from './host.ts'
import type { Notice } from './notice.ts'
import { noticeAtEnd } from './notice-at-end.ts'
import { createOwnDemo } from './own-demo.ts'
import { accountLines } from './logged/account-lines.ts'
import { bookClosed, bookOpened } from './logged/book-lines.ts'
import { logDownloads } from './logged/follow-downloads.ts'
import type { Mishaps } from './logged/mishaps.ts'
import { threadLines } from './logged/thread-lines.ts'
import type { ProgramFile } from './program-file.ts'
import type { ProgramLog } from './program-log.ts'
import type { Proxy } from './proxy.ts'
import { rememberExchange } from './demo-history.ts'
import { rehearseSearch } from './rehearse-search.ts'
import { beginUnasked } from './unasked.ts'
import { usualClock } from './usual-clock.ts'
import { writable } from './writable.ts'
import type { Vault, VaultAccount } from './vault.ts'

export interface DeskParts {
  host: Host
  file: ProgramFile
  vault: Vault
  proxy: Proxy
  notify: (notice: Notice) => void
  /** Before a book is opened: one of an older version is copied and migrated in a thread of its own. */
  prepare: (path: string, options: { withoutCopy: boolean }) => Promise<void>
  /** Ends what reads a book elsewhere, before it is put away. */
  letGo: (book: Book) => Promise<void>
  programLog: ProgramLog
  mishaps: Mishaps
}

/** How somebody signs in: where the service answers, and whether the password is kept. */
interface SignIn {
  identity: VaultAccount
  baseUrl: string
  password: string
  allowUnencrypted: boolean
  remember: boolean
  /** Of a book of an older version: somebody agrees that no copy is made before it is migrated. */
  withoutCopy?: boolean
}

/**
 * What lies on the engineer's desk: one open book, the account it belongs to, its downloads. The one owner of
 * the token chain and of the book's writer. All methods throw ServiceError, BookError or MeterbookError.
 */
export function createDesk({ host, file, vault, proxy, notify, prepare, letGo, programLog, mishaps }: DeskParts) {
  const changes = createBroadcast<Change>(mergeChanges)
  /**
   * Progress of whichever book is open: a follower follows the desk and stays subscribed when another book is opened.
   */
  const progressChanges = createBroadcast<Progress>(newest)
  let book: Book | null = null
  let downloads: Downloads | null = null
  let analyst: Analyst | null = null
  let log: EventLog | null = null
  let turn: Promise<unknown> = Promise.resolve()
  const demo = createOwnDemo()
  const threadGone = threadLines(programLog, mishaps)
  const signInLines = accountLines(programLog)
  const account = createAccount({
    file,
    vault,
    proxy,
    demo,
    book: () => book,
    onChange: () => downloads?.nudge(),
  })

  /** Opening, signing in and closing are done one at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work, work)
    turn = result.catch(() => undefined)
    return result
  }

  const progress = (): Progress => downloads?.progress() ?? NO_DOWNLOAD
  /** As the downloads date what they fetch: by the earlier of the two clocks. */
  const nowMs = () => earlierNow(clock.nowMs(), account.open?.connection.serviceNowMs())

  /** The analyst looks what has to be judged. One that has ended has said so. */
  const nudge = (what: Nudge = {}): void => analyst?.nudge(what)

  function onCommit(target: Target): void {
    const world = target.kind === 'stations' && book?.identity.url === DEMO_URL ? demo.world() : null
    if (book && world) rememberExchange(book, world)
    nudge(nudgeOf(target))
    for (const topic of topicsOf(target)) changes.publish({ topic, stationId: stationOf(target) })
  }

  /**
   * Puts an open book on the desk with its account; what lay there before is put away first. Throws BOOK_DAMAGED; such a book
   * is put away: its file can be recovered then.
   */
  async function layOut(next: Book, owner: OpenAccount | null): Promise<void> {
    try {
      begin(next, owner)
    } catch (error) {
      await close().catch(() => undefined)
      throw asBookError(error, { file: next.file })
    }
  }

  function begin(next: Book, owner: OpenAccount | null): void {
    book = next
    account.layOut(owner)
    downloads = createDownloads({
      book: next,
      connection: () => account.open?.connection ?? null,
      clock,
      lanes: () => file.preferences().lanes,
      onCommit,
    })
    analyst = startAnalyst({
      book: next,
      at: () => ({ usual: usualClock({ file, host }), nowMs: nowMs() }),
      tell: (stationId) => changes.publish({ topic: 'findings', stationId }),
      onGone: threadGone('analyst'),
    })
    log = openLog(next, threadGone('events'))
    nudge()
    const { ask } = analyst
    const brought = async (runId: number) => {
      await ask('finish', null)
      return (await ask('brought', { runIds: [runId] }))[0] ?? null
    }
    downloads.listen(noticeAtEnd({ file, host, notify, brought }))
    downloads.listen(progressChanges.publish)
    downloads.listen(logDownloads(programLog, next))
    const identity = owner?.identity ?? identityOf(next)
    file.used({
      file: next.file,
      openedMs: clock.nowMs(),
      account: identity && { ...identity, allowUnencrypted: owner?.allowUnencrypted ?? false },
      isDemo: identity?.url === DEMO_URL,
    })
    bookOpened(programLog, next)
    changes.publish({ topic: 'book', stationId: null })
    account.tell()
    downloads.takeUp()
    progressChanges.publish(progress())
    forgetDeletedNotes(next)
    rehearseSearch(next, () => book === next)
  }

  function forgetDeletedNotes(open: Book): void {
    if (open.mode !== 'write') return
    try {
      open.notes.forgetDeleted(clock.nowMs() - KEPT_DELETED_DAYS * DAY_MS)
    } catch {
      // A full disk, for one: the book is of use as it is, and the next opening tries again.
    }
  }

  /** Closes what lies on the desk, but for a book that is laid out anew. */
  async function putAway(next: Book | null = null): Promise<void> {
    await downloads?.close()
    await analyst?.close()
    await log?.close()
    await account.putAway()
    if (book && book !== next) await letGo(book)
    if (book && book !== next) bookClosed(programLog, book)
    if (book !== next) book?.close()
    ;[book, downloads, analyst, log] = [null, null, null, null]
    progressChanges.publish(progress())
  }

  /** Leaves the desk empty, and says so. */
  async function close(): Promise<void> {
    await putAway()
    changes.publish({ topic: 'book', stationId: null })
    account.tell()
  }

  /** Throws as `openBook`, and BOOK_DAMAGED for a book in which the desk itself would meet damage at once: it is not opened. */
  async function openFor(
    path: string,
    mode: 'write' | 'read',
    { identity, withoutCopy = false }: { identity?: VaultAccount; withoutCopy?: boolean | undefined } = {},
  ): Promise<Book> {
    await prepare(path, { withoutCopy })
    const next = openBook(path, {
      mode,
      now: clock.nowMs,
      owner: `Meterbook ${host.kind}`,
      ...(identity ? { account: identity } : {}),
    })
    try {
      lookInto(next)
    } catch (error) {
      next.close()
      throw asBookError(error, { file: next.file })
    }
    return next
  }

  /** Signs in with a connection of its own, then swaps: when that or the opening fails, what lay on the desk is still there. */
  async function swapAccount({ identity, baseUrl, password, allowUnencrypted, withoutCopy }: SignIn, giveUp?: AbortSignal) {
    const path = bookPathOf(host.dataFolder, identity)
    const owner = account.connect(identity, baseUrl, allowUnencrypted)
    const { connection } = owner
    try {
      await connection.signIn(password, giveUp)
      const open = book && isWriter(book, path) ? book : null
      open?.claim(identity)
      const next = open ?? (await openFor(path, 'write', { identity, withoutCopy }))
      await putAway(next)
      await layOut(next, owner)
    } catch (error) {
      if (connection.state.session === 'signed-in') await connection.signOut().catch(() => false)
      await connection.close()
      throw error
    }
  }

  /** Another proxy or authority: the account is opened anew on the same book, with the tokens that it has. */
  const reconnect = () =>
    inTurn(async () => {
      if (!book || !account.isBehind()) return
      const open = book
      await putAway(open)
      await layOut(open, await account.reopen(open))
    })

  const signIn = (asked: SignIn, giveUp?: AbortSignal) => signInLines(asked.identity.url === DEMO_URL, () => signInAs(asked, giveUp))

  async function signInAs(asked: SignIn, giveUp?: AbortSignal) {
    const { identity, password, remember } = asked
    if (account.open && isSameAccount(account.open.identity, identity)) await account.open.connection.signIn(password, giveUp)
    else await swapAccount(asked, giveUp)
    vault.setPassword(identity, remember ? password : null)
    account.show(null)
    downloads?.nudge()
    try {
      if (book && downloads) beginUnasked(book, downloads, identity.url === DEMO_URL ? demo.world() : null, nowMs())
    } catch (error) {
      // Signed in all the same: a book that cannot be written is said, and does not undo it.
      account.show(error)
    }
    return account.state()
  }

  return {
    /** Now, as coverage is dated and judged. */
    nowMs,
    accountState: account.state,
    accountChanges: account.changes,
    changes,
    /** The progress of the open book's downloads; idle while none is open. */
    progress,
    progressChanges,
    /** The open book. Throws NO_BOOK. */
    book(): Book {
      if (!book) throw new MeterbookError('NO_BOOK')
      return book
    },
    /** The open book, to write into. Throws NO_BOOK, READ_ONLY_BOOK. */
    writableBook(): Book {
      if (!book) throw new MeterbookError('NO_BOOK')
      return writable(book)
    },
    bookOrNull: (): Book | null => book,
    /** Who concludes from the open book. Throws NO_BOOK. */
    analyst(): Analyst {
      if (!analyst) throw new MeterbookError('NO_BOOK')
      return analyst
    },
    /** The log of all stations of the open book. Throws NO_BOOK. */
    log(): EventLog {
      if (!log) throw new MeterbookError('NO_BOOK')
      return log
    },
    /** Clocks, meanings, thresholds or the usual clock changed: findings follow. */
    groundChanged: (): void => nudge({ ground: true }),
    /** What people said of a station is to be judged with its data. */
    stationChanged: (stationId: number): void => nudge({ stationIds: [stationId] }),
    /** The downloads of the open book. Throws NO_BOOK. */
    downloads(): Downloads {
      if (!downloads) throw new MeterbookError('NO_BOOK')
      return downloads
    },

    /** `giveUp` aborted: what lay on the desk stays there. Throws CANCELLED. */
    signIn: (input: Omit<SignIn, 'identity' | 'baseUrl'> & { url: string; email: string }, giveUp?: AbortSignal) =>
      inTurn(async () => {
        throwIfAborted(giveUp)
        const { email, ...others } = input
        const url = normaliseAddress(input.url, { allowUnencrypted: input.allowUnencrypted })
        return signIn({ ...others, identity: { url, email }, baseUrl: url }, giveUp)
      }),
    tryDemo: () =>
      inTurn(async () => {
        const { url: baseUrl, email, password } = await demo.started()
        const identity = { url: DEMO_URL, email }
        return signIn({ identity, baseUrl, password, allowUnencrypted: false, remember: false })
      }),
    signOut: () =>
      inTurn(async () => {
        if (account.open) {
          downloads?.giveWay()
          downloads?.pause()
          await account.open.connection.signOut()
          vault.forget(account.open.identity)
          programLog.write('info', 'signed-out')
        }
        account.show(null)
        return account.state()
      }),
    /** Opens a book file that is there; one that cannot be opened leaves the open one as it was. */
    open: (path: string, mode: 'write' | 'read', { withoutCopy = false }: { withoutCopy?: boolean } = {}) =>
      inTurn(async () => {
        // A new book may take an empty file's place; what is opened has to be one already.
        if (!bookIsAt(path)) throw new MeterbookError(existsSync(path) ? 'NOT_A_BOOK' : 'BOOK_MISSING', { file: path })
        if (book?.mode === mode && isSameFile(book, path)) return book
        // The one on the desk stays there until the other one is open. A reader of the same book may lie beside its writer.
        const next = await openFor(path, mode, { withoutCopy })
        await putAway()
        await layOut(next, await account.reopen(next))
        return next
      }),
    closeBook: () => inTurn(close),
    /** Puts the open book away if it is this file: a download is left unfinished in the book, as when the program ends. */
    closeFile: (path: string) =>
      inTurn(async () => {
        if (book && isSameFile(book, path)) await close()
      }),
    /**
     * Work that writes the open book on a connection of its own (a merge): nothing is downloaded or judged meanwhile, and
     * windows load anew what they show. Throws NO_BOOK, DOWNLOAD_RUNNING.
     */
    alone: <T>(work: (open: Book) => Promise<T>): Promise<T> =>
      inTurn(async () => {
        if (!book) throw new MeterbookError('NO_BOOK')
        if (isUnderWay(progress())) throw new MeterbookError('DOWNLOAD_RUNNING')
        await analyst?.ask('hold', null)
        try {
          return await work(book)
        } finally {
          await analyst?.ask('release', null)
          for (const topic of OF_RECORDS) changes.publish({ topic, stationId: null })
        }
      }),
    /**
     * Work that puts another file in a book's place. The open book is put away first, and what lies there afterwards is opened
     * again, whether the work has failed or not: throws READ_ONLY_BOOK, DOWNLOAD_RUNNING. Any other is opened by nobody meanwhile.
     */
    replaced: <T>(file: string, work: (file: string) => Promise<T>): Promise<T> =>
      inTurn(async () => {
        if (!book || !isSameFile(book, file)) return work(file)
        const { file: path } = writable(book)
        if (isUnderWay(progress())) throw new MeterbookError('DOWNLOAD_RUNNING')
        await putAway()
        try {
          return await work(path)
        } finally {
          try {
            const next = await openFor(path, 'write')
            await layOut(next, await account.reopen(next))
          } finally {
            for (const topic of OF_RECORDS) changes.publish({ topic, stationId: null })
          }
        }
      }),
    /** Preferences changed: what is running takes them up. */
    applyPreferences(): void {
      account.open?.connection.setMaxLanes(file.preferences().lanes)
      nudge({ ground: true })
      changes.publish({ topic: 'preferences', stationId: null })
      if (account.isBehind()) void reconnect().catch(account.show)
    },
    close: () =>
      inTurn(async () => {
        await putAway()
        await demo.close()
        account.changes.close()
        progressChanges.close()
        changes.close()
      }),
  }
}
export type Desk = ReturnType<typeof createDesk>

/** Topics that another book may have changed. */
const OF_RECORDS: readonly Change['topic'][] = [
  'book',
  'trip',
  'trips',
  'reference',
  'stations',
  'readings',
  'events',
  'settings',
  'sessions',
  'coverage',
  'clocks',
  'notes',
  'findings',
]

/** Reads what the desk and its windows ask of any book at once: what lies in it, and what was left to be fetched. */
function lookInto(book: Book): void {
  book.summary()
  queueIn(book).unfinished()
}

/** Also when the path leads there through a link. */
function isSameFile(book: Book, path: string): boolean {
  return existsSync(path) && realpathSync(path) === book.file
}

const isWriter = (book: Book, path: string) => book.mode === 'write' && isSameFile(book, path)
