import type { Command } from 'commander'
import type { Book } from '../book/book.ts'
import { openBook } from './open-book.ts'
import { textOf } from '../book/search/text.ts'
import type { CommandContext } from './context.ts'
import { goneMs } from '../analysis/answers/directory.ts'
import { columns, plural, shown, utcMinute } from './numbers.ts'
import { whole } from './options.ts'

interface SearchFlags {
  book: string
  limit: number
  json?: boolean
}

/** `meterbook search`: stations, consumers, event texts and notes, in any case and any alphabet. */
export function searchCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('search')
    .argument('<text...>', 'what to look for')
    .requiredOption('--book <FILE>', 'the book')
    .option('--limit <N>', 'most results of each kind', whole(1, 10_000), 50)
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExamples:\n  meterbook search --book trip.meterbook грп-2\n  meterbook search --book trip.meterbook 00417')
    .action((words: string[], { book: file, limit, json }: SearchFlags) => {
      const book = openBook(file, { mode: 'read', now: Date.now })
      try {
        const found = find(book, words.join(' '), limit)
        terminal.print(json ? JSON.stringify(found, null, 2) : foundText(found))
      } finally {
        book.close()
      }
    })
}

type Found = ReturnType<typeof find>

function find(book: Book, text: string, limit: number) {
  const stations = book.search.find(text, limit).flatMap(({ id, foundIn }) => {
    const station = book.stations.get(id)
    if (!station) return []
    const { name, consumerName, equipmentSerialNumber, equipmentBrandName, uid } = station
    const former = foundIn.find(({ field }) => field === 'formerSerial')?.text
    const gone = former === undefined ? {} : { formerSerial: former, formerUntilMs: goneMs(book.stations, id, former) }
    return { id, name, consumerName, equipmentSerialNumber, equipmentBrandName, uid, ...gone }
  })
  return {
    text,
    stations,
    consumers: book.search.findConsumers(text, limit).map(({ id, name, inn }) => ({ id, name, inn })),
    events: book.search.findEventTexts(text, limit),
    notes: book.notes.query({ text }, { limit }).rows.map(({ id, stationId, stationName, fromMs, toMs, kind, author, text: said }) => ({
      ...{ id, stationId, stationName, fromMs, toMs, kind, author },
      text: said,
    })),
  }
}

/** The serial number of its device; one that was found by the number of a device that is gone says so, and when. */
function serialText({ equipmentSerialNumber, formerSerial, formerUntilMs = null }: Found['stations'][number]): string {
  const now = textOf(equipmentSerialNumber)
  if (formerSerial === undefined) return now
  return `${now} (${formerSerial}: gone${formerUntilMs === null ? '' : `, taken out ${utcMinute(formerUntilMs)} UTC`})`
}

function foundText({ text, stations, consumers, events, notes }: Found): string {
  const parts: string[] = []
  if (stations.length > 0) {
    const rows = stations.map((found) => [
      String(found.id),
      found.name ?? '—',
      serialText(found),
      textOf(found.equipmentBrandName),
      found.consumerName ?? '',
    ])
    parts.push(`${plural(stations.length, 'station')}\n${columns(rows, ['id', 'name', 'serial number', 'device', 'consumer'])}`)
  }
  if (consumers.length > 0) {
    const rows = consumers.map(({ id, name, inn }) => [String(id), name ?? '—', inn])
    parts.push(`${plural(consumers.length, 'consumer')}\n${columns(rows, ['id', 'name', 'inn'])}`)
  }
  if (events.length > 0) {
    const rows = events.map(({ code, description }) => [code ?? '', description ?? ''])
    parts.push(`${plural(events.length, 'kind of event', 'kinds of event')}\n${columns(rows, ['code', 'description'])}`)
  }
  if (notes.length > 0) {
    const rows = notes.map(({ stationId, stationName, kind, text: said }) => [
      String(stationId),
      stationName ?? '—',
      kind,
      said.replaceAll(/\s+/g, ' '),
    ])
    parts.push(`${plural(notes.length, 'note')}\n${columns(rows, ['station', 'name', 'kind', 'text'])}`)
  }
  return parts.length > 0 ? parts.join('\n\n') : `Nothing in this book matches '${shown(text)}'.`
}
