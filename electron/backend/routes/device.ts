import { archiveTypesOf } from '../../analysis/station/archives.ts'
import { channelsIn, stationIn } from '../../analysis/answers/directory.ts'
import { lifeCalendar, missingIn, recordsByDay } from '../../analysis/answers/completeness.ts'
import { archiveIn, dueOf } from '../../analysis/answers/readings/readings.ts'
import { sessionColumns, sessionsOfLife } from '../../analysis/answers/session-columns.ts'
import { diffOf } from '../../analysis/answers/settings/diff.ts'
import { snapshotsOf } from '../../analysis/answers/settings/history.ts'
import { compareSeries } from '../../contract/archives.ts'
import { api, type Parts } from '../base.ts'
import { defined } from '../../contract/defined.ts'
import { believedPart, stampBounds } from '../../contract/time/stamps.ts'

/** Settings history, sessions, coverage and the reference: what else a station page shows. */
export function deviceRoutes({ desk }: Parts) {
  return {
    settings: {
      snapshots: api.settings.snapshots.handler(({ input }) => {
        const book = desk.book()
        return snapshotsOf(book, stationIn(book, input.stationId), input.equipmentId)
      }),
      items: api.settings.items.handler(({ input }) => desk.book().settings.items(input.snapshotId)),
      diff: api.settings.diff.handler(({ input }) => {
        const { settings } = desk.book()
        return diffOf(settings.items(input.fromId), settings.items(input.toId))
      }),
    },

    sessions: {
      page: api.sessions.page.handler(({ input: { stationId, ...query } }) => {
        const book = desk.book()
        return sessionsOfLife(book, stationIn(book, stationId).id, defined(query))
      }),
      columns: api.sessions.columns.handler(({ input: { stationId, ...range } }) => {
        const book = desk.book()
        // They are drawn over time, which must have an end.
        const span = believedPart(defined(range), stampBounds({ nowMs: desk.nowMs() }))
        return sessionColumns(sessionsOfLife(book, stationIn(book, stationId).id, span).rows)
      }),
    },

    coverage: {
      records: api.coverage.records.handler(({ input: { stationId, timeZone: zone, contractHour, equipmentId } }) => {
        const book = desk.book()
        return recordsByDay(book, stationIn(book, stationId), { zone, contractHour }, desk.nowMs(), equipmentId)
      }),
      missing: api.coverage.missing.handler(({ input: { timeZone: zone, contractHour, ...question } }) => {
        const book = desk.book()
        return missingIn(dueOf(book, archiveIn(book, question), { zone, contractHour }, desk.nowMs()), question)
      }),
      calendar: api.coverage.calendar.handler(({ input }) => {
        const book = desk.book()
        return lifeCalendar(book, stationIn(book, input.stationId), input.equipmentId).sort(compareSeries)
      }),
      holes: api.coverage.holes.handler(({ input: { states, ...window } }) => {
        const { holes } = desk.book()
        const nowMs = desk.nowMs()
        const totals = holes.totals(nowMs)
        return {
          total: states.reduce((sum, state) => sum + totals[state].holes, 0),
          rows: holes.list({ states, ...window }, nowMs),
          days: {
            never: totals.never.days,
            empty: totals.empty.days,
            failed: totals.failed.days,
            partial: totals.partial.days,
            not_transmitted: totals.not_transmitted.days,
          },
        }
      }),
    },

    reference: {
      types: api.reference.types.handler(() => {
        const book = desk.book()
        return book.equipmentTypes
          .list()
          .map((type) => ({ ...type, stations: book.stations.list({ equipmentTypeId: type.id, limit: 1 }).total }))
      }),
      channels: api.reference.channels.handler(({ input }) => channelsIn(desk.book(), defined(input))),
      messages: api.reference.messages.handler(({ input }) => desk.book().messages.list(defined(input))),
      archiveTypes: api.reference.archiveTypes.handler(() => archiveTypesOf(desk.book())),
    },
  }
}
