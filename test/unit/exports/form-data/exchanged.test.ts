import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../../electron/contract/time/units.ts'
import { BUILT_IN } from '../../../../electron/exports/forms/built-in/index.ts'
import { fillForm, formSource } from '../../../../electron/exports/forms/fill.ts'
import { readForm } from '../../../../electron/exports/forms/read-form.ts'
import { station, tempBook } from '../../book/fixtures.ts'

/** A form of a station whose device was exchanged for one of another type: its head, the row of the exchange and its sentence. */

const DAY = Date.UTC(2026, 0, 5)
const usual = { zone: 'UTC', contractHour: 0 }
const nowMs = DAY + 90 * HOUR_MS

/** @param gapMs from the last record of the one device to the first of the other */
function exchanged(gapMs: number) {
  const book = tempBook()
  const channel = { archiveTypeName: null, archiveTypeVarname: 'hourly', telemetryTypeName: null, unitName: 'м3' }
  const counter = { ...channel, channelName: 'Счётчик рабочего объёма', channelVarname: 'Vr' }
  book.channels.put([1, 2].map((equipmentTypeId) => ({ ...counter, equipmentTypeId })))
  const device = (equipmentId: number, type: string, serial: string) =>
    station({
      id: 1,
      equipmentId,
      equipmentTypeId: equipmentId - 10,
      equipmentBrandName: type,
      equipmentTypeVarname: type,
      equipmentSerialNumber: serial,
    })
  const hours = (equipmentId: number, fromMs: number, first: number) =>
    book.readings.put(
      { equipmentId, archiveType: 'hourly', view: 'general' },
      Array.from({ length: 30 }, (_, at) => ({ atMs: fromMs + at * HOUR_MS, values: { Vr: first + 10 * at } })),
    )
  book.page(() => {
    book.stations.put([device(11, 'EK270', 'A-7')], DAY)
    hours(11, DAY, 20_000)
  })
  book.page(() => {
    book.stations.put([device(12, 'SPG742', 'B-8')], nowMs)
    hours(12, DAY + 29 * HOUR_MS + gapMs, 5)
  })
  return book
}

async function filled(gapMs: number, code: 'consumption-daily' | 'events') {
  const { form } = readForm(code, BUILT_IN[code])
  if (!form) throw new Error('The form is broken')
  const request = {
    form: code,
    language: 'en',
    stationIds: [1],
    from: '2026-01-05',
    to: '2026-01-08',
    timeZone: 'UTC',
    contractHour: 0,
  } as const
  for await (const content of fillForm(formSource(exchanged(gapMs), request, { form, nowMs, usual })))
    return { ...content, rows: [...content.rows] }
  throw new Error('no part')
}

test.each(['consumption-daily', 'events'] as const)('%s names both devices in its head, with both types', async (code) => {
  const { heads } = await filled(4 * HOUR_MS, code)
  const said = (key: string) => heads.find((head) => head.key === key)?.value
  expect([said('device'), said('serial')]).toEqual(['EK270, SPG742', 'A-7, B-8'])
})

test.each([4 * HOUR_MS, 20 * MINUTE_MS])(
  'the row of an exchange and the sentence about it agree: %i ms without a device',
  async (gapMs) => {
    const { rows, statements } = await filled(gapMs, 'consumption-daily')
    const row = rows.find(({ cells }) => String(cells[0]).includes('exchange'))
    const note = String(row?.cells.at(-1))
    const { statements: logged } = await filled(gapMs, 'events')
    const sentence = logged.find((one) => one.startsWith('The device was exchanged')) ?? ''
    // The same counters, the same moment or the same two, the same numbers of the devices.
    expect(row?.cells.slice(3, 5)).toEqual([20_290, 5])
    for (const said of [note, sentence]) expect(said).toMatch(/A-7\D+20\s290\D.*B-8\D+5\b/)
    expect(sentence.includes('between')).toBe(note.includes('between'))
    const moments = (text: string) =>
      [...text.matchAll(/\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g)].map(([moment]) => moment)
    expect(moments(note)).toEqual(expect.arrayContaining(moments(sentence)))
    expect(statements.join(' ')).not.toContain('undefined')
  },
)
