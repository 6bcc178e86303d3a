import { computed, type ComputedRef } from 'vue'
import type { Failure } from '../../../../electron/contract/common.ts'
import type { ArchiveInfo } from '../../../../electron/contract/readings.ts'
import type { CoverageRun } from '../../../../electron/contract/device.ts'
import { client } from '../../../client.ts'
import { useQuestion } from '../../../stores/question.ts'
import { keyOf } from './archive-key.ts'
import { archivesQuery, type ArchivesQuestion } from './queries.ts'

/** One archive of a station: its entry in the directory, its records in the book, and which days were asked. */
export interface StationArchive extends ArchiveInfo {
  /** Null until the coverage has come; the chart does not wait for it. */
  runs: readonly CoverageRun[] | null
}

export interface Archives {
  /** Null until the first answer. */
  list: ComputedRef<readonly StationArchive[] | null>
  failure: ComputedRef<Failure | null>
  reload: () => Promise<void>
}

/**
 * The archives of a station, or of one of its devices, with their coverage, kept up to date while a download runs.
 * @param settled coverage is asked for once this is true: the backend answers one after the other, and the records go first
 */
export function useArchives(asked: () => ArchivesQuestion, settled: () => boolean): Archives {
  const stationId = () => asked().stationId
  // A deep watcher would run on every change it has read; a text changes only when the question does.
  const identity = computed(() => JSON.stringify(asked()))
  const archives = useQuestion((signal) => archivesQuery.ask(asked(), signal), {
    sources: () => identity.value,
    stationId,
    topics: ['readings', 'reference', 'book'],
  })
  const coverage = useQuestion(
    async (signal) => {
      if (!settled()) return null
      const calendar = await client.coverage.calendar(asked(), { signal })
      return new Map(calendar.map((entry) => [keyOf(entry), entry.runs]))
    },
    { stationId, sources: () => [identity.value, settled()], topics: ['coverage'] },
  )
  return {
    list: computed(() => {
      const known = coverage.data.value
      const runsOf = (archive: ArchiveInfo) => (known ? (known.get(keyOf(archive)) ?? []) : null)
      return archives.data.value?.map((archive) => ({ ...archive, runs: runsOf(archive) })) ?? null
    }),
    failure: computed(() => archives.failure.value ?? coverage.failure.value),
    reload: async () => {
      await Promise.all([archives.reload(), coverage.reload()])
    },
  }
}

/** The archive to begin with: the finest that the book holds, unified first; else the first that can be downloaded. */
export function firstChoice<T extends ArchiveInfo>(archives: readonly T[]): T | null {
  const held = archives.filter((archive) => archive.records > 0)
  const order = ['hourly', 'daily']
  const rank = (archive: T) => {
    const place = order.indexOf(archive.archiveType)
    return (place < 0 ? order.length : place) * 2 + (archive.view === 'unified' ? 0 : 1)
  }
  return [...(held.length > 0 ? held : archives)].sort((a, b) => rank(a) - rank(b))[0] ?? null
}
