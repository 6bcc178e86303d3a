import { describe, expect, test } from 'vitest'
import { addressOf } from '../../../renderer/address/fields.ts'
import { typedDay } from '../../../renderer/views/reports/letterhead/typed-day.ts'
import { usualSpan } from '../../../renderer/views/reports/make/use-make.ts'
import { REPORT, reportAt, savedAt } from '../../../renderer/places/reports.ts'

const { read: placeIn, write: queryOf } = addressOf(REPORT)

test.each([
  ['31.12.2026', '2026-12-31'],
  ['1/2/2026', '2026-02-01'],
  [' 2026-02-28 ', '2026-02-28'],
  ['30.02.2026', undefined],
  ['12.2026', undefined],
  ['', undefined],
])('the day %j', (typed, day) => {
  expect(typedDay(typed)).toBe(day)
})

describe('the address of a report', () => {
  test('is read as it was written; what is usual is not said', () => {
    const of = { stations: [4, 2], consumer: null, provider: null }
    const place = {
      form: 'events',
      columns: ['time', 'code'],
      of,
      span: { from: '2026-01-01', to: '2026-01-31' },
      language: 'ru',
    } as const
    const query = queryOf(place)
    expect(query).toMatchObject({
      form: 'events',
      columns: 'time,code',
      stations: '4,2',
      from: '2026-01-01',
      language: 'ru',
    })
    expect(placeIn(query)).toEqual(place)
    const usual = placeIn({})
    expect(queryOf(usual)).toEqual({})
    expect(placeIn({ days: 'all', language: 'xx' })).toMatchObject({ span: null, language: null })
  })

  test('takes over what other screens show', () => {
    expect(reportAt({ form: 'visits', stations: [7] })).toEqual({
      name: 'reports',
      params: { tab: 'make' },
      query: { form: 'visits', stations: '7' },
    })
    expect(reportAt({ consumer: 5, span: null })).toMatchObject({ query: { consumer: '5', days: 'all' } })
  })

  test('of a saved one has the days of its plan and its own language', () => {
    const saved = {
      name: 'Год',
      form: 'events',
      columns: ['time'],
      language: 'ru',
      timeZone: 'Europe/Moscow',
      contractHour: 10,
      stationIds: [7],
      period: 'last-year',
      format: 'pdf',
      files: 'one',
      evidence: false,
      folder: null,
      pattern: '{name}',
    } as const
    const choices = { ...saved, columns: [...saved.columns], stationIds: [...saved.stationIds] }
    expect(savedAt(choices, { from: '2025-01-01', to: '2025-12-31' })).toMatchObject({
      query: {
        form: 'events',
        columns: 'time',
        stations: '7',
        from: '2025-01-01',
        to: '2025-12-31',
        language: 'ru',
      },
    })
    expect(savedAt(choices, { from: null, to: null })).toMatchObject({ query: { days: 'all', language: 'ru' } })
  })
})

test('days before anybody chose are the last month that is over, of a report by months the last twelve', () => {
  expect(usualSpan('consumption-daily', '2026-03-01')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(usualSpan('consumption-monthly', '2026-01-15')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
})
