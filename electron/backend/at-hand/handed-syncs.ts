import type { Progress } from '../../contract/downloads.ts'
import { MeterbookError } from '../../contract/errors.ts'
import { beginOrJoin } from '../../downloads/to-the-end.ts'
import { abandonable } from '../../service/cancel.ts'
import { bookPathOf, realPath } from '../book-path.ts'
import { createBroadcast, newest } from '../broadcast.ts'
import type { Desk } from '../desk.ts'
import type { Host } from '../host.ts'
import type { ProgramFile } from '../program-file.ts'
import type { ProgramLog } from '../program-log.ts'
import type { Proxy } from '../proxy.ts'
import { usualClock } from '../usual-clock.ts'
import type { Vault } from '../vault.ts'
import { openAside, type Work } from './aside.ts'
import type { HandedSync, SyncNews } from './contract.ts'

export interface HandedSyncParts {
  host: Host
  desk: Desk
  vault: Vault
  proxy: Proxy
  file: ProgramFile
  programLog: ProgramLog
  /** How long it is waited for the service; the download then goes on in the program and who asked is told so. */
  patienceMs?: number
}

/** As long as a `meterbook sync` that does it by itself waits. */
const PATIENCE_MS = 60_000

/**
 * Downloads that other programs hand over. The book on the desk is downloaded by the desk itself, so that the window shows it;
 * any other one beside it, on a connection of its own, so that nobody's desk is cleared.
 */
export function createHandedSyncs({ host, desk, vault, proxy, file: program, programLog, patienceMs = PATIENCE_MS }: HandedSyncParts) {
  const closing = new AbortController()
  const aside = new Map<string, { work: Promise<Work>; users: number }>()
  const underWay = new Set<Promise<void>>()

  /** The work on a book, and what gives it back. */
  async function take(order: HandedSync, signal: AbortSignal): Promise<{ work: Work; release: () => Promise<void> }> {
    const file = realPath(order.book ?? bookPathOf(host.dataFolder, order.account))
    const open = desk.bookOrNull()
    if (open?.mode === 'write' && open.file === file) {
      return {
        work: { book: open, downloads: desk.downloads(), analyst: desk.analyst(), end: async () => undefined },
        release: async () => undefined,
      }
    }
    const found = aside.get(file) ?? {
      work: openAside(order, { file, vault, proxy, host, usual: () => usualClock({ file: program, host }), signal: closing.signal }),
      users: 0,
    }
    aside.set(file, found)
    found.users++
    const release = async () => {
      if (--found.users > 0) return
      await found.work.then(({ end }) => end()).catch(() => undefined)
      if (aside.get(file) === found) aside.delete(file)
    }
    try {
      const work = await abandonable(found.work, signal)
      return { work, release }
    } catch (error) {
      await release()
      throw error
    }
  }

  /** Carries the download to its end. `tell` hears of it; the last news is what it returns. */
  async function carry(order: HandedSync, signal: AbortSignal, tell: (news: SyncNews) => void): Promise<SyncNews> {
    const { work, release } = await take(order, signal)
    const { book, downloads, analyst } = work
    let began: 'begun' | 'joined' | null = null
    let isEnded = false
    const stop = downloads.listen((progress) => tell({ kind: 'progress', book: book.file, joined: began === 'joined', progress }))
    try {
      const run = beginOrJoin(downloads, order.plan)
      began = run.began
      const end = await abandonable(Promise.race([run.end, tooLong(downloads, patienceMs, signal)]), signal)
      isEnded = true
      stop()
      const ended = { kind: 'end', book: book.file, joined: began === 'joined', progress: end } as const
      try {
        const unreadable = await analyst.ask('finish', null, { signal, tell: (at, of) => tell({ kind: 'judging', at, of }) })
        return { ...ended, unreadable, judging: null }
      } catch (error) {
        // The download is whole all the same.
        if (signal.aborted || !(error instanceof MeterbookError)) throw error
        return { ...ended, unreadable: [], judging: { code: error.code, data: error.data } }
      }
    } finally {
      stop()
      // Who asked went away: what it began waits for the next one, as where it had worked by itself.
      if (began === 'begun' && !isEnded) downloads.pause()
      await release()
    }
  }

  return {
    /** News of the download, the last of kind `end`. A slow listener gets the newest alone. */
    async *sync(order: HandedSync, asked?: AbortSignal): AsyncGenerator<SyncNews, void, void> {
      const leaving = new AbortController()
      const signal = AbortSignal.any([closing.signal, leaving.signal, ...(asked ? [asked] : [])])
      const news = createBroadcast<SyncNews>(newest)
      let outcome: { last: SyncNews } | { error: unknown } | null = null
      programLog.write('info', 'sync-handed-over')
      const work = carry(order, signal, news.publish).then(
        (last) => void (outcome = { last }),
        (error: unknown) => void (outcome = { error }),
      )
      const done = work.finally(() => news.close())
      underWay.add(done)
      try {
        yield* news.listen(signal)
        await done
        const told = outcome as { last: SyncNews } | { error: unknown } | null
        if (told && 'error' in told) throw told.error
        if (told) yield told.last
      } finally {
        leaving.abort()
        await done
        underWay.delete(done)
        programLog.write('info', 'sync-handed-over-ended', { done: outcome !== null && 'last' in (outcome as object) })
      }
    },
    /** Ends all at the next page; the runs stay in their books. */
    async close(): Promise<void> {
      closing.abort()
      await Promise.allSettled(underWay)
    },
  }
}
export type HandedSyncs = ReturnType<typeof createHandedSyncs>

/** The progress at the moment when the service has not answered for so long. */
function tooLong(downloads: Work['downloads'], patienceMs: number, signal: AbortSignal): Promise<Progress> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const look = (progress: Progress) => {
      if (progress.state !== 'waiting-for-network') {
        clearTimeout(timer)
        timer = undefined
      } else timer ??= setTimeout(() => resolve(downloads.progress()), patienceMs)
    }
    const stop = downloads.listen(look)
    look(downloads.progress())
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      stop()
    })
  })
}
