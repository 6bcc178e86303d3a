import { existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { askBackups } from '../book/backups/backups.ts'
import type { Made } from '../book/backups/make.ts'
import { backupsIn, type Listed } from '../book/backups/shelf.ts'
import { wantsMigration, type Book } from '../book/index.ts'
import type { BackupReason } from '../contract/backup-words.ts'
import type { BackupPreview, BackupState } from '../contract/backups.ts'
import type { Failure } from '../contract/common.ts'
import { MeterbookError } from '../contract/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/time/units.ts'
import { failureOf } from '../downloads/failures.ts'
import { isUnderWay } from '../downloads/progress.ts'
import { languageOf } from '../words/index.ts'
import { wordsOf } from '../words/program.ts'
import { backupPlaces, keepingOf } from './backup-places.ts'
import { clock } from './clock.ts'
import type { Desk } from './desk.ts'
import type { Host } from './host.ts'
import type { Notice } from './notice.ts'
import type { ProgramFile } from './program-file.ts'
import type { ProgramLog } from './program-log.ts'
import { saveFile } from './save-file.ts'
import type { Works } from './works.ts'
import { writable } from './writable.ts'
import { refuseUnwritable } from './writable-folder.ts'

interface BackupParts {
  desk: Desk
  host: Host
  file: ProgramFile
  works: Works
  programLog: ProgramLog
  notify: (notice: Notice) => void
}

/** What is due is looked for so often; the first time so long after a book was opened: nothing then keeps the window waiting. */
const LOOK_MS = 10 * MINUTE_MS
const FIRST_LOOK_MS = 3 * MINUTE_MS
const EVERY_MS = { download: 0, day: DAY_MS, week: 7 * DAY_MS } as const
/** So long after the last verified one people are told that none was made. */
const LATE_MS = 7 * DAY_MS
/** A download may go on for days: a backup that is so many times overdue is made beside it. */
const OVERDUE_TIMES = 3

/** Backups of the open book, made by themselves, and all that is done with them. Threads do the work. */
export function createBackups({ desk, host, file, works, programLog, notify }: BackupParts) {
  const owner = `Meterbook ${host.kind}`
  const stop = new AbortController()
  let failure: Failure | null = null
  let running: Promise<unknown> | null = null
  let toldLateFor: string | null = null
  const places = () => backupPlaces(host.dataFolder, file.preferences().backupsFolder)
  const place = () => places()[0]
  const tell = () => desk.changes.publish({ topic: 'backups', stationId: null })
  const aboutOf = (book: Book) => ({ bookId: book.bookId, file: book.file })
  const nowMs = () => desk.nowMs()

  async function listed(book: Book): Promise<{ isThere: boolean; backups: Listed[] }> {
    const folder = place().folder
    // A drive that is away keeps nobody waiting.
    const isThere =
      place().isOwn ||
      (await access(folder).then(
        () => true,
        () => false,
      ))
    // Copies from before a migration lie in the program's own folder where the chosen one was away.
    const folders = places().flatMap(({ folder: one, isOwn }) => (isOwn || isThere ? [one] : []))
    return { isThere, backups: folders.flatMap((one) => backupsIn(one, aboutOf(book))) }
  }

  async function make(why: BackupReason, outer?: AbortSignal): Promise<Made> {
    const book = desk.book()
    while (running) await running.catch(() => undefined)
    const signal = outer ? AbortSignal.any([outer, stop.signal]) : stop.signal
    const asked = {
      file: book.file,
      place: place(),
      why,
      keeping: keepingOf(file.preferences()),
      onlyChanged: why === 'schedule',
      owner,
      nowMs: nowMs(),
    }
    // A reader can give the book no id.
    if (book.mode === 'write') void book.bookId
    const work = works.run({ kind: 'backup', title: path.basename(book.file), outer: signal }, (at) => askBackups('make', asked, at))
    running = work
    tell()
    try {
      const made = await work
      failure = null
      log(made)
      return made
    } catch (error) {
      const why = failureOf(error)
      if (why.code !== 'CANCELLED') {
        failure = why
        programLog.write('warn', 'backup-failed', { code: why.code })
      }
      throw error
    } finally {
      running = null
      tell()
    }
  }

  function log({ backup, gone }: Made): void {
    if (backup) programLog.write('info', 'backup-made', { why: backup.why, bytes: backup.bytes, unreadable: backup.unreadable })
    if (gone.length > 0) programLog.write('info', 'backups-let-go', { backups: gone.length })
  }

  /** Makes what is due. What goes wrong is shown in the preferences, and tried again at the next look. */
  async function look(): Promise<void> {
    const book = desk.bookOrNull()
    const { backups: wanted, backupsEvery } = file.preferences()
    if (!wanted || book?.mode !== 'write' || running || stop.signal.aborted) return
    if (book.summary().counts.stations === 0) return
    const { backups } = await listed(book)
    if (desk.bookOrNull() !== book || running) return
    const { sinceMs } = lastOf(backups, nowMs())
    const everyMs = Math.max(EVERY_MS[backupsEvery], HOUR_MS)
    if (sinceMs !== null && sinceMs < everyMs) return
    if (isUnderWay(desk.progress()) && (sinceMs === null || sinceMs < everyMs * OVERDUE_TIMES)) return
    await make('schedule').catch(() => undefined)
    await sayLate(book)
  }

  /** Once for each book and start. */
  async function sayLate(book: Book): Promise<void> {
    if (failure === null || toldLateFor === book.file || !isLate((await listed(book)).backups)) return
    toldLateFor = book.file
    programLog.write('error', 'backups-late', { code: failure.code })
    const { language, notifications } = file.preferences()
    const words = wordsOf(languageOf(language, host.systemLocale)).notice
    if (notifications) notify({ title: words.backupsLate, body: words.backupsLateWhy })
  }

  function isLate(backups: readonly Listed[]): boolean {
    const { sinceMs } = lastOf(backups, nowMs())
    return failure !== null && (sinceMs === null || sinceMs > LATE_MS)
  }

  /** Follows each download; nothing is waited for here: the next would not be seen. */
  async function follow(): Promise<void> {
    let working: number | null = null
    for await (const { state, runId } of desk.progressChanges.listen(stop.signal)) {
      if (state === 'running') working = runId
      if (state !== 'done' || working === null || working !== runId) continue
      working = null
      const { backups: wanted, backupsEvery } = file.preferences()
      if (wanted && backupsEvery === 'download' && desk.bookOrNull()?.mode === 'write') void make('schedule').catch(() => undefined)
    }
  }
  void follow().catch(() => undefined)
  const first = setTimeout(() => void look().catch(() => undefined), FIRST_LOOK_MS).unref()
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref()

  /** Of the listed one; throws NO_SUCH_BACKUP. */
  async function known(book: Book, name: string): Promise<Listed> {
    const found = (await listed(book)).backups.find((backup) => backup.file === name)
    if (!found) throw new MeterbookError('NO_SUCH_BACKUP', { file: name })
    return found
  }

  return {
    look,
    async state(): Promise<BackupState> {
      const book = desk.book()
      const { isThere, backups } = await listed(book)
      return {
        ...place(),
        isThere,
        making: running !== null,
        failure,
        lastMs: lastOf(backups, nowMs()).lastMs,
        isLate: isLate(backups),
        backups: backups.map(({ sha256: _, stamp: __, order: ___, version: ____, account: _____, ...shown }) => shown),
      }
    },
    async setFolder(folder: string | null): Promise<void> {
      if (folder !== null) await refuseUnwritable(folder)
      failure = null
      file.setPreferences({ backupsFolder: folder ?? '' })
      tell()
    },
    make: (signal?: AbortSignal) => make('asked', signal),
    async preview(name: string, signal?: AbortSignal): Promise<BackupPreview> {
      const book = desk.book()
      const { file: backup } = await known(book, name)
      return askBackups('preview', { file: book.file, backup, nowMs: nowMs() }, { signal })
    },
    async restore(name: string): Promise<{ kept: string | null }> {
      const { file: backup } = await known(writable(desk.book()), name)
      while (running) await running.catch(() => undefined)
      const { kept } = await desk.replaced((book) => askBackups('restore', { file: book, backup, owner, nowMs: nowMs() }))
      programLog.write('info', 'backup-restored', { kept: kept !== null })
      tell()
      return { kept }
    },
    async saveCopy(name: string, outer?: AbortSignal) {
      const { file: backup, name: suggested } = await known(desk.book(), name)
      const saved = await saveFile({ host, works }, { kind: 'backup', name: suggested, outer }, (to, at) =>
        askBackups('copy', { backup, to }, at),
      )
      return saved && { file: saved.done.file, href: saved.done.href, bytes: saved.result.bytes }
    },
    /** Copies and migrates a book of an older version, as work that windows see. Of any other there is nothing to do. */
    async prepare(book: string, { withoutCopy }: { withoutCopy: boolean }): Promise<void> {
      if (!existsSync(book) || !wantsMigration(book)) return
      const asked = { file: book, copyFirst: { places: places(), withoutCopy }, owner, nowMs: clock.nowMs() }
      try {
        await works.run({ kind: 'migration', title: path.basename(book), outer: stop.signal }, (at) => askBackups('migrate', asked, at))
        programLog.write('info', 'book-migrated', { withoutCopy })
      } catch (error) {
        programLog.write('error', 'migration-failed', { code: failureOf(error).code })
        throw error
      }
    },
    close(): void {
      clearTimeout(first)
      clearInterval(timer)
      stop.abort()
    },
  }
}
export type Backups = ReturnType<typeof createBackups>

/** When the newest sound one was made, and how long ago; one that is dated in the future counts as long ago: the clock was set back. */
function lastOf(backups: readonly Listed[], nowMs: number): { lastMs: number | null; sinceMs: number | null } {
  const [last] = backups
    .filter(({ isOwn, stamp, unreadable }) => isOwn && stamp !== null && unreadable === 0)
    .toSorted((a, b) => b.order - a.order)
  if (!last) return { lastMs: null, sinceMs: null }
  const sinceMs = nowMs - last.madeAtMs
  return { lastMs: last.madeAtMs, sinceMs: sinceMs < 0 ? Infinity : sinceMs }
}
