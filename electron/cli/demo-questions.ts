import path from 'node:path'
import type { Book } from '../book/book.ts'
import { openBook } from './open-book.ts'
import { textOf } from '../book/search/text.ts'
import { visible } from '../contract/visible.ts'
import { EVENT_ARCHIVES, type Span } from '../contract/records.ts'
import { exportTo } from '../exports/index.ts'
import { plainText } from '../exports/table.ts'
import { columns, count, utcMinute } from './numbers.ts'
import { systemTimeZone } from './options.ts'
import type { Terminal } from './terminal.ts'

export interface Answers {
  /** The things that were expected in the book and are not there; empty when all is well. */
  missing: string[]
  files: { what: string; file: string; size: number }[]
}

/** The offline part of the demo: questions an engineer has on the road, and the event log as files. */
export async function askOffline(options: { file: string; folder: string; span: Span; terminal: Terminal }): Promise<Answers> {
  const { file, folder, terminal } = options
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    const summary = book.summary()
    const found = search(book, terminal)
    counts(book, terminal)
    newest(book, terminal)
    events(book, terminal)
    coverage(book, terminal)
    const files = [{ what: 'Book', file, size: summary.fileBytes }, ...(await exports(book, folder, terminal))]
    const missing = Object.entries(summary.counts)
      .filter(([name, records]) => records === 0 && !MAY_BE_NONE.has(name))
      .map(([name]) => `no ${name} in the book`)
    if (found === 0) missing.push('the search found nothing')
    return { missing, files }
  } finally {
    book.close()
  }
}

/** Tables that a healthy service does not fill: notes are what people write. */
const MAY_BE_NONE: ReadonlySet<string> = new Set(['unlistedStations', 'rejected', 'farStamps', 'notes'])

/** Stations that have data in the book; the list itself has many more. */
function downloaded(book: Book) {
  return book.stations
    .ids()
    .flatMap((id) => book.stations.get(id) ?? [])
    .filter(({ equipmentId }) => equipmentId !== null && book.readings.archives(equipmentId).length > 0)
}

/** Searches for the start of a Cyrillic name in the other case, as people type it. */
function search(book: Book, terminal: Terminal): number {
  const named = downloaded(book).find(({ name }) => /^\p{Script=Cyrillic}{3}/u.test(name ?? '')) ?? downloaded(book)[0]
  const typed = otherCase((named?.name ?? '').slice(0, 4).trim())
  const found = book.search.find(typed, 1000)
  const shown = found
    .slice(0, 3)
    .map(({ name, equipmentSerialNumber: serial }) => visible(`${name}${serial ? ` (${textOf(serial)})` : ''}`))
  terminal.print(`\n   Search '${typed}': ${count(found.length)} stations, first ${shown.join(', ')}`)
  return found.length
}

const otherCase = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase())

function counts(book: Book, terminal: Terminal): void {
  const { counts: of } = book.summary()
  terminal.print(
    `   In the book: ${count(of.stations)} stations, ${count(of.readings)} readings, ${count(of.events)} events, ${count(of.sessions)} sessions, ${count(of.settingSnapshots)} settings snapshots, ${count(of.messages)} messages`,
  )
}

function newest(book: Book, terminal: Terminal): void {
  terminal.print('   Newest readings:')
  for (const { name, equipmentId } of downloaded(book)) {
    if (equipmentId === null) continue
    const general = book.readings.archives(equipmentId).filter(({ view }) => view === 'general')
    const archive = general.toSorted((a, b) => b.lastMs - a.lastMs)[0]
    const reading = archive && book.readings.latest(archive)
    if (!archive || !reading) continue
    const values = Object.entries(reading.values)
      .slice(0, 3)
      .map(([code, value]) => `${code} ${value === null ? '–' : plainText(value)}`)
    terminal.print(visible(`     ${name}, ${archive.archiveType}, ${utcMinute(reading.atMs)} UTC: ${values.join(', ')}`))
  }
}

function events(book: Book, terminal: Terminal): void {
  const found = EVENT_ARCHIVES.map((archive) => `${archive} ${count(book.events.count({ archiveTypes: [archive] }))}`)
  terminal.print(`   Events: ${found.join(', ')}`)
}

function coverage(book: Book, terminal: Terminal): void {
  terminal.print('   Coverage, days by archive:')
  const rows = book.coverage
    .totalsByArchive()
    .map(({ archiveType, view, fetched, empty, partial, failed, not_transmitted: awaited }) => [
      `     ${archiveType}`,
      view,
      fetched,
      empty,
      partial,
      failed,
      awaited,
    ])
  terminal.print(columns(rows, ['     archive', 'view', 'fetched', 'empty', 'partial', 'failed', 'not transmitted']))
}

async function exports(book: Book, folder: string, terminal: Terminal): Promise<Answers['files']> {
  const files: Answers['files'] = []
  terminal.print('\n4. The event log as files:')
  for (const format of ['csv', 'xlsx'] as const) {
    const file = path.join(folder, `events.${format}`)
    const { rows, bytes: size } = await exportTo(
      book,
      { kind: 'events', format, reader: 'people', language: 'en', timeZone: systemTimeZone(), filter: {} },
      file,
      { signal: terminal.signal },
    )
    terminal.print(`   ${format.toUpperCase()}: ${count(rows)} events`)
    files.push({ what: `Event log, ${format.toUpperCase()}`, file, size })
  }
  return files
}
