import { crc32 } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { fromBufferPromise, type Entry } from 'yauzl'
import { tooLarge } from './failures.ts'
import { MB, MOST_ATTRIBUTES, MOST_DEPTH, MOST_EXPANDED_BYTES, MOST_LETTERS } from './limits.ts'

/** The parts of a spreadsheet, XML in a ZIP: read as they are unpacked, within limits, and whole or not at all. */

/** Is told what a part has, in its order. Names are without their prefix. */
interface PartReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
  /** Asked between pieces; of a part of which no more is wanted the rest is not unpacked. */
  isDone?(): boolean
}

export interface Parts {
  /** Where the parts lie that a part refers to. @returns by the reference's id: the last word of its type, and the path */
  relations(path: string): Promise<Map<string, { type: string; path: string }>>
  /**
   * @param mostBytes that the part may unpack to
   * @throws MeterbookError IMPORT_TOO_LARGE; an Error where there is no such part, or its bytes or its XML are damaged or cut
   */
  read(path: string, reader: PartReader, mostBytes?: number): Promise<void>
}

/** @throws MeterbookError IMPORT_TOO_LARGE; an Error where it is no ZIP that can be read */
export async function openParts(file: string, bytes: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(bytes)
  const entries = new Map<string, Entry>()
  let left = MOST_EXPANDED_BYTES
  for await (const entry of zip.eachEntry()) {
    const path = pathOf(entry.fileName)
    if (entries.has(path)) throw new Error(`twice: ${path}`)
    entries.set(path, entry)
    // What is unpacked is compared with this size: one that lies ends reading.
    left -= entry.uncompressedSize
    if (left < 0) throw tooLarge(file, 'expanded', MOST_EXPANDED_BYTES / MB)
  }

  async function read(path: string, reader: PartReader, mostBytes = MOST_EXPANDED_BYTES): Promise<void> {
    const entry = entries.get(path)
    if (!entry) throw new Error(`no part ${path}`)
    if (entry.uncompressedSize > mostBytes) throw tooLarge(file, 'expanded', mostBytes / MB)
    const parser = parserOf(file, reader)
    const decoder = new TextDecoder()
    let sum = 0
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum)
      parser.write(decoder.decode(chunk, { stream: true }))
      if (reader.isDone?.()) return
    }
    parser.write(decoder.decode())
    parser.close()
    if (sum !== entry.crc32) throw new Error(`damaged: ${path}`)
  }

  return {
    read,
    async relations(path) {
      const [folder, name] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)]
      const relations = new Map<string, { type: string; path: string }>()
      await read(`${folder}_rels/${name}.rels`, {
        open(tag, { Id: id, Type: type, Target: target }) {
          if (tag !== 'Relationship' || id === undefined || type === undefined || target === undefined) return
          relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), path: pathOf(target, folder) })
        },
      })
      return relations
    },
  }
}

/** The path of a part from the top of the ZIP; some programs write it with other slashes or letters. */
function pathOf(said: string, folder = ''): string {
  const steps: string[] = []
  for (const step of (/^[/\\]/u.test(said) ? said : folder + said).split(/[/\\]/u)) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step.toLowerCase())
  }
  return steps.join('/')
}

/** A strict parser: XML that does not close, names that are not known and tags without an end are an Error. */
function parserOf(file: string, { open, text, close }: PartReader): { write(piece: string): void; close(): void } {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  let [attributes, depth] = [0, 0]
  /** Letters since the parser last told something: it holds them all, and must not be given too many. */
  let held = 0
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  const told = (text: string) => {
    held = 0
    return text
  }
  parser.on('attribute', () => {
    if (++attributes > MOST_ATTRIBUTES) throw tooLarge(file, 'attributes', MOST_ATTRIBUTES)
  })
  parser.on('opentag', ({ name, attributes: own }) => {
    attributes = 0
    if (++depth > MOST_DEPTH) throw new Error('tags within each other')
    open?.(local(told(name)), own)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    close?.(local(told(name)))
  })
  parser.on('text', (some) => text?.(told(some)))
  parser.on('cdata', (some) => text?.(told(some)))
  parser.on('comment', told)
  return {
    write(piece) {
      parser.write(piece)
      held += piece.length
      if (held > MOST_LETTERS) throw tooLarge(file, 'letters', MOST_LETTERS)
    },
    close: () => void parser.close(),
  }
}
