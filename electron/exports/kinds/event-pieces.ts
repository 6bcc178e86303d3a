import { eventReferences } from '../../analysis/events/references.ts'
import type { EventKeys, Said } from '../../book/index.ts'
import { Shared, type Block, type Cell } from '../table.ts'
import { NONE, NumberById } from './number-by-id.ts'
import type { Source } from './source.ts'

/** The pieces of an event, in the order of `eventColumns`. */
type EventPieces = [atMs: number, place: Shared, code: Shared, message: Shared, said: Shared, device: Shared, unixTime: number]

/** So many contents are remembered: some 50 MB at the most. */
const REMEMBERED = 50_000

/**
 * Makes events into rows in pieces, or many at once into columns. Stations, messages and contents are looked up and formed
 * once, and have numbers from then on: of a million events each costs a few look-ups in lists of numbers.
 */
export function eventPieces({ book }: Source) {
  const { meet, stationOf, messageOf } = eventReferences(book)
  // By the number of a series.
  const numberOfSeries = new NumberById()
  const places: Shared[] = []
  const devices: Shared[] = []
  const referenceOf: number[] = []
  // By the number of a reference: what an archive of a type of devices calls its codes.
  const numberOfReference = new Map<string, number>()
  const messages: ((code: string | null) => Message)[] = []
  const meaningByCode: (number | undefined)[][] = []
  // By the number of a code.
  const numberOfCode = new Map<Cell, number>()
  const codes: Shared[] = []
  const codeTexts: (string | null)[] = []
  // By the number of a meaning: a name with its description.
  const numberOfMeaning = new Map<string, number>()
  const names: Shared[] = []
  const descriptions: Cell[] = []
  // By the number of a content.
  const numberOfContent = new NumberById()
  let codeOf: number[] = []
  let saidOf: number[] = []
  /** For each content without a description of its own: the number of what it says, by the number of its meaning. */
  let saidByMeaning: (Map<number, number> | null)[] = []
  let says: Shared[] = []
  // The events that were prepared last: the numbers of their series and contents.
  let moments: ArrayLike<number> = []
  let [seriesAt, contentAt] = [new Int32Array(0), new Int32Array(0)]

  const nothing = new Shared([])
  const row: EventPieces = [0, nothing, nothing, nothing, nothing, nothing, 0]

  function addSeries(id: number, equipmentId: number, archiveType: string, atMs: number): void {
    const station = stationOf(equipmentId, atMs)
    numberOfSeries.set(id, places.push(new Shared([station?.name ?? null, archiveType])) - 1)
    devices.push(new Shared([station?.equipmentSerialNumber ?? null, station?.id ?? null, equipmentId]))
    const reference = keptIn(numberOfReference, `${station?.equipmentTypeId ?? ''} ${archiveType}`, () => {
      meaningByCode.push([])
      return messages.push((code) => messageOf(station, archiveType, code)) - 1
    })
    referenceOf.push(reference)
  }

  function addContent(id: number, { code: codeText, entries }: Said): void {
    const { Code: code, CodeDescription: own, ValCode: valCode, Izm: izm, ...rest } = entries
    const others = Object.keys(rest).length === 0 ? undefined : rest
    const number = keptIn(numberOfCode, code, () => {
      codeTexts.push(codeText)
      return codes.push(new Shared([code])) - 1
    })
    numberOfContent.set(id, codeOf.push(number) - 1)
    saidOf.push(says.push(new Shared([own, valCode, izm, others])) - 1)
    saidByMeaning.push(own === null || own === undefined ? new Map() : null)
  }

  function meaningOf(reference: number, code: number): number {
    const byCode = meaningByCode[reference] ?? []
    return (byCode[code] ??= addMeaning(messages[reference]?.(codeTexts[code] ?? null)))
  }
  const addMeaning = ({ name = null, description = null }: NonNullable<Message> = {}): number =>
    keptIn(numberOfMeaning, JSON.stringify([name, description]), () => {
      descriptions.push(description)
      return names.push(new Shared([name])) - 1
    })

  function saidWith(content: number, meaning: number): number {
    const byMeaning = saidByMeaning[content]
    const said = saidOf[content] ?? NONE
    if (!byMeaning) return said
    return keptIn(byMeaning, meaning, () => {
      const [, ...others] = says[said]?.cells ?? []
      return says.push(new Shared([descriptions[meaning], ...others])) - 1
    })
  }

  /** Looks up the events of a block, and what they need with a question for all. */
  function prepare({ atMs, seriesIds, contentIds }: EventKeys): void {
    moments = atMs
    const { length } = moments
    if (seriesAt.length < length) [seriesAt, contentAt] = [new Int32Array(length), new Int32Array(length)]
    if (numberOfContent.size > REMEMBERED) {
      numberOfContent.clear()
      ;[codeOf, saidOf, saidByMeaning, says] = [[], [], [], []]
    }
    const newSeries = new Set<number>()
    const newContents = new Set<number>()
    for (let nth = 0; nth < length; nth++) {
      const [seriesId, contentId] = [seriesIds[nth] as number, contentIds[nth] as number]
      const series = numberOfSeries.get(seriesId)
      const content = numberOfContent.get(contentId)
      if (series === NONE) newSeries.add(seriesId)
      if (content === NONE) newContents.add(contentId)
      seriesAt[nth] = series
      contentAt[nth] = content
    }
    if (newSeries.size === 0 && newContents.size === 0) return
    if (newSeries.size > 0) {
      const found = book.events.placesOfSeries([...newSeries])
      meet(found.map(({ equipmentId }) => equipmentId))
      const firstOf = new Map(Array.from(seriesIds, (id, nth) => [id, atMs[nth] as number] as const).reverse())
      for (const { id, equipmentId, archiveType } of found) addSeries(id, equipmentId, archiveType, firstOf.get(id) ?? 0)
    }
    if (newContents.size > 0) for (const [id, said] of book.events.said([...newContents])) addContent(id, said)
    for (let nth = 0; nth < length; nth++) {
      if (seriesAt[nth] === NONE) seriesAt[nth] = numberOfSeries.get(seriesIds[nth] as number)
      if (contentAt[nth] === NONE) contentAt[nth] = numberOfContent.get(contentIds[nth] as number)
    }
  }

  return {
    prepare,
    /** The row, filled anew with each call, of the nth event that was prepared; null where the book lacks what it says. */
    pieces(nth: number): EventPieces | null {
      const [series = NONE, content = NONE] = [seriesAt[nth], contentAt[nth]]
      if (series === NONE || content === NONE) return null
      const code = codeOf[content] ?? NONE
      const meaning = meaningOf(referenceOf[series] ?? NONE, code)
      const atMs = moments[nth] ?? 0
      row[0] = atMs
      row[1] = places[series] ?? nothing
      row[2] = codes[code] ?? nothing
      row[3] = names[meaning] ?? nothing
      row[4] = says[saidWith(content, meaning)] ?? nothing
      row[5] = devices[series] ?? nothing
      row[6] = atMs / 1000
      return row
    },
    /** The events that were prepared as columns. */
    block(): Block {
      const { length } = moments
      const [atMs, unixTime] = [new Float64Array(length), new Float64Array(length)]
      const numbers = () => new Uint32Array(length)
      const [place, code, meaning, said] = [numbers(), numbers(), numbers(), numbers()]
      let rows = 0
      for (let nth = 0; nth < length; nth++) {
        const series = seriesAt[nth] as number
        const content = contentAt[nth] as number
        if (series === NONE || content === NONE) continue
        const ofCode = codeOf[content] as number
        const meant = meaningOf(referenceOf[series] as number, ofCode)
        const ms = moments[nth] as number
        atMs[rows] = ms
        place[rows] = series
        code[rows] = ofCode
        meaning[rows] = meant
        said[rows] = saidWith(content, meant)
        unixTime[rows++] = ms / 1000
      }
      const parts = [
        { numbers: atMs },
        { which: place, of: places, width: 2 },
        { which: code, of: codes, width: 1 },
        { which: meaning, of: names, width: 1 },
        { which: said, of: says, width: 4 },
        { which: place, of: devices, width: 3 },
        { numbers: unixTime },
      ]
      return { rows, parts }
    },
  }
}

/** What the message reference says of a code. */
type Message = { name?: Cell; description?: Cell } | undefined

/** What a map has for a key; made when it is first asked for. */
function keptIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
