import { numberOf } from '../../book/index.ts'
import { diffOf } from '../../analysis/settings-diff.ts'
import { compareArchives, compareSeries } from '../../contract/archives.ts'
import { EVENT_ARCHIVES, SETTINGS_ARCHIVE } from '../../contract/records.ts'
import { api, type Parts } from '../base.ts'
import { defined, stationIn } from './stations.ts'

/** Settings history, sessions, coverage and the reference: what else a station page shows. */
export function deviceRoutes({ desk }: Parts) {
  return {
    settings: {
      snapshots: api.settings.snapshots.handler(({ input }) => {
        const book = desk.book()
        const { equipmentId } = stationIn(book, input.stationId)
        const snapshots = equipmentId === null ? [] : book.settings.snapshots(equipmentId)
        return snapshots.map((snapshot, at) => {
          const before = snapshots[at + 1]
          const changes = before ? diffOf(book.settings.items(before.id), book.settings.items(snapshot.id)) : []
          const changed = changes.filter(({ change }) => change !== 'same').length
          return { ...snapshot, changed }
        })
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
        const { telemetryId } = stationIn(book, stationId)
        return telemetryId === null ? { total: 0, rows: [] } : book.sessions.query({ telemetryId, ...defined(query) })
      }),
      columns: api.sessions.columns.handler(({ input: { stationId, ...range } }) => {
        const book = desk.book()
        const { telemetryId } = stationIn(book, stationId)
        const rows = telemetryId === null ? [] : book.sessions.query({ telemetryId, ...defined(range) }).rows
        const columns = [
          Float64Array.from(rows, (row) => row.atMs),
          ...SESSION_NUMBERS.map(([, field]) => Float64Array.from(rows, (row) => numberOf(row[field]))),
        ]
        return { rows: rows.length, names: SESSION_NUMBERS.map(([name]) => name), columns: new Blob(columns) }
      }),
    },

    coverage: {
      calendar: api.coverage.calendar.handler(({ input }) => {
        const book = desk.book()
        const { equipmentId } = stationIn(book, input.stationId)
        return equipmentId === null ? [] : book.coverage.calendar(equipmentId).sort(compareSeries)
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
      channels: api.reference.channels.handler(({ input }) => {
        const { channels } = desk.book()
        const found = input.equipmentTypeId === undefined ? channels.list() : channels.byType(input.equipmentTypeId)
        const list = found.sort(
          (a, b) =>
            a.equipmentTypeId - b.equipmentTypeId || compareArchives(a.archiveTypeVarname, b.archiveTypeVarname),
        )
        const words = (input.text ?? '').toLocaleLowerCase().split(/\s+/).filter(Boolean)
        if (words.length === 0) return list
        return list.filter((channel) => {
          const text = Object.values(channel).join('\n').toLocaleLowerCase()
          return words.every((word) => text.includes(word))
        })
      }),
      messages: api.reference.messages.handler(({ input }) => desk.book().messages.list(defined(input))),
      archiveTypes: api.reference.archiveTypes.handler(() => {
        const names = new Map<string, string | null>()
        for (const { archiveTypeVarname, archiveTypeName } of desk.book().channels.list()) {
          if (!names.get(archiveTypeVarname)) {
            names.set(archiveTypeVarname, typeof archiveTypeName === 'string' ? archiveTypeName : null)
          }
        }
        for (const other of [...EVENT_ARCHIVES, SETTINGS_ARCHIVE]) names.delete(other)
        return [...names]
          .map(([archiveType, archiveTypeName]) => ({ archiveType, archiveTypeName }))
          .sort((a, b) => compareArchives(a.archiveType, b.archiveType))
      }),
    },
  }
}

const SESSION_NUMBERS = [
  ['btm', 'btm'],
  ['bsg', 'bsg'],
  ['rssi', 'rssi'],
  ['trycnt', 'trycnt'],
  ['duration_session', 'durationSession'],
  ['session_traffic', 'sessionTraffic'],
] as const
