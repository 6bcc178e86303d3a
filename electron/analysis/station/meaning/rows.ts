import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../../book/index.ts'
import type { MetThings } from '../../../book/meanings/inventory.ts'
import { compareArchives } from '../../../contract/archives.ts'
import type { MeaningRow } from '../../../contract/meanings.ts'
import { EVENT_ARCHIVES } from '../../../contract/records.ts'
import { channelsOf } from '../archives.ts'
import { messageKey } from './messages.ts'
import { factsOf, meaningsIn, type Meanings } from './of-type.ts'
import type { MessageFacts } from './recognise.ts'

/** What is recognised of a type of device: all that its directory lists and all that its devices have sent. */

/** How much of a type's things is recognised. */
export interface TypeMeanings {
  equipmentTypeId: number
  name: string | null
  stations: number
  recognised: number
  unrecognised: number
  corrected: number
}

/** The device types that the book has stations or a directory of, those with more that is not recognised first. */
export async function meaningsOfTypes(book: Book): Promise<TypeMeanings[]> {
  const stations = new Map(book.meanings.met.types().map((type) => [type.equipmentTypeId, type.stations]))
  const named = new Map(book.equipmentTypes.list().map(({ id, name }) => [id, name]))
  const meanings = meaningsIn(book)
  const found: TypeMeanings[] = []
  for (const equipmentTypeId of new Set([...stations.keys(), ...named.keys()])) {
    const rows = await rowsOf(book, equipmentTypeId, meanings(equipmentTypeId))
    found.push({
      equipmentTypeId,
      name: named.get(equipmentTypeId) ?? null,
      stations: stations.get(equipmentTypeId) ?? 0,
      recognised: rows.filter(isRecognised).length,
      unrecognised: rows.filter((row) => !isRecognised(row)).length,
      corrected: rows.filter(({ corrected }) => corrected).length,
    })
  }
  return found.sort((a, b) => b.unrecognised - a.unrecognised || b.stations - a.stations)
}

/** Everything of one type: what is not recognised first, then in the order of the directory. */
export async function meaningRows(book: Book, equipmentTypeId: number): Promise<MeaningRow[]> {
  const rows = await rowsOf(book, equipmentTypeId, meaningsIn(book)(equipmentTypeId))
  return [...rows.filter((row) => !isRecognised(row)), ...rows.filter(isRecognised)]
}

const isRecognised = ({ pattern, corrected }: MeaningRow): boolean => pattern !== null || corrected

async function rowsOf(book: Book, equipmentTypeId: number, meanings: Meanings): Promise<MeaningRow[]> {
  const steps = book.meanings.met.ofType(equipmentTypeId)
  let step = steps.next()
  while (!step.done) {
    await breath()
    step = steps.next()
  }
  const met = step.value
  return [
    ...channelRows(book, equipmentTypeId, met, meanings),
    ...settingRows(met, meanings),
    ...messageRows(book, equipmentTypeId, met, meanings),
  ]
}

function channelRows(book: Book, typeId: number, met: MetThings, meanings: Meanings): MeaningRow[] {
  const codes = new Map<string, Set<string>>()
  const listed = book.channels.byType(typeId).map(({ archiveTypeVarname, channelVarname }) => ({
    archiveType: archiveTypeVarname,
    channelVarname,
  }))
  for (const { archiveType, channelVarname } of [...listed, ...met.channels])
    codes.set(archiveType, (codes.get(archiveType) ?? new Set()).add(channelVarname))
  return [...codes.keys()].sort(compareArchives).flatMap((archiveType) => {
    const archive = { archiveType, view: 'general' } as const
    return channelsOf(book, typeId, archive, [...(codes.get(archiveType) ?? [])]).map((channel): MeaningRow => {
      const { quantity, basis, row, corrected } = meanings.channel({ ...channel, archiveType })
      return {
        meant: 'channel',
        archiveType,
        key: channel.channelVarname,
        name: channel.channelName ?? '',
        unitName: channel.unitName,
        meaning: { quantity, basis, role: null },
        pattern: row,
        corrected,
      }
    })
  })
}

/** A setting that devices send in several units has a row for each: its name and unit together tell its meaning. */
function settingRows({ settings }: MetThings, meanings: Meanings): MeaningRow[] {
  return settings.map(({ channelName, unitName }): MeaningRow => {
    const unit = typeof unitName === 'string' && unitName !== '' ? unitName : null
    const { role, quantity, row, corrected } = meanings.setting({ channelName, unitName: unit })
    return {
      meant: 'setting',
      archiveType: null,
      key: channelName,
      name: channelName,
      unitName: unit,
      meaning: { quantity, basis: null, role },
      pattern: row,
      corrected,
    }
  })
}

function messageRows(book: Book, typeId: number, met: MetThings, meanings: Meanings): MeaningRow[] {
  const { rows: reference } = book.messages.list({ equipmentTypeId: typeId, limit: 100_000 })
  const all = new Map<string, MessageFacts>()
  for (const facts of [...factsOf(reference), ...met.messages.flatMap(factsOfMet)]) {
    const key = `${facts.archiveType} ${messageKey(facts)}`
    // The reference's word for a code comes first.
    if (!all.has(key)) all.set(key, facts)
  }
  return [...all.values()].flatMap((facts): MeaningRow[] => {
    const key = messageKey(facts)
    if (key === null) return []
    const { role, quantity, row, corrected } = meanings.message(facts)
    return [
      {
        meant: 'message',
        archiveType: facts.archiveType,
        key,
        name: facts.texts.join('. '),
        unitName: null,
        meaning: { quantity, basis: null, role },
        pattern: row,
        corrected,
      },
    ]
  })
}

function factsOfMet({ archiveType, code, description }: MetThings['messages'][number]): MessageFacts[] {
  const archive = EVENT_ARCHIVES.find((one) => one === archiveType)
  const texts = description === null || description === '' ? [] : [description]
  return archive ? [{ archiveType: archive, code, texts, messageTypicalId: null, channelVarname: null }] : []
}
