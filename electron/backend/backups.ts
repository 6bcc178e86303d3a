import { existsSync } from 'node:fs'
import path from 'node:path'
import { askBackups } from '../book/backups/backups.ts'
import type { Made } from '../book/backups/make.ts'
import type { Listed } from '../book/backups/shelf.ts'
import { wantsMigration, type Book } from '../book/index.ts'
import type { BackupReason } from '../contract/backup-words.ts'
import type { BackupPreview, BackupState, ListedBackup } from '../contract/backups.ts'
import type { Failure } from '../contract/common.ts'
import { MeterbookError } from '../contract/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/time/units.ts'
import { failureOf } from '../downloads/failures.ts'
import { isUnderWay } from '../downloads/progress.ts'
import { languageOf } from '../words/index.ts'
import { wordsOf } from '../words/program.ts'
import { backupListsIn, placedBook, shownOf, type Listing, type OfBook } from './backup-lists.ts'
import { keepingOf } from './backup-places.ts'
import { backupTimesIn } from './backup-times.ts'
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
/** A download may go on for days: a backup that is so many times overdue is made beside it. */
const OVERDUE_TIMES = 3

/** Backups of the open book, made by themselves, and all that is done with them. Threads do the work. */
export function createBackups({ desk, host, file, works, programLog, notify }: BackupParts) {
  const owner = `Meterbook ${host.kind}`
  const stop = new AbortController()
  let failure: Failure | null = null
  let running: Promise<unknown> | null = null
  let toldLateFor: string | null = null
  /** What the book held and what the newest backup was when there was nothing to back up. */
  let settled: { book: Book; data: string; newest: string | null } | null = null
  const lists = backupListsIn(host.dataFolder, file)
  const times = backupTimesIn(file)
  const tell = () => desk.changes.publish({ topic: 'backups', stationId: null })
  const nowMs = () => desk.nowMs()

  async function make(why: BackupReason, outer?: AbortSignal): Promise<Made> {
    const book = desk.book()
    while (running) await running.catch(() => undefined)
    const signal = outer ? AbortSignal.any([outer, stop.signal]) : stop.signal
    const asked = {
      file: book.file,
      place: lists.places()[0],
      why,
      keeping: keepingOf(file.preferences()),
      onlyChanged: why === 'schedule',
      owner,
      nowMs: nowMs(),
    }
    // A reader can give the book no id.
    if (book.mode === 'write') void book.bookId
    const data = book.dataVersion()
    const work = works.run({ kind: 'backup', title: path.basename(book.file), outer: signal }, (at) => askBackups('make', asked, at))
    running = work
    tell()
    let made: Made
    try {
      made = await work
      failure = null
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
    log(made)
    // The stick may be pulled out right after: then the next look looks through the book once more.
    await settle(book, data).catch(() => undefined)
    return made
  }

  function log({ backup, gone }: Made): void {
    if (backup) programLog.write('info', 'backup-made', { why: backup.why, bytes: backup.bytes, unreadable: backup.unreadable })
    if (gone.length > 0) programLog.write('info', 'backups-let-go', { backups: gone.length })
  }

  /** @param data what the book held before it was looked through: what was written meanwhile is seen at the next look */
  async function settle(book: Book, data: string): Promise<void> {
    if (desk.bookOrNull() !== book) return
    const placed = placedBook(book)
    const listing = await lists.of(placed)
    times.remember(placed, listing, nowMs())
    settled = { book, data, newest: lists.newest(listing)?.file ?? null }
  }

  /** Nothing was written since: counting all that a book holds takes its time. Of a folder that is away nothing can be said. */
  const isSettled = (book: Book, listing: Listing): boolean =>
    settled?.book === book &&
    settled.data === book.dataVersion() &&
    (!listing.isThere || settled.newest === (lists.newest(listing)?.file ?? null))

  /** Makes what is due. What goes wrong is shown in the preferences, and tried again at the next look. */
  async function look(): Promise<void> {
    const book = desk.bookOrNull()
    const { backups: wanted, backupsEvery } = file.preferences()
    if (!wanted || book?.mode !== 'write' || running || stop.signal.aborted) return
    if (book.summary().counts.stations === 0) return
    const placed = placedBook(book)
    const listing = await lists.of(placed)
    if (desk.bookOrNull() !== book || running) return
    times.remember(placed, listing, nowMs())
    const { sinceMs } = times.last(placed, listing, nowMs())
    const everyMs = Math.max(EVERY_MS[backupsEvery], HOUR_MS)
    if (sinceMs !== null && sinceMs < everyMs) return
    if (isUnderWay(desk.progress()) && (sinceMs === null || sinceMs < everyMs * OVERDUE_TIMES)) return
    if (isSettled(book, listing)) return
    await make('schedule').catch(() => undefined)
    await sayLate(placed)
  }

  /** Once for each book and start. */
  async function sayLate(book: OfBook): Promise<void> {
    if (failure === null || toldLateFor === book.file || !times.isLate(book, await lists.of(book), nowMs())) return
    toldLateFor = book.file
    programLog.write('error', 'backups-late', { code: failure.code })
    const { language, notifications } = file.preferences()
    const words = wordsOf(languageOf(language, host.systemLocale)).notice
    if (notifications) notify({ title: words.backupsLate, body: words.backupsLateWhy })
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

  /**
   * One of those that are listed, and the book whose place it may take: the open one, or one that lies, or lay, at a place.
   * Throws NO_SUCH_BACKUP.
   */
  async function known(name: string, place: string | null): Promise<{ book: string; backup: Listed }> {
    const { file: book, backups } = place === null ? await ofOpen() : await lists.at(place)
    const backup = backups.find(({ file: one }) => one === name)
    if (!backup) throw new MeterbookError('NO_SUCH_BACKUP', { file: name })
    return { book, backup }
  }
  async function ofOpen(): Promise<Listing & { file: string }> {
    const book = desk.book()
    return { ...(await lists.of(book)), file: book.file }
  }

  return {
    look,
    async state(): Promise<BackupState> {
      const book = placedBook(desk.book())
      const listing = await lists.of(book)
      return {
        ...lists.places()[0],
        isThere: listing.isThere,
        making: running !== null,
        failure,
        lastMs: times.last(book, listing, nowMs()).lastMs,
        isLate: failure !== null && times.isLate(book, listing, nowMs()),
        backups: listing.backups.map(shownOf),
      }
    },
    /** Of the book at a place, which may be damaged or gone. */
    async of(place: string): Promise<ListedBackup[]> {
      return (await lists.at(place)).backups.map(shownOf)
    },
    async setFolder(folder: string | null): Promise<void> {
      if (folder !== null) await refuseUnwritable(folder)
      failure = null
      file.setPreferences({ backupsFolder: folder ?? '' })
      tell()
    },
    make: (signal?: AbortSignal) => make('asked', signal),
    async preview(name: string, place: string | null = null, signal?: AbortSignal): Promise<BackupPreview> {
      const { book, backup } = await known(name, place)
      return askBackups('preview', { file: book, backup: backup.file, nowMs: nowMs() }, { signal })
    },
    async restore(name: string, place: string | null = null): Promise<{ kept: string | null }> {
      if (place === null) writable(desk.book())
      const { book, backup } = await known(name, place)
      while (running) await running.catch(() => undefined)
      const { kept } = await desk.replaced(book, (at) => askBackups('restore', { file: at, backup: backup.file, owner, nowMs: nowMs() }))
      programLog.write('info', 'backup-restored', { kept: kept !== null })
      tell()
      return { kept }
    },
    async saveCopy(name: string, place: string | null = null, outer?: AbortSignal) {
      const { backup } = await known(name, place)
      const saved = await saveFile({ host, works }, { kind: 'backup', name: backup.name, outer }, (to, at) =>
        askBackups('copy', { backup: backup.file, to }, at),
      )
      return saved && { file: saved.done.file, href: saved.done.href, bytes: saved.result.bytes }
    },
    /** Copies and migrates a book of an older version, as work that windows see. Of any other there is nothing to do. */
    async prepare(book: string, { withoutCopy }: { withoutCopy: boolean }): Promise<void> {
      if (!existsSync(book) || !wantsMigration(book)) return
      const asked = { file: book, copyFirst: { places: lists.places(), withoutCopy }, owner, nowMs: clock.nowMs() }
      try {
        const { passedOver } = await works.run({ kind: 'migration', title: path.basename(book), outer: stop.signal }, (at) =>
          askBackups('migrate', asked, at),
        )
        for (const code of passedOver) programLog.write('warn', 'backup-folder-passed-over', { code })
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
