import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Book } from '../../book/index.ts'
import { PREFERENCES, type Preferences } from '../../contract/preferences.ts'
import { writeWhole } from '../../exports/file.ts'
import { bookFacts } from './book-lines.ts'
import { errorFacts } from './error-facts.ts'
import { programFacts, zoneOr, type ProgramParts } from './program-facts.ts'
import { lineText, readLog } from './read-log.ts'
import { safeCode } from './safe-facts.ts'

/** A file of the diagnostics, as it is shown before it is saved. */
export interface Section {
  name: string
  text: string
}

const MOST_LINES = 2000
const MOST_RUNS = 20

/**
 * What somebody who helps needs to know of this program and this computer: versions, settings, counts, recent downloads, the
 * log. No secret and no name: each part takes over what is a number, a yes or no, or a code, and nothing else.
 */
export function diagnosticsOf(parts: ProgramParts): Section[] {
  const { host, preferences, book } = parts
  return [
    section('program.json', programFacts(parts)),
    section('settings.json', settingsFacts(preferences)),
    section('book.json', book ? tried(() => bookDetails(book)) : null),
    section('downloads.json', book ? tried(() => runsOf(book)) : []),
    { name: 'log.txt', text: logText(host.dataFolder) },
  ]
}

const section = (name: string, facts: unknown): Section => ({ name, text: `${JSON.stringify(facts, null, 2)}\n` })

/** A book that cannot be read is what diagnostics are made for. */
function tried(facts: () => unknown): unknown {
  try {
    return facts()
  } catch (error) {
    return { failed: errorFacts(error).code ?? 'UNKNOWN' }
  }
}

/** A text that somebody typed (a proxy, a folder, a name) is told to be there, and no more. */
const settingsFacts = (preferences: Preferences) =>
  Object.fromEntries(
    Object.entries(PREFERENCES).map(([name, preference]) => {
      const value = preferences[name as keyof Preferences]
      if (typeof value !== 'string' || 'choices' in preference || 'units' in preference) return [name, value]
      if ('isZone' in preference) return [name, zoneOr(value)]
      return [name, value === '' ? '' : '[set]']
    }),
  )

const coded = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).reduce<Record<string, number>>((sums, [name, count]) => {
    const code = safeCode(name)
    return { ...sums, [code]: (sums[code] ?? 0) + count }
  }, {})

function bookDetails(book: Book) {
  const { counts, archives, coverage, rejected, freshAtMs, fileBytes } = book.summary()
  const pragma = (name: string): unknown => book.db.pragma(name, { simple: true })
  return {
    ...bookFacts(book),
    bytes: fileBytes,
    hasAccount: book.identity.email !== null,
    counts,
    coverage,
    rejected: coded(rejected),
    fetchedAtMs: freshAtMs,
    archives: archives.map(({ archiveType, view, devices, records, firstMs, lastMs }) => ({
      archiveType: safeCode(archiveType),
      view,
      devices,
      records,
      firstMs,
      lastMs,
    })),
    file: {
      pages: pragma('page_count'),
      pageBytes: pragma('page_size'),
      freePages: pragma('freelist_count'),
      journal: pragma('journal_mode'),
      schemaChanges: pragma('schema_version'),
    },
  }
}

const runsOf = (book: Book) =>
  book.tasks.history(MOST_RUNS).map(({ id, state, createdMs, finishedMs, records, added, changed }) => ({
    run: id,
    state,
    startedMs: createdMs,
    finishedMs,
    ...{ records, added, changed },
    tasks: book.tasks.counts(id),
    failures: coded(Object.fromEntries(book.tasks.failureCodes(id).map(({ code, tasks }) => [code, tasks]))),
  }))

const logText = (dataFolder: string) =>
  readLog(dataFolder, MOST_LINES)
    .map((line) => `${lineText(line)}\n`)
    .join('')

/** Writes the sections as files of one ZIP; returns its bytes. @throws what `writeWhole` throws */
export async function writeDiagnostics(sections: readonly Section[], file: string, signal?: AbortSignal): Promise<number> {
  const zip = new ZipFile()
  for (const { name, text } of sections) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const content = new PassThrough()
  zip.outputStream.pipe(content)
  return writeWhole(file, content, signal, { isOwn: true })
}
