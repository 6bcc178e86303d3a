import type { StationRow } from '../../../book/index.ts'
import type { EventArchive } from '../../../contract/records.ts'
import type { GasClock } from '../../../contract/time/gas-day.ts'
import { wordsOf } from '../../../words/program.ts'
import type { FormSource } from '../content.ts'
import type { PartSpan } from '../part.ts'
import { dayStates, isKnown, type DayState } from './days.ts'

/** How complete archives of events are over a span, as the head of a report says it and as sentences. */
export interface ArchivesSaid {
  /** For the title block: days of which all archives are known, of all days. */
  head: string | null
  sentences: string[]
}

/** In the order in which they are told. */
const TOLD = ['fetched', 'empty', 'partial', 'not_transmitted', 'failed', 'never'] as const satisfies readonly DayState[]

/** Says of each archive how many days were asked for, and what became of them. @param isCalendar they begin at midnight, and are no gas days */
export function archivesSaid(
  source: FormSource,
  station: StationRow,
  archives: readonly EventArchive[],
  { span, gas, isCalendar = false }: { span: PartSpan | null; gas: GasClock; isCalendar?: boolean },
): ArchivesSaid {
  const { book, language, names, nowMs } = source
  const { coverage: words } = wordsOf(language).formData
  const devices = book.stations.life(station.id).flatMap(({ equipmentId, time }) => (equipmentId === null ? [] : [{ equipmentId, time }]))
  if (devices.length === 0) return { head: null, sentences: [words.noDevice] }
  const asked = archives.filter((archiveType) =>
    devices.some(({ equipmentId, time }) => book.coverage.allRuns({ equipmentId, archiveType, view: 'general', time }).length > 0),
  )
  const never = archives.filter((archiveType) => !asked.includes(archiveType))
  const quoted = (list: readonly EventArchive[]) => list.map((archive) => words.quoted(names.archive(archive))).join(', ')
  const neverSaid = never.length > 0 ? [words.neverAsked(quoted(never))] : []
  if (!span || asked.length === 0) return { head: words.nothingAsked, sentences: neverSaid }

  const states = asked.map((archiveType) => dayStates(book, devices, archiveType, span, { gas, nowMs }))
  const days = states[0]?.length ?? 0
  const complete = Array.from({ length: days }, (_, day) => states.every((list) => isKnown(list[day] ?? 'never')))
  const sentences = new Map<string, EventArchive[]>()
  asked.forEach((archive, nth) => {
    const text = countsText(states[nth] ?? [], words, isCalendar)
    sentences.set(text, [...(sentences.get(text) ?? []), archive])
  })
  const ahead = span.days - days
  return {
    head: words.head(complete.filter(Boolean).length, days, isCalendar),
    sentences: [
      ...[...sentences].map(([text, same]) => `${quoted(same)}: ${text}`),
      ...neverSaid,
      ...(ahead > 0 ? [words.ahead(ahead, isCalendar)] : []),
    ],
  }
}

type CoverageWords = ReturnType<typeof wordsOf>['formData']['coverage']

function countsText(states: readonly DayState[], words: CoverageWords, isCalendar: boolean): string {
  const parts = TOLD.flatMap((state) => {
    const count = states.filter((one) => one === state).length
    return count > 0 ? words.state[state](count) : []
  })
  const asked = states.filter((state) => state !== 'never').length
  return words.counts(asked, states.length, parts.join(', '), isCalendar)
}
