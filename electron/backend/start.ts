import { existsSync } from 'node:fs'
import { wantsMigration } from '../book/index.ts'
import { clearUnfinished, clearUnfinishedIn } from '../book/file/unfinished.ts'
import { MeterbookError } from '../contract/errors.ts'
import { RECOVERABLE } from '../contract/recovery-words.ts'
import { manifestsOf } from '../exports/lake/manifest.ts'
import { typedPath } from '../exports/typed-path.ts'
import { booksFolderOf, booksIn, keepBooksOwn } from './book-path.ts'
import { createAsking } from './asking.ts'
import { createBackups } from './backups.ts'
import { createBroadcast } from './broadcast.ts'
import { createKeepFresh } from './fresh/keep-fresh.ts'
import { clock } from './clock.ts'
import { makeDataFolder } from './data-folder.ts'
import { createDesk } from './desk.ts'
import { createCommands, type Command } from './commands.ts'
import type { Host } from './host.ts'
import { createLake } from './lake.ts'
import { errorFacts } from './logged/error-facts.ts'
import { createMishaps } from './logged/mishaps.ts'
import { beginRun } from './logged/run-lines.ts'
import type { Notice } from './notice.ts'
import { programFileIn } from './program-file.ts'
import { openProgramLog } from './program-log.ts'
import { proxyOf } from './proxy.ts'
import { routerOf } from './router.ts'
import { createOffers } from './updates/offers.ts'
import { createUpdates } from './updates/updates.ts'
import { createSchedules } from './schedule/schedules.ts'
import { openAtHand } from './at-hand/server.ts'
import { createHandedSyncs } from './at-hand/handed-syncs.ts'
import { openVault } from './vault.ts'
import { formerVaultsOf, vaultFileOf } from './vault-look.ts'
import { createWorks } from './works.ts'
import { startFromThread } from '../questions/node-starter.ts'
import type { StartProcess } from '../questions/questions.ts'

export interface StartOptions {
  /** A book to open at once; otherwise the one that was open last. */
  book?: string
  mode?: 'write' | 'read'
  /** Starts the demo service, signs in to it and opens its book. */
  demo?: boolean
  /** Starts the processes that answer questions in SQL: children of this one where nothing else is said. */
  startQuestions?: StartProcess
}

/** A window that falls behind is told of the latest notices only. */
const MOST_NOTICES = 5

/**
 * Starts the backend: plain Node, the same in every host. Throws BookError when a book that was asked for cannot be
 * opened; one that was merely open last may be gone or in use, and the program starts without it.
 */
export async function startBackend(host: Host, options: StartOptions = {}) {
  makeDataFolder(host.dataFolder)
  keepBooksOwn(host.dataFolder)
  clearUnfinished()
  clearUnfinished(booksFolderOf(host.dataFolder))
  const programLog = openProgramLog({ dataFolder: host.dataFolder, who: host.kind })
  const mishaps = createMishaps()
  const run = beginRun(programLog, { dataFolder: host.dataFolder, who: host.kind, version: host.version })
  if (run.endedBadly) mishaps.add('ended-badly')
  const file = programFileIn(host.dataFolder)
  const vault = openVault({
    file: vaultFileOf(host.dataFolder),
    key: host.vaultKey?.key ?? null,
    former: { files: formerVaultsOf(host.dataFolder), keys: host.vaultKey?.others ?? [] },
    owner: `Meterbook ${host.kind}`,
  })
  const proxy = proxyOf({ file, vault })
  const notices = createBroadcast<Notice>((waiting, next) => [...waiting, next].slice(-MOST_NOTICES))
  const questions = createAsking(options.startQuestions ?? startFromThread())
  const desk = createDesk({
    host,
    file,
    vault,
    proxy,
    notify: notices.publish,
    prepare: (book, options) => backups.prepare(book, options),
    letGo: (book) => questions.letGo(book.db.name),
    programLog,
    mishaps,
  })
  const commands = createCommands()
  const works = createWorks(desk.nowMs, programLog)
  const lake = createLake({ desk, file, works })
  const offers = createOffers({ ...host, file, way: proxy.way, nowMs: Date.now })
  const tell = () => desk.changes.publish({ topic: 'preferences', stationId: null })
  const updates = createUpdates({ host, file, works, offers, programLog, nowMs: Date.now, tell })
  const schedules = createSchedules({ host, nowMs: clock.nowMs })
  const backups = createBackups({ desk, host, file, works, programLog, notify: notices.publish })
  const keepFresh = createKeepFresh({ desk, file, programLog })
  try {
    if (options.demo) await desk.tryDemo()
    else if (options.book !== undefined) await desk.open(options.book, options.mode ?? 'write')
    else await openLast()
  } catch (error) {
    await desk.close()
    vault.close()
    run.end('warn', { outcome: 'failed', ...errorFacts(error) })
    throw error
  }

  const syncs = createHandedSyncs({ host, desk, vault, proxy, file, programLog })
  const atHand = await openAtHand({ host, vault, syncs, programLog })
  void clearOutputs().catch(() => undefined)

  /** Where programs that were killed may have left half a file: the folders that saved reports and the lake go to. */
  async function clearOutputs(): Promise<void> {
    const reports = desk.bookOrNull()?.reporting.savedReports() ?? []
    const { lakeFolder } = file.preferences()
    const lakes = lakeFolder === '' ? [] : [lakeFolder, manifestsOf(lakeFolder)]
    const folders = [...reports.flatMap(({ folder }) => (folder?.trim() ? [folder] : [])), ...lakes]
    await clearUnfinishedIn(folders.map(typedPath))
  }

  /** The book that was open last; else the newest in the usual folder, which a scheduled download may have made. */
  async function openLast(): Promise<void> {
    const last = file.books()[0]?.file ?? booksIn(host.dataFolder)[0]?.file
    if (last === undefined || !existsSync(last)) return
    const wantsTime = wantsMigration(last)
    const opened = desk
      .open(last, 'write')
      // One that has to be migrated cannot be read before.
      .catch((error: unknown) => (wantsTime || isRecoverable(error) ? Promise.reject(error as Error) : desk.open(last, 'read')))
      .catch((error: unknown) => {
        // The window tries again, says what is wrong, and leads to where the book is recovered.
        if (isRecoverable(error)) commands.publish({ command: 'open-book', file: last })
      })
    // A large book is copied for minutes before it is migrated: the window is there meanwhile and says so.
    if (!wantsTime) await opened
  }

  return {
    router: routerOf({
      ...{ desk, host, file, proxy, works, questions, vault, lake, updates, schedules, backups },
      ...{ keepFresh, programLog, mishaps, commands, notices },
    }),
    /** A menu command, or a file to open, for the window. */
    command: (command: Command['command'], name: string | null = null): void => commands.publish({ command, file: name }),
    /** Something happened to a part of the program: a window tells it once. */
    mishap: mishaps.add,
    async close(): Promise<void> {
      await atHand?.close()
      lake.close()
      backups.close()
      questions.close()
      await keepFresh.close()
      await works.close()
      commands.close()
      notices.close()
      await desk.close()
      vault.close()
      mishaps.close()
      run.end('info')
    },
  }
}

/** The book is damaged, or its head is. */
const isRecoverable = (error: unknown): boolean => RECOVERABLE.some((code) => error instanceof MeterbookError && error.code === code)

export type Backend = Awaited<ReturnType<typeof startBackend>>
