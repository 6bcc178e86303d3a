import { calledBy } from '../contract/called.ts'
import type { Book } from '../book/book.ts'
import type { Failure } from '../contract/common.ts'
import type { Brought, Plan, Progress, Task } from '../contract/downloads.ts'
import { visible } from '../contract/visible.ts'
import { chooseArchives } from '../downloads/archives.ts'
import type { LakeResult } from '../exports/lake/write-lake.ts'
import { EXIT, exitCodeOf, type ExitCode } from './exit.ts'
import { lakeText } from './export-lake.ts'
import { broughtText } from './brought.ts'
import { foundText, type FoundCounts } from './judged.ts'
import { bytes, count, duration, plural, shown } from './numbers.ts'
import { sentenceOf } from './sentences.ts'
import type { Terminal } from './terminal.ts'

/** What a sync did, as `--json` prints it. */
export interface SyncReport {
  book: string
  bookBytes: number
  plan: Plan
  state: Progress['state'] | 'interrupted'
  stations: { total: number; done: number }
  tasks: Progress['tasks']
  records: number
  added: number
  changed: number
  rejected: number
  pages: number
  bytes: number
  /** Time since this start of the program, ms; the other figures count the whole download, earlier starts included. */
  elapsedMs: number
  /** Station numbers that were asked for and that the service does not list. */
  unknownStations: number[]
  /** Codes of reading archives that were asked for and that the channel directory names for no device type and that brought nothing. */
  unknownArchives: string[]
  /** Stations for which the service names no device (`equipment_id`): their readings, settings and events were left out. */
  withoutDevice: { id: number; name: string | null }[]
  failures: FailedTask[]
  /** What this download brought that is news to the book; absent while it goes on. */
  brought?: Brought
  /** What the rules find in the whole book and nobody has explained; absent while the download goes on. */
  findings?: FoundCounts
  /** How long the stations were judged and summed after the download, ms; absent: they were not, or elsewhere. */
  judgedMs?: number
  /** Why stations could not be judged after the download; absent: they were. */
  judging?: Failure & { sentence: string }
  /** What became of the lake; absent where none was asked for. */
  lake?: { folder: string } & ((LakeResult & { failure: null }) | { failure: Failure & { sentence: string } })
  /** Why the download stopped before its end. */
  failure: (Failure & { sentence: string }) | null
  exit: ExitCode
}

interface FailedTask {
  kind: string
  stationId: number | null
  stationName: string | null
  archiveType: string | null
  view: string | null
  from: string | null
  to: string | null
  code: string
  sentence: string
}

export interface SyncFacts {
  plan: Plan
  book: Book
  progress: Progress
  failures: readonly Task[]
  elapsedMs: number
  isInterrupted: boolean
}

export function reportOf({ plan, book, progress, failures, elapsedMs, isInterrupted }: SyncFacts): SyncReport {
  const summary = book.summary()
  const wanted = plan.stations === 'all' ? [] : plan.stations
  const unknownStations = progress.state === 'done' ? wanted.filter((id) => book.stations.get(id) === undefined) : []
  const failure = stopped(progress, isInterrupted)
  const unknownArchives = progress.state === 'done' ? unknownAndEmpty(plan, book, summary) : []
  const withoutDevice = progress.state === 'done' ? leftOut(plan, book) : []
  const isMissing =
    progress.tasks.failed > 0 ||
    progress.rejected > 0 ||
    unknownStations.length > 0 ||
    unknownArchives.length > 0 ||
    // Asked by the pair, the service may hold events of these stations, but the book keeps events by device.
    (plan.energyVarname !== undefined && withoutDevice.length > 0)
  return {
    book: book.file,
    bookBytes: summary.fileBytes,
    plan,
    state: isInterrupted ? 'interrupted' : progress.state,
    stations: progress.stations,
    tasks: progress.tasks,
    records: progress.records,
    added: progress.added,
    changed: progress.changed,
    rejected: progress.rejected,
    pages: progress.pages,
    bytes: progress.bytes,
    elapsedMs: Math.round(elapsedMs),
    unknownStations,
    unknownArchives,
    withoutDevice,
    failures: failures.map(failedTask),
    failure: failure && { ...failure, sentence: sentenceOf(failure) },
    exit: failure ? exitCodeOf(failure.code) : isMissing ? EXIT.incomplete : EXIT.done,
  }
}

/** A sync that is done but for something that was to follow. */
export const incompleteIf = (isMissing: boolean, report: SyncReport): SyncReport =>
  isMissing && report.exit === EXIT.done ? { ...report, exit: EXIT.incomplete } : report

/** Codes that neither the directory nor the book knows. They were asked for: the service may hold what its directory does not name. */
function unknownAndEmpty(plan: Plan, book: Book, summary: ReturnType<Book['summary']>): string[] {
  const named = book.channels.list().map((channel) => channel.archiveTypeVarname)
  const held = summary.archives.map(({ archiveType }) => archiveType)
  const known = new Set([...named, ...held])
  return chooseArchives(plan.archives).readings.filter((code) => !known.has(code))
}

/** Stations of the plan that have no device, where the plan asks for what only a device has. */
function leftOut(plan: Plan, book: Book): { id: number; name: string | null }[] {
  const { readings, allReadings, settings, events } = chooseArchives(plan.archives)
  if (!allReadings && !settings && readings.length === 0 && events.length === 0) return []
  const stations = book.stations.withoutDevice()
  const chosen = plan.stations === 'all' ? null : new Set(plan.stations)
  return chosen === null ? stations : stations.filter(({ id }) => chosen.has(id))
}

function stopped(progress: Progress, isInterrupted: boolean): Failure | null {
  if (isInterrupted) return { code: 'CANCELLED', data: {} }
  if (progress.state === 'done') return null
  if (progress.failure) return progress.failure
  return progress.state === 'waiting-for-sign-in' ? { code: 'SIGNED_OUT', data: {} } : { code: 'CANCELLED', data: {} }
}

function failedTask(task: Task): FailedTask {
  const { kind, stationId, stationName, archiveType, view, from, to } = task
  const failure = task.failure ?? { code: 'UNKNOWN', data: {} }
  return {
    kind,
    stationId,
    stationName,
    archiveType,
    view,
    from,
    to,
    code: failure.code,
    sentence: sentenceOf(failure),
  }
}

/** So many failed tasks the JSON document names. */
export const SHOWN_FAILURES = 1000
const NAMED_FAILURES = 10

/** The summary: for programs as JSON, for people as lines; what is missing is named. */
export function showReport(report: SyncReport, { json, terminal }: { json: boolean; terminal: Terminal }): void {
  if (json) terminal.print(JSON.stringify(report, null, 2))
  else for (const line of linesOf(report)) terminal.print(line)
  if (report.failure) terminal.note(report.failure.sentence)
}

function linesOf(report: SyncReport): string[] {
  const { plan, stations } = report
  const lines = [
    `Book      ${visible(report.book)} (${bytes(report.bookBytes)})`,
    `Span      ${plan.span.from} to ${plan.span.to}: ${stations.done} of ${plural(stations.total, 'station')}`,
    `Fetched   ${plural(report.records, 'record')} in ${plural(report.pages, 'page')} (${bytes(report.bytes)}) in ${duration(report.elapsedMs)}: ${count(report.added)} new, ${count(report.changed)} changed`,
  ]
  if (report.brought !== undefined) lines.push(`Brought   ${broughtText(report.brought)}`)
  if (report.findings !== undefined) lines.push(`Findings  ${foundText(report.findings)}`)
  if (report.judgedMs !== undefined) lines.push(`Judged    and summed in ${duration(report.judgedMs)}`)
  const { lake } = report
  if (lake) lines.push(`Lake      ${visible(lake.folder)}: ${lake.failure ? lake.failure.sentence : lakeText(lake)}`)
  if (report.rejected > 0) {
    lines.push(`Missing   ${plural(report.rejected, 'record')} could not be understood; kept word for word (v_rejected)`)
  }
  if (report.unknownStations.length > 0) {
    lines.push(`Missing   the service lists no station ${report.unknownStations.join(', ')}`)
  }
  if (report.unknownArchives.length > 0) {
    lines.push(
      `Missing   no archive ${shown(report.unknownArchives.join(', '))} in the channel directory, and the service had nothing under that code`,
    )
  }
  if (report.withoutDevice.length > 0) {
    const names = report.withoutDevice.slice(0, NAMED_FAILURES).map(({ id, name }) => visible(calledBy(name, id)))
    const more = report.withoutDevice.length > names.length ? ', …' : ''
    lines.push(
      `No device ${plural(report.withoutDevice.length, 'station')} without equipment_id, so no readings, settings or events: ${names.join(', ')}${more}`,
    )
  }
  for (const failed of report.failures.slice(0, NAMED_FAILURES)) {
    const span = failed.from ? `${failed.from} to ${failed.to}` : null
    const station = failed.stationId === null ? null : calledBy(failed.stationName, failed.stationId)
    const what = [station, failed.archiveType ?? failed.kind, failed.view, span].filter(Boolean).join(', ')
    lines.push(`Missing   ${shown(what)}: ${failed.sentence}`)
  }
  const more = report.failures.length - NAMED_FAILURES
  if (more > 0) lines.push(`Missing   … and ${plural(more, 'more task')} (--json names them all)`)
  return lines
}
