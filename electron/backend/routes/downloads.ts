import { wordsOf } from '../../book/index.ts'
import { api, type Parts } from '../base.ts'

export function downloadRoutes({ desk }: Parts) {
  return {
    estimate: api.downloads.estimate.handler(({ input }) => desk.downloads().estimate(input)),
    start: api.downloads.start.handler(({ input }) => desk.downloads().start(input)),
    fetchGaps: api.downloads.fetchGaps.handler(({ input }) => desk.downloads().fetchGaps(input.stations)),
    progress: api.downloads.progress.handler(() => desk.downloads().progress()),
    watch: api.downloads.watch.handler(async function* ({ signal }) {
      yield* desk.progressChanges.listen(signal, { first: desk.progress })
    }),
    pause: api.downloads.pause.handler(() => desk.downloads().pause()),
    resume: api.downloads.resume.handler(() => desk.downloads().resume()),
    cancel: api.downloads.cancel.handler(() => desk.downloads().cancel()),
    retry: api.downloads.retry.handler(({ input }) => desk.downloads().retry(input.taskIds)),
    reorder: api.downloads.reorder.handler(({ input }) => desk.downloads().reorder(input.taskIds, input.to)),
    cancelTasks: api.downloads.cancelTasks.handler(({ input }) => desk.downloads().cancelTasks(input.taskIds)),
    tasks: api.downloads.tasks.handler(({ input }) => desk.downloads().tasks(input)),
    byStation: api.downloads.byStation.handler(({ input }) => desk.downloads().byStation(input)),
    history: api.downloads.history.handler(() => desk.downloads().queue.history()),
    matchPasted: api.downloads.matchPasted.handler(({ input }) => {
      const { stations } = desk.book()
      const all = stations.list({ limit: -1 }).rows
      const fold = (value: unknown) => wordsOf(String(value ?? '')).join(' ')
      const keys = new Map<string, Set<number>>()
      for (const station of all) {
        for (const field of [station.equipmentSerialNumber, station.uid, station.name]) {
          const key = fold(field)
          if (key !== '') keys.set(key, (keys.get(key) ?? new Set()).add(station.id))
        }
      }
      const found: { line: string; stationId: number; stationName: string }[] = []
      const unknown: string[] = []
      const ambiguous: { line: string; stationIds: number[] }[] = []
      // A comma parts entries, unless a name has it.
      const entries = input.text.split(/[\n;\t]/).flatMap((line) => (keys.has(fold(line)) ? [line] : line.split(',')))
      for (const line of new Set(entries.map((entry) => entry.trim()).filter(Boolean))) {
        const ids = [...(keys.get(fold(line)) ?? [])]
        const only = ids.length === 1 && ids[0] !== undefined ? stations.get(ids[0]) : undefined
        if (only) found.push({ line, stationId: only.id, stationName: only.name })
        else if (ids.length > 1) ambiguous.push({ line, stationIds: ids })
        else unknown.push(line)
      }
      return { found, unknown, ambiguous }
    }),
  }
}
