import { stat } from 'node:fs/promises'
import { asBookError } from '../book/file/errors.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { Failure } from '../contract/common.ts'
import type { LakeState } from '../contract/lake.ts'
import { failureOf } from '../downloads/failures.ts'
import { manifestOf } from '../exports/lake/manifest.ts'
import type { Book } from '../book/index.ts'
import type { LakeResult } from '../exports/lake/write-lake.ts'
import { doWork } from '../works/works.ts'
import type { Desk } from './desk.ts'
import type { ProgramFile } from './program-file.ts'
import type { AtWork, Works } from './works.ts'
import { refuseUnwritable } from './writable-folder.ts'

interface LakeParts {
  desk: Desk
  file: ProgramFile
  works: Works
}

/** The lake of the preferences: written when somebody asks for it, and after each download. */
export function createLake({ desk, file, works }: LakeParts) {
  const folderOf = () => file.preferences().lakeFolder || null
  let failure: Failure | null = null
  /** One at a time: who asks meanwhile waits for the next. */
  let running: Promise<unknown> | null = null
  const stop = new AbortController()

  const tell = () => desk.changes.publish({ topic: 'preferences', stationId: null })

  /** The analyst brings what it concludes up to date first; of a book that is open for reading those go that it holds. */
  async function judgedLake(book: Book, folder: string, at: AtWork): Promise<LakeResult> {
    if (book.mode === 'write') await desk.analyst().ask('finish', null, { signal: at.signal })
    return doWork(book, 'lake', { folder }, at)
  }

  async function write(outer?: AbortSignal): Promise<LakeResult> {
    const folder = folderOf()
    if (folder === null) throw new MeterbookError('NOTHING_CHOSEN')
    const book = desk.book()
    while (running) await running.catch(() => undefined)
    const signal = outer ? AbortSignal.any([outer, stop.signal]) : stop.signal
    const work = works.run({ kind: 'lake', title: folder, outer: signal }, (at) =>
      judgedLake(book, folder, at).catch((error: unknown) => {
        // Another book was laid out meanwhile: the windows show that one, so it has to be said which one is meant.
        throw book.db.open ? error : asBookError(error, { file: book.file })
      }),
    )
    running = work
    tell()
    try {
      const result = await work
      failure = null
      return result
    } catch (error) {
      const why = failureOf(error)
      // Somebody's wish is no failure: what went wrong before still stands.
      if (why.code !== 'CANCELLED') failure = why
      throw error
    } finally {
      running = null
      tell()
    }
  }

  /** A download has ended that no writing has begun after. */
  let wanted = false
  let catchingUp = false
  /** Writes until it has begun after the last download. What goes wrong is shown in the preferences. */
  async function catchUp(): Promise<void> {
    wanted = true
    if (catchingUp) return
    catchingUp = true
    while (wanted && !stop.signal.aborted) {
      wanted = false
      if (folderOf() !== null) await write().catch(() => undefined)
    }
    catchingUp = false
  }
  /** At the end of each download that was seen at work. Nothing is waited for here: the next would not be seen. */
  async function follow(): Promise<void> {
    let working: number | null = null
    for await (const { state, runId } of desk.progressChanges.listen(stop.signal)) {
      if (state === 'running') working = runId
      if (state !== 'done' || working === null || working !== runId) continue
      working = null
      void catchUp()
    }
  }
  void follow().catch(() => undefined)

  return {
    async state(): Promise<LakeState> {
      const folder = folderOf()
      const book = desk.bookOrNull()
      const manifest = folder !== null && book?.hasBookId ? manifestOf(folder, book.bookId) : null
      const found = manifest === null ? null : await stat(manifest).catch(() => null)
      return { folder, changedAtMs: found?.mtimeMs ?? null, writing: running !== null, failure }
    },
    async setFolder(folder: string | null): Promise<void> {
      if (folder !== null) await refuseUnwritable(folder)
      failure = null
      file.setPreferences({ lakeFolder: folder ?? '' })
      tell()
    },
    write,
    close: (): void => stop.abort(),
  }
}
export type Lake = ReturnType<typeof createLake>
