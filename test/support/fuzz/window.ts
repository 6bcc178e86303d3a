import { ORPCError } from '@orpc/server'
import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import type { FormCode } from '../../../electron/contract/form-words.ts'
import { EVENT_ARCHIVES } from '../../../electron/contract/records.ts'
import { backendIn } from '../backend.ts'

/** The questions of the window's screens, asked once of a book. */

const CLOCK = { timeZone: 'Europe/Moscow', contractHour: 10 }
const VAULT_KEY = randomBytes(32)

/** A question that the contract has no answer for; `unforeseen` or against its own schema is a fault of the program. */
export interface Refused {
  question: string
  code: string
  message: string
}

type Client = Awaited<ReturnType<typeof backendIn>>
type Questions = [question: string, ask: () => Promise<unknown>][]

interface Asked {
  stationIds: number[]
  from: string
  to: string
  nowMs: number
  /** The form to preview. */
  form: FormCode
}

function ofTheBook(it: Client, { stationIds, from, to, form }: Asked): Questions {
  return [
    ['book.summary', () => it.book.summary()],
    ['book.integrity', () => it.book.integrity()],
    ['book.rejected', () => it.book.rejected({ limit: 1000 })],
    ['stations.tree', () => it.stations.tree()],
    ['stations.list', () => it.stations.list({ sort: { by: 'name', desc: false }, limit: 1000 })],
    ['stations.list text', () => it.stations.list({ text: 'грп' })],
    ['stations.facets', () => it.stations.facets({ of: ['consumer'] })],
    ['stations.find', () => it.stations.find({ text: 'а 1' })],
    ['events.page', () => it.events.page({ limit: 1000 })],
    ['events.density', () => it.events.density({ buckets: 100 })],
    ['events.codes', () => it.events.codes({})],
    ['allEvents.page', () => it.allEvents.page({ limit: 1000 })],
    ['allEvents.grouped', () => it.allEvents.grouped({ by: 'message' })],
    ['allEvents.facets', () => it.allEvents.facets({})],
    ['allEvents.density', () => it.allEvents.density({ buckets: 100 })],
    ['reference.types', () => it.reference.types()],
    ['reference.channels', () => it.reference.channels({})],
    ['reference.messages', () => it.reference.messages({ limit: 1000 })],
    ['reference.archiveTypes', () => it.reference.archiveTypes()],
    ['meanings.types', () => it.meanings.types()],
    ['coverage.holes', () => it.coverage.holes({ states: ['never', 'empty', 'failed', 'partial', 'not_transmitted'] })],
    ['findings.analysis', () => it.findings.analysis()],
    ['findings.page', () => it.findings.page({ limit: 1000 })],
    ['findings.counts', () => it.findings.counts({})],
    ['findings.changes', () => it.findings.changes({})],
    ['fleet.visits', () => it.fleet.visits({})],
    ['consumption.amounts', () => it.consumption.amounts({ by: 'day', from, to, ...CLOCK })],
    ['consumption.amounts of all', () => it.consumption.amounts({ by: 'month', ...CLOCK })],
    ['consumption.parts', () => it.consumption.parts({ of: 'provider', from, to, ...CLOCK })],
    ['downloads.progress', () => it.downloads.progress()],
    ['downloads.tasks', () => it.downloads.tasks({ limit: 1000 })],
    ['downloads.byStation', () => it.downloads.byStation({})],
    ['downloads.history', () => it.downloads.history()],
    ['downloads.matchPasted', () => it.downloads.matchPasted({ text: '1\nГРП\n0017' })],
    ['clocks.all', () => it.clocks.all()],
    ['thresholds.all', () => it.thresholds.all()],
    ['notes.page', () => it.notes.page({})],
    ['sharing.history', () => it.sharing.history()],
    ['forms.list', () => it.forms.list()],
    ['program.info', () => it.program.info()],
    ...(stationIds.length === 0
      ? []
      : ([
          ['fleet.sparklines', () => it.fleet.sparklines({ stationIds })],
          ['overlay.choices', () => it.overlay.choices({ stationIds })],
          ['overlay.lines', () => it.overlay.lines({ stationIds, ...CLOCK })],
          ['overlay.sparklines', () => it.overlay.sparklines({ stationIds, ...CLOCK })],
          ['forms.preview', () => it.forms.preview({ form, stationIds, language: 'ru', ...CLOCK })],
        ] satisfies Questions)),
  ]
}

function ofAStation(it: Client, stationId: number, { from, to, nowMs }: Omit<Asked, 'stationIds'>): Questions {
  const [fromMs, toMs] = [Date.parse(from), nowMs]
  return [
    ['stations.get', () => it.stations.get({ id: stationId })],
    ['settings.snapshots', () => snapshots(it, stationId)],
    ['sessions.page', () => it.sessions.page({ stationId })],
    ['sessions.columns', () => it.sessions.columns({ stationId })],
    ['coverage.records', () => it.coverage.records({ stationId, ...CLOCK })],
    ['coverage.calendar', () => it.coverage.calendar({ stationId })],
    ['readings.newest', () => it.readings.newest({ stationId })],
    ['readings of each archive', () => readings(it, stationId, fromMs, toMs)],
    ['events.page', () => it.events.page({ stationIds: [stationId], archiveTypes: [...EVENT_ARCHIVES] })],
    ['findings.ofStation', () => it.findings.ofStation({ stationId })],
    ['findings.holes', () => it.findings.holes({ stationId })],
    ['findings.sums', () => it.findings.sums({ stationId, from, to, ...CLOCK })],
    ['fleet.health', () => it.fleet.health({ stationId })],
    ['thresholds.ofDevice', () => it.thresholds.ofDevice({ stationId })],
  ]
}

async function snapshots(it: Client, stationId: number): Promise<void> {
  const taken = await it.settings.snapshots({ stationId })
  for (const { id } of taken) await it.settings.items({ snapshotId: id })
}

async function readings(it: Client, stationId: number, fromMs: number, toMs: number): Promise<void> {
  for (const { archiveType, view, channels } of await it.readings.archives({ stationId })) {
    const series = { stationId, archiveType, view, fromMs, toMs }
    await it.readings.columns({ ...series, maxPoints: 500 })
    await it.readings.columns({ ...series, fromMs: -8.64e15, toMs: 8.64e15, maxPoints: 500 })
    await it.readings.rows({ ...series, missing: { ...CLOCK, rows: true } })
    await it.coverage.missing({ stationId, archiveType, view, ...CLOCK })
    const [channel] = channels
    if (channel) await it.readings.sums({ ...series, channelVarname: channel.channelVarname, by: 'day', ...CLOCK })
  }
}

function toldOf(error: unknown): Pick<Refused, 'code' | 'message'> {
  const message = inspect(error, { depth: 4 }).slice(0, 3_000)
  if (!(error instanceof ORPCError)) return { code: 'THROWN', message }
  return { code: error.code === 'FAILED' ? (error.data as { code: string }).code : error.code, message }
}

/** Asks everything; the questions that were refused, and how. */
export async function askAsTheWindow(file: string, data: string, asked: Omit<Asked, 'stationIds'>): Promise<Refused[]> {
  const it = await backendIn(data, { book: file }, VAULT_KEY)
  const refused: Refused[] = []
  const answer = async (questions: Questions) => {
    for (const [question, ask] of questions) {
      try {
        await ask()
      } catch (error) {
        refused.push({ question, ...toldOf(error) })
      }
    }
  }
  try {
    const stationIds = await it.stations.ids({})
    const few = stationIds.slice(0, 20)
    await answer(ofTheBook(it, { ...asked, stationIds: few }))
    for (const id of few.slice(0, 3)) await answer(ofAStation(it, id, asked))
    for (const { equipmentTypeId } of await it.meanings.types())
      await answer([['meanings.ofType', () => it.meanings.ofType({ equipmentTypeId })]])
  } finally {
    await it.close()
  }
  return refused
}
