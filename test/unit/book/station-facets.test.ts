import { describe, expect, test } from 'vitest'
import type { FacetCondition, StationFacet } from '../../../electron/contract/station-facets.ts'
import { DAY_MS } from '../../../electron/contract/time/units.ts'
import { STATION_SORTS } from '../../../electron/contract/stations.ts'
import { alarm, consumer, finding, NOW, station, tempBook } from './fixtures.ts'

/** Six stations of two consumers under a holding with a branch; the archives say something of some. */
function book() {
  const made = tempBook()
  made.providers.put([{ id: 1, name: 'Холдинг', children: [{ id: 2, name: 'Филиал', children: [] }] }])
  made.consumers.put([consumer(5, 'Пекарня')], { energyId: 2 })
  made.consumers.put([consumer(6, 'Баня')], { energyId: 1 })
  made.stations.put(
    [
      station({ id: 1, customerId: 5, statusNameValue: 'В работе', lastSeanceEventMs: NOW - DAY_MS }),
      station({ id: 2, customerId: 5, statusNameValue: 'Авария', lastSeanceEventMs: NOW - 5 * DAY_MS }),
      station({ id: 3, customerId: 6, statusNameValue: 'В работе', lastSeanceEventMs: NOW - 40 * DAY_MS }),
      station({ id: 4, customerId: 6, statusNameValue: null, equipmentBrandName: 'ЕК270' }),
      station({ id: 5, statusNameValue: 'В работе', equipmentBrandName: 'ЕК270', lastSeanceEventMs: NOW }),
      station({ id: 6, statusNameValue: 'Авария', equipmentBrandName: 'ЕК270', lastSeanceEventMs: NOW }),
    ],
    NOW,
  )
  const archive = (id: number, archiveType = 'hourly') => ({ equipmentId: 1_000 + id, archiveType })
  made.readings.put({ ...archive(1), view: 'general' }, [{ atMs: NOW - DAY_MS, values: { P: 1 } }])
  const at = { fetchedAtMs: NOW }
  made.coverage.mark(archive(1), { from: '2026-01-01', to: '2026-01-10' }, { state: 'fetched', ...at })
  made.coverage.mark(archive(2), { from: '2026-01-01', to: '2026-01-05' }, { state: 'fetched', ...at })
  made.coverage.mark(archive(2), { from: '2026-01-08', to: '2026-01-10' }, { state: 'fetched', ...at })
  made.coverage.mark(archive(3), { from: '2026-01-01', to: '2026-01-05' }, { state: 'failed', ...at })
  made.events.add({ ...archive(2), archiveType: 'alarm' }, [alarm(NOW - 2 * DAY_MS, '1')])
  made.events.add({ ...archive(3), archiveType: 'alarm' }, [alarm(NOW - 90 * DAY_MS, '1')])
  const found = (stationId: number, ...findings: Parameters<typeof finding>[1][]) =>
    made.findings.replace({
      stationId,
      judgedAtMs: NOW,
      basis: '{}',
      verdicts: '{}',
      seen: [],
      findings: findings.map((record, at) => finding(`${stationId} ${at}`, { stationId, ...record })),
    })
  found(1, { rule: 'silent', flag: 4 }, { rule: 'frozen' }, { rule: 'frozen', fromMs: NOW - 9 * DAY_MS })
  found(2, { rule: 'silent' })
  // What somebody called wrong is no finding any more.
  found(3, { rule: 'spike' })
  made.findings.mark(['3 0'], 'wrong', { author: '', nowMs: NOW }, () => null)
  return made
}
type Book = ReturnType<typeof book>

const ids = (made: Book, conditions: FacetCondition[], text?: string) =>
  made.stations.ids({ conditions, ...(text === undefined ? {} : { text }) })
const counts = (made: Book, by: StationFacet, conditions: FacetCondition[] = []) => {
  const [facet] = made.stations.facets({ conditions }, { of: [by], most: 100 })
  return Object.fromEntries((facet?.values ?? []).map(({ value, stations }) => [value, stations]))
}

describe('facets', () => {
  test.each<[StationFacet, Record<string, number>]>([
    ['status', { 'В работе': 3, Авария: 2, '': 1 }],
    ['model', { Флоугаз: 3, ЕК270: 3 }],
    ['consumer', { 5: 2, 6: 2, '': 2 }],
    ['provider', { 1: 4, 2: 2, '': 2 }],
    ['silence', { none: 3, late: 1, lost: 1, never: 1 }],
    ['completeness', { complete: 1, incomplete: 2, unasked: 3 }],
    ['alarms', { recent: 1, earlier: 1, none: 4 }],
    ['data', { yes: 3, no: 3 }],
    ['listing', { listed: 6 }],
    ['type', { flougas: 6 }],
    ['finding', { '': 4, frozen: 1, silent: 2 }],
  ])('%s counts its values, and each value finds so many', (by, expected) => {
    const made = book()
    expect(counts(made, by)).toEqual(expected)
    for (const [value, stations] of Object.entries(expected)) {
      expect(ids(made, [{ by, values: [value] }])).toHaveLength(stations)
      expect(ids(made, [{ by, values: [value], not: true }])).toHaveLength(6 - stations)
    }
  })

  test('each counts what passes the others, not what passes itself', () => {
    const made = book()
    const conditions: FacetCondition[] = [
      { by: 'status', values: ['В работе'] },
      { by: 'model', values: ['ЕК270'], not: true },
    ]
    expect(ids(made, conditions)).toEqual([1, 3])
    expect(counts(made, 'status', conditions)).toEqual({ 'В работе': 2, Авария: 1 })
    expect(counts(made, 'model', conditions)).toEqual({ Флоугаз: 2, ЕК270: 1 })
    expect(counts(made, 'silence', conditions)).toEqual({ none: 1, lost: 1 })
  })

  test('names, the most frequent first, a few and the chosen ones, and those that are looked for', () => {
    const made = book()
    const ask = (more: object) => made.stations.facets({ ...more }, { of: ['consumer'], most: 1 })
    expect(ask({})).toEqual([{ by: 'consumer', values: [{ value: '', name: null, stations: 2 }], more: 2 }])
    const chosen = ask({ conditions: [{ by: 'consumer', values: ['5'] }] })
    expect(chosen[0]?.values.map(({ name }) => name)).toContain('Пекарня')
    const found = made.stations.facets({}, { of: ['consumer'], most: 5, find: { by: 'consumer', text: 'ПЕК' } })
    expect(found[0]?.values).toEqual([{ value: '5', name: 'Пекарня', stations: 2 }])
  })

  test('combine with text and the tree, and see what changes', () => {
    const made = book()
    expect(made.stations.facets({ text: 'пекарня' }, { of: ['status'], most: 9 })[0]?.values).toHaveLength(2)
    expect(made.stations.ids({ providerId: 2, conditions: [{ by: 'status', values: ['Авария'] }] })).toEqual([2])
    made.consumers.put([consumer(5, 'Пекарня')], { energyId: 7 })
    made.providers.put([{ id: 7, name: 'Другой', children: [] }], 1)
    expect(counts(made, 'provider')).toEqual({ 1: 4, 2: 2, 7: 2, '': 2 })
    made.stations.markUnlisted(NOW + 1)
    expect(counts(made, 'listing')).toEqual({ unlisted: 6 })
    made.coverage.mark(
      { equipmentId: 1_005, archiveType: 'daily' },
      { from: '2026-01-01', to: '2026-01-01' },
      { state: 'fetched', fetchedAtMs: NOW },
    )
    expect(counts(made, 'completeness')).toEqual({ complete: 2, incomplete: 2, unasked: 2 })
  })

  test('what is incomplete is what the list of gaps holds', () => {
    const made = book()
    const holes = made.holes.list({ states: ['never', 'failed', 'partial', 'not_transmitted'] }, NOW)
    const lacking = [...new Set(holes.map(({ stationId }) => stationId))].toSorted((a, b) => a - b)
    expect(ids(made, [{ by: 'completeness', values: ['incomplete'] }])).toEqual(lacking)
    expect(lacking).toEqual([2, 3])
  })
})

describe('orders', () => {
  test.each(STATION_SORTS.filter((by) => by !== 'match' && by !== 'id' && by !== 'name'))(
    'by %s: lowest first, none last both ways, equals by name',
    (by) => {
      const made = tempBook()
      made.consumers.put([consumer(1, 'Завод 2'), consumer(2, 'Завод 10')])
      const none = {
        equipmentSerialNumber: '',
        equipmentBrandName: null,
        statusNameValue: null,
        customerId: null,
        uid: null,
        phone: '',
        equipmentTypeVarname: null,
        lastSeanceEventMs: null,
        equipmentId: null,
        telemetryId: null,
      }
      const some = (number: number) => ({
        equipmentSerialNumber: `N${number}`,
        equipmentBrandName: `M${number}`,
        statusNameValue: `S${number}`,
        customerId: number === 2 ? 1 : 2,
        uid: `U-${number}`,
        phone: `+${number}`,
        equipmentTypeVarname: `t${number}`,
        lastSeanceEventMs: number,
        equipmentId: number,
        telemetryId: number,
        volumeValue: `${number},5`,
        temperatureValue: number === 2 ? 290 : 30,
        temperatureUnit: number === 2 ? 'K' : '°C',
        volumeUnit: number === 2 ? 'м³' : 'тыс. м³',
        pressureValue: number === 2 ? '0.2' : 250,
        pressureUnit: number === 2 ? 'МПа' : 'кПа',
      })
      made.stations.put([station({ id: 1, ...none }), station({ id: 2, ...some(10) }), station({ id: 3, ...some(2) })], NOW)
      made.stations.put([station({ id: 4, ...none, name: 'ГРП-0' })], NOW)
      const sorted = (desc: boolean) => made.stations.list({ sort: { by, desc } }).rows.map(({ id }) => id)
      const valued = { hasData: [], findings: [], unlistedAtMs: [] }[by as 'hasData' | 'findings' | 'unlistedAtMs'] ?? [3, 2]
      const rest = valued.length > 0 ? [4, 1] : [4, 1, 2, 3]
      expect(sorted(false)).toEqual([...valued, ...rest])
      expect(sorted(true)).toEqual([...valued.toReversed(), ...rest])
    },
  )

  test('stations without a name come last both ways, over pages', () => {
    const made = tempBook()
    made.stations.put([station({ id: 1, name: null }), station({ id: 2 }), station({ id: 3 }), station({ id: 4, name: null })], NOW)
    const pages = (desc: boolean) =>
      [0, 1, 2, 3].flatMap((offset) => made.stations.list({ sort: { by: 'name', desc }, offset, limit: 1 }).rows)
    expect(pages(false).map(({ id }) => id)).toEqual([2, 3, 1, 4])
    expect(pages(true).map(({ id }) => id)).toEqual([3, 2, 4, 1])
    expect(made.stations.ids()).toEqual([2, 3, 1, 4])
    expect(made.stations.list({ text: 'u', sort: { by: 'name', desc: true } }).rows.map(({ id }) => id)).toEqual([3, 2, 4, 1])
  })
})

test('stations are told and ordered by their open findings', () => {
  const made = book()
  const { rows } = made.stations.list({ sort: { by: 'findings', desc: true } })
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
  const heard = made.stations.heard([1, 2, 3])
  expect(heard.get(1)).toMatchObject({ findings: 3, worstFlag: 4 })
  expect(heard.get(2)).toMatchObject({ findings: 1, worstFlag: 3 })
  expect(heard.get(3)).toMatchObject({ findings: 0, worstFlag: null })
})

test('a rule that has a part in the finding of another is a value of its station', () => {
  const made = book()
  const { stationId: _, equipmentId: __, ...part } = finding('5 a', { rule: 'spike' })
  const leads = finding('5', { stationId: 5, rule: 'range' })
  made.findings.replace({
    ...{ stationId: 5, judgedAtMs: NOW, basis: '{}', verdicts: '{}', seen: [] },
    findings: [{ ...leads, evidence: { ...leads.evidence, parts: [part] } }],
  })
  expect(counts(made, 'finding')).toMatchObject({ range: 1, spike: 1 })
  expect(ids(made, [{ by: 'finding', values: ['spike'] }])).toEqual([5])
})
