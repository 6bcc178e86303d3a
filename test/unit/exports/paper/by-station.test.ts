import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import type { Book } from '../../../../electron/book/index.ts'
import { exportTo, type ExportRequest } from '../../../../electron/exports/index.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { allText, pdfText } from '../../../support/pdf-text.ts'
import { alarm, station, tempBook, tempFolder } from '../../book/fixtures.ts'

/** Readings and events on paper: A4, each station once, in its own local time, without ids, with the sum of what adds up. */

const FROM = Date.UTC(2026, 0, 10, 12)
const how = { reader: 'people', format: 'pdf', language: 'en', timeZone: 'Europe/Moscow' } as const
const HOURS = 30

function bookOf(): Book {
  const book = tempBook()
  const channels = ['gas_consume', 'VNakpriv', 'P', ...Array.from({ length: 24 }, (_, nth) => `other_${nth}`)]
  book.page(() => {
    book.stations.put(
      [7771, 7772].map((id) => station({ id, equipmentSerialNumber: `SN ${id % 10}` })),
      FROM,
    )
    book.clocks.setOfStations([7772], { timeZone: 'Asia/Yekaterinburg', contractHour: 10 })
    book.channels.put(
      channels.map((channelVarname) => ({
        equipmentTypeId: 1,
        archiveTypeName: null,
        archiveTypeVarname: 'hourly',
        telemetryTypeName: null,
        channelName: channelVarname,
        channelVarname,
        unitName: channelVarname === 'P' ? 'кПа' : channelVarname.startsWith('other') ? '°C' : 'м3',
      })),
    )
    for (const id of [7771, 7772]) {
      book.readings.put(
        { equipmentId: id + 1000, archiveType: 'hourly', view: 'unified' },
        Array.from({ length: HOURS }, (_, hour) => ({
          atMs: FROM + hour * HOUR_MS,
          values: Object.fromEntries(
            channels.map((code) => [code, code === 'gas_consume' ? '2,25' : code === 'VNakpriv' ? String(1000 + 2.25 * hour) : '5']),
          ),
        })),
      )
      book.events.add({ equipmentId: id + 1000, archiveType: 'alarm' }, [alarm(FROM, '17', `of ${id}`)])
    }
  })
  return book
}

async function printed(request: ExportRequest) {
  const file = path.join(tempFolder(), 'a.pdf')
  await exportTo(bookOf(), request, file, { nowMs: () => FROM })
  const bytes = readFileSync(file)
  const text = await pdfText(bytes)
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const { width, height } = (await (await task.promise).getPage(1)).getViewport({ scale: 1 })
  await task.destroy()
  return {
    all: allText(text),
    lines: text.flat(1).map((line) => line.join(' ')),
    sides: [width, height].map(Math.round).toSorted((a, b) => a - b),
  }
}

const stationIds = [7771, 7772]
/** Of a text, how often it is there. */
const timesIn = (text: string, what: string): number => text.split(what).length - 1

test('readings: A4 however many channels, a part a station in its local time, the sum of the hourly volumes alone', async () => {
  const { all, lines, sides } = await printed({ ...how, kind: 'readings', stationIds, archiveTypes: ['hourly'], view: 'unified' })
  expect(sides).toEqual([595, 842])
  for (const id of ['7771', '7772', '8771', '8772']) expect(all.replaceAll(`ГРП-${id}`, '')).not.toContain(id)
  // Once as the title, and then only above the pages that follow.
  expect(lines.filter((line) => line === 'ГРП-7771')).toHaveLength(1)
  expect(all).toContain('Asia/Yekaterinburg')
  // 12:00 in UTC is 15:00 in Moscow and 17:00 in Yekaterinburg; each station's first record.
  expect(all.replaceAll(/\s+/g, '')).toMatch(/15:00:00[\s\S]*17:00:00/)
  expect(timesIn(all.replaceAll(/\s+/g, ''), '67.50')).toBe(2)
  expect(timesIn(all.replaceAll(/\s+/g, ''), 'Total')).toBe(2)
})

test('only some channels: no sum of pressures, none of counters', async () => {
  const asked = { ...how, kind: 'readings', stationIds: [7771], archiveTypes: ['hourly'], view: 'unified' } as const
  expect((await printed({ ...asked, channels: ['P', 'VNakpriv'] })).all).not.toContain('Total')
  const { lines } = await printed({ ...asked, channels: ['gas_consume', 'P', 'VNakpriv'] })
  expect(lines.find((line) => line.startsWith('Total'))).toBe('Total 67.50')
})

test('events: each station once, in its local time, without ids and raw records', async () => {
  const { all, sides } = await printed({ ...how, kind: 'events', filter: { stationIds } })
  expect(sides).toEqual([595, 842])
  expect(all).toContain('of 7771')
  expect(all.replaceAll(/(ГРП-|of )777\d/g, '')).not.toMatch(/777\d|877\d|CodeDescription/)
  expect(all.replaceAll(/\s+/g, '')).toMatch(/15:00:00[\s\S]*17:00:00/)
})
