import { expect, test } from 'vitest'
import { findingCounts } from '../../../../../electron/analysis/answers/findings/finding-counts.ts'
import { consumer, finding, NOW, station, tempBook } from '../../../book/fixtures.ts'

/** A holding with a branch, a consumer of each; station 1 has two findings, station 2 one, station 3 none. */
function book() {
  const made = tempBook()
  made.providers.put([{ id: 1, name: 'Холдинг', children: [{ id: 2, name: 'Филиал', children: [] }] }])
  made.consumers.put([consumer(5, 'Пекарня')], { energyId: 2 })
  made.consumers.put([consumer(6, 'Баня')], { energyId: 1 })
  made.stations.put(
    [
      station({ id: 1, customerId: 5, equipmentTypeId: 7 }),
      station({ id: 2, customerId: 6, equipmentTypeId: null }),
      station({ id: 3, customerId: 6 }),
    ],
    NOW,
  )
  const put = (stationId: number, findings: ReturnType<typeof finding>[]) =>
    made.findings.replace({ stationId, judgedAtMs: NOW, basis: '{}', verdicts: '{}', seen: [], findings })
  put(1, [finding('a'), finding('b', { rule: 'silent', flag: 4 })])
  put(2, [finding('c', { stationId: 2 })])
  return made
}
const ALL = { text: '', most: 8 }

test('each facet counts what the others leave', () => {
  const made = book()
  const all = findingCounts(made, {}, ALL)
  expect(all).toMatchObject({ total: 3, stations: 2 })
  expect(all.providers).toEqual([
    { id: 1, name: 'Холдинг', parentId: null, findings: 3 },
    { id: 2, name: 'Филиал', parentId: 1, findings: 2 },
  ])
  expect(all.consumers).toEqual({
    total: 2,
    rows: [
      { id: 5, name: 'Пекарня', findings: 2 },
      { id: 6, name: 'Баня', findings: 1 },
    ],
  })
  expect(all.types.map(({ id, findings }) => [id, findings])).toEqual([
    [7, 2],
    [0, 1],
  ])

  const frozen = findingCounts(made, { rules: ['frozen'], consumerIds: [6] }, ALL)
  expect(frozen).toMatchObject({ total: 1, stations: 1 })
  expect(frozen.consumers.rows.map(({ id, findings }) => [id, findings])).toEqual([
    [5, 1],
    [6, 1],
  ])
  expect(frozen.providers.map(({ findings }) => findings)).toEqual([1, 0])
  expect(frozen.types).toEqual([{ id: 0, name: null, findings: 1 }])
})

test('consumers are found by a part of their names, and chosen ones are always told', () => {
  const made = book()
  expect(findingCounts(made, {}, { text: 'бан', most: 8 }).consumers.rows.map(({ name }) => name)).toEqual(['Баня'])
  const few = findingCounts(made, { consumerIds: [6] }, { text: '', most: 1 }).consumers
  expect(few.rows.map(({ id, findings }) => [id, findings])).toEqual([
    [5, 2],
    [6, 1],
  ])
})
