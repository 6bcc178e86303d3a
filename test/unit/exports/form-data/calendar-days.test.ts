import { expect, test } from 'vitest'
import { recordsOfChoice } from '../../../../electron/exports/evidence/choice.ts'
import { BUILT_IN } from '../../../../electron/exports/forms/built-in/index.ts'
import { fillForm, formSource } from '../../../../electron/exports/forms/fill.ts'
import { daysOfForm } from '../../../../electron/exports/forms/part.ts'
import { readForm } from '../../../../electron/exports/forms/read-form.ts'
import { station, tempBook } from '../../book/fixtures.ts'

/** The event log's form is of the days of the calendar that it prints, whatever hour a gas day begins at; so are the records of its evidence. */

const usual = { zone: 'Europe/Berlin', contractHour: 10 }
const nowMs = Date.UTC(2026, 0, 20)
const days = { from: '2026-01-05', to: '2026-01-06' } as const

test('events of the first morning are in it, those of the morning after are not, and two days of two are complete', async () => {
  const book = tempBook()
  book.stations.put([station({ id: 1, equipmentId: 11 })], nowMs)
  const key = { equipmentId: 11, archiveType: 'event' } as const
  // 00:30 of the first day by the station's clock, 23:30 of the last, and half an hour before and after them.
  const stamps = [Date.UTC(2026, 0, 4, 22, 30), Date.UTC(2026, 0, 4, 23, 30), Date.UTC(2026, 0, 6, 22, 30), Date.UTC(2026, 0, 6, 23, 30)]
  book.events.add(
    key,
    stamps.map((atMs, at) => ({ atMs, code: String(at), entries: { CodeDescription: `Event ${at}` } })),
  )
  book.coverage.mark({ ...key, view: 'general' }, { from: '2026-01-04', to: '2026-01-06' }, { state: 'fetched', fetchedAtMs: nowMs })
  const { form } = readForm('events', BUILT_IN.events)
  if (!form) throw new Error('The form is broken')
  const request = {
    form: 'events',
    language: 'en',
    stationIds: [1],
    ...days,
    timeZone: usual.zone,
    contractHour: usual.contractHour,
  } as const
  const parts = []
  for await (const part of fillForm(formSource(book, request, { form, nowMs, usual }))) parts.push({ ...part, rows: [...part.rows] })
  expect(parts[0]?.rows.map(({ cells }) => cells[4])).toEqual(['Event 1', 'Event 2'])
  expect(parts[0]?.heads.find(({ key: head }) => head === 'completeness')?.value).toBe('2 of 2 days')
  const choice = { stationIds: [1], timeZone: usual.zone, contractHour: usual.contractHour, ...days, ...daysOfForm('events') }
  expect(recordsOfChoice(choice)).toMatchObject({ fromMs: Date.UTC(2026, 0, 4, 23), toMs: Date.UTC(2026, 0, 6, 23) })
})
