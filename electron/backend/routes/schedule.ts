import { failureOf } from '../../downloads/failures.ts'
import { api, type Parts } from '../base.ts'

/** Books that the system's scheduler keeps fresh. */
export function scheduleRoutes({ desk, schedules, programLog }: Parts) {
  async function state() {
    const book = desk.bookOrNull()?.file ?? null
    const possible = await schedules.possible(book).then(
      ({ name }) => ({ scheduler: name, failure: null }),
      (error: unknown) => ({ scheduler: null, failure: failureOf(error) }),
    )
    const all = await schedules.all()
    const own = all.find((one) => one.book === book) ?? null
    return { ...possible, book, schedule: own, others: all.filter((one) => one !== own) }
  }
  return {
    state: api.schedule.state.handler(state),
    set: api.schedule.set.handler(async ({ input: { times, anew } }) => {
      const { scheduler } = await schedules.set(desk.book().file, times, { anew })
      programLog.write('info', 'schedule-written', { scheduler, anew })
      return state()
    }),
    remove: api.schedule.remove.handler(async ({ input: { id } }) => {
      await schedules.remove(id)
      programLog.write('info', 'schedule-removed')
      return state()
    }),
    runNow: api.schedule.runNow.handler(async () => {
      await schedules.run(desk.book().file)
      return state()
    }),
    untold: api.schedule.untold.handler(() => {
      const untold = schedules.untold()
      for (const { run } of untold) programLog.write('warn', 'scheduled-run-failed', { exit: run.exit, code: run.failure?.code ?? null })
      return untold
    }),
  }
}
