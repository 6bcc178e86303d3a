import { api, type Parts } from '../base.ts'
import { matchPasted } from '../match-pasted.ts'

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
    again: api.downloads.again.handler(({ input }) => desk.downloads().again(input.runId)),
    brought: api.downloads.brought.handler(({ input, signal }) => desk.analyst().ask('brought', input, { signal })),
    retry: api.downloads.retry.handler(({ input }) => desk.downloads().retry(input.taskIds)),
    reorder: api.downloads.reorder.handler(({ input }) => desk.downloads().reorder(input.taskIds, input.to)),
    cancelTasks: api.downloads.cancelTasks.handler(({ input }) => desk.downloads().cancelTasks(input.taskIds)),
    tasks: api.downloads.tasks.handler(({ input }) => desk.downloads().tasks(input)),
    byStation: api.downloads.byStation.handler(({ input }) => desk.downloads().byStation(input)),
    history: api.downloads.history.handler(() => desk.downloads().queue.history()),
    matchPasted: api.downloads.matchPasted.handler(({ input }) => matchPasted(input.text, desk.book())),
  }
}
