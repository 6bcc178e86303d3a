import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { keepOwn } from '../book/file/private.ts'
import type { Preferences } from '../contract/preferences.ts'
import { preferencesSchema } from '../contract/program.ts'
import { failureSchema } from '../contract/common.ts'
import { fromFirstVersions, savedViewSchema, type SavedView } from '../contract/saved-views.ts'
import { makeDataFolder } from './data-folder.ts'
import { replaceOwnFile } from './own-file.ts'

/** What the program remembers between starts, beside the books: preferences, saved views, and which books were open. No secrets. */
const usedBookSchema = z.object({
  file: z.string(),
  openedMs: z.number(),
  account: z.object({ url: z.string(), email: z.string(), allowUnencrypted: z.boolean() }).nullable(),
  isDemo: z.boolean(),
})
export type UsedBook = z.infer<typeof usedBookSchema>

/** A public key that bundles of evidence are signed with, and whose it is said to be. */
const knownKeySchema = z.object({ publicKey: z.string(), name: z.string() })
export type KnownKey = z.infer<typeof knownKeySchema>

/** When new versions were asked for last, how that ended, and the highest version that was ever seen of each channel. */
const updateMemorySchema = z.object({
  checkedAtMs: z.number().nullable().default(null),
  failure: failureSchema.nullable().default(null),
  seen: z.object({ stable: z.string().optional(), beta: z.string().optional() }).default({}),
})
export type UpdateMemory = z.infer<typeof updateMemorySchema>

/** When a book at its place was first seen by whoever makes backups, and when the last verified one was made, Unix ms. */
const backedUpSchema = z.object({ bookId: z.string(), file: z.string(), seenMs: z.number(), lastMs: z.number().nullable() })
type BackedUp = z.infer<typeof backedUpSchema>

/** Each by itself: a view that another version has written must not cost the others. */
const listOf = (read: (kept: unknown) => SavedView | null | undefined) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((views) => views.flatMap((view) => read(view) ?? []))

const partsSchema = z.object({
  preferences: preferencesSchema.catch(preferencesSchema.parse({})),
  books: z.array(usedBookSchema).catch([]),
  savedViews: listOf((kept) => savedViewSchema.safeParse(kept).data),
  /** Those of the first versions: read, and written as the others. */
  stationViews: listOf(fromFirstVersions),
  knownKeys: z.array(knownKeySchema).catch([]),
  backedUp: z.array(backedUpSchema).catch([]),
  updates: updateMemorySchema.catch(updateMemorySchema.parse({})).default(updateMemorySchema.parse({})),
})
const fileSchema = partsSchema.transform(({ stationViews, savedViews, ...rest }) => ({
  ...rest,
  savedViews: [...stationViews, ...savedViews],
}))

const KEPT_BOOKS = 20
const KEPT_BACKED_UP = 100

/** Reads and writes `program.json`. A missing or damaged file is as good as a new one: nothing in it is worth refusing to start. */
export function programFileIn(dataFolder: string) {
  const file = path.join(dataFolder, 'program.json')
  let state = read()

  function read(): z.infer<typeof fileSchema> {
    try {
      keepOwn(file)
      // A pipe in its place would be waited for without end.
      if (!statSync(file).isFile()) throw new Error('no file')
      return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      return fileSchema.parse({ preferences: {}, books: [] })
    }
  }

  function write(next: z.infer<typeof fileSchema>): void {
    state = next
    makeDataFolder(dataFolder)
    replaceOwnFile(file, `${JSON.stringify(next, null, 2)}\n`)
  }

  return {
    preferences: (): Preferences => state.preferences,
    setPreferences(changes: Partial<Preferences>): Preferences {
      write({ ...state, preferences: preferencesSchema.parse({ ...state.preferences, ...changes }) })
      return state.preferences
    },
    /** In the order in which they were made. */
    savedViews: (): readonly SavedView[] => state.savedViews,
    setSavedViews: (savedViews: readonly SavedView[]): void => write({ ...state, savedViews: [...savedViews] }),
    knownKeys: (): readonly KnownKey[] => state.knownKeys,
    setKnownKeys: (knownKeys: readonly KnownKey[]): void => write({ ...state, knownKeys: [...knownKeys] }),
    updates: (): UpdateMemory => state.updates,
    setUpdates: (changes: Partial<UpdateMemory>): void => write({ ...state, updates: { ...state.updates, ...changes } }),
    backedUp: ({ bookId, file }: Pick<BackedUp, 'bookId' | 'file'>): BackedUp | null =>
      state.backedUp.find((known) => known.bookId === bookId && known.file === file) ?? null,
    setBackedUp(book: BackedUp): void {
      const others = state.backedUp.filter(({ bookId, file }) => bookId !== book.bookId || file !== book.file)
      write({ ...state, backedUp: [book, ...others].slice(0, KEPT_BACKED_UP) })
    },
    /** The newest first. */
    books: (): readonly UsedBook[] => state.books,
    used(book: UsedBook): void {
      const others = state.books.filter(({ file: other }) => other !== book.file)
      write({ ...state, books: [book, ...others].slice(0, KEPT_BOOKS) })
    },
  }
}
export type ProgramFile = ReturnType<typeof programFileIn>
