import { join } from 'node:path'
import type { Book } from '../../../../electron/book/book.ts'
import { openBook } from '../../../../electron/book/file/open.ts'
import type { BundleChoice } from '../../../../electron/exports/evidence/choice.ts'
import { stationFixture } from './station-fixture.ts'

const HOUR_MS = 3_600_000
const FROM_MS = Date.parse('2026-10-01T07:00:00Z')

/** Two stations, three days of hours, events, settings, sessions, a note; with everything that CSV and JSON trip over. */
export function sampleBook(folder: string, name = 'a.meterbook'): Book {
  const book = openBook(join(folder, name), { mode: 'write', now: () => FROM_MS })
  book.page(() => {
    book.consumers.put([{ id: 1, name: 'Школа "№ 5"', subdivisionTypeName: null, inn: '7700000000', contactNumber: '+7 900' }])
    book.stations.put([stationFixture(1), stationFixture(2)], FROM_MS)
    const channel = {
      equipmentTypeId: 1,
      archiveTypeName: 'Часовой',
      archiveTypeVarname: 'hourly',
      telemetryTypeName: null,
    }
    book.channels.put([
      { ...channel, channelVarname: 'gas_consume', channelName: 'Vст', unitName: 'м3' },
      { ...channel, channelVarname: 'P', channelName: 'Давление', unitName: 'кПа' },
    ])
    for (const id of [101, 102]) {
      const archive = { equipmentId: id, archiveType: 'hourly', view: 'unified' } as const
      const texts = ['=1+1', '1e5', 'a,"b"\nc', '😀', '', '007', '-1.5']
      book.readings.put(
        archive,
        Array.from({ length: 73 }, (_, hour) => ({
          atMs: FROM_MS + hour * HOUR_MS,
          values: {
            gas_consume: id + hour / 8,
            P: 101.325 + hour,
            text: texts[hour % texts.length] as string,
            nothing: null,
          },
        })),
      )
      book.events.add({ equipmentId: id, archiveType: 'changes' }, [
        {
          atMs: FROM_MS + 5 * HOUR_MS + 250,
          entries: { Code: '17', CodeDescription: 'Изменён Pmax; "было" 1,6', ValCode: '2', Izm: 'МПа' },
        },
      ])
      book.events.add(
        { equipmentId: id, archiveType: 'alarm' },
        Array.from({ length: 20 }, (_, at) => ({
          atMs: FROM_MS + at * HOUR_MS,
          entries: { Code: String(at % 3), Цех: at },
        })),
      )
      if (id === 101) {
        book.settings.putSnapshot(id, FROM_MS - HOUR_MS, [{ channelName: 'Договорной час', channelDataValue: '10', unitName: 'ч' }])
        book.settings.putSnapshot(id, FROM_MS + HOUR_MS, [{ channelName: 'Договорной час', channelDataValue: '9', unitName: 'ч' }])
      } else {
        book.settings.putSnapshot(id, FROM_MS + 900 * HOUR_MS, [{ channelName: 'Договорной час', channelDataValue: '8', unitName: 'ч' }])
      }
      book.coverage.mark(archive, { from: '2026-10-01', to: '2026-10-04' }, { state: 'fetched', fetchedAtMs: FROM_MS })
    }
    book.sessions.put(
      Array.from({ length: 6 }, (_, at) => ({
        id: at + 1,
        telemetryId: 201,
        atMs: FROM_MS + at * 6 * HOUR_MS,
        evtid: 1,
        trycnt: '2',
        tryfl: null,
        state: 0,
        btm: 3.6,
        rssi: -71,
        bsg: null,
        gettime: null,
        nextSessionMs: FROM_MS + (at + 1) * 6 * HOUR_MS,
        referenceparameterSeanceStatusId: 1,
        durationSession: 12,
        sessionTraffic: 900,
        millisecond: 0,
      })),
    )
    book.notes.add(1, { fromMs: FROM_MS, toMs: null, kind: 'visit', author: 'Иванов', text: 'Пломба цела' }, [], FROM_MS)
  })
  return book
}

export const sampleChoice: BundleChoice = {
  form: 'consumption-daily',
  language: 'ru',
  stationIds: [1, 2],
  from: '2026-10-01',
  to: '2026-10-02',
  timeZone: 'Europe/Moscow',
  contractHour: 10,
  madeAtMs: Date.parse('2026-11-02T06:00:00Z'),
}
