import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openBeside } from '../../../electron/book/index.ts'
import { alarm, finding, NOW, station, tempBook } from './fixtures.ts'

/** Two threads write a book, each on a connection of its own: what the one keeps in memory holds for as long as it is true. */
const EVENTS = { equipmentId: 1001, archiveType: 'alarm' }
const judged = (basis = '{}') => ({ stationId: 1, judgedAtMs: NOW, basis, verdicts: '{}', findings: [finding('one')], seen: [] })

function two() {
  const desk = tempBook()
  desk.page(() => {
    desk.stations.put([station({ id: 1 })], NOW)
    desk.events.add(EVENTS, [alarm(NOW - 2000, '17')])
  })
  const analyst = openBeside(desk.file, () => NOW)
  onTestFinished(() => analyst.close())
  return { desk, analyst }
}

test('what another connection concludes leaves what is in memory of the data', async () => {
  const { desk, analyst } = two()
  const packed = desk.events.pack()
  const before = desk.findings.judgedTotals()
  analyst.findings.replace(judged())
  analyst.derive(() => analyst.health.put([{ stationId: 1, source: 's', judgedAtMs: NOW, overwrittenAtMs: null, health: '{}' }]))
  expect(desk.events.pack()).toBe(packed)
  expect(desk.findings.judgedTotals()).not.toEqual(before)
  // What it writes itself of that kind leaves it, too.
  desk.findings.replace(judged('[]'))
  expect(desk.events.pack()).toBe(packed)
})

test('what another connection writes of data is seen', async () => {
  const { desk, analyst } = two()
  expect(desk.events.pack()).toHaveLength(1)
  analyst.events.add(EVENTS, [alarm(NOW - 1000, '18')])
  expect(desk.events.pack()).toHaveLength(2)
  expect(desk.stations.list({ text: 'новая' }).total).toBe(0)
  analyst.page(() => analyst.stations.put([station({ id: 2, name: 'Новая' })], NOW))
  expect(desk.stations.list({ text: 'новая' }).total).toBe(1)
})

test('a page of both kinds is one of data', async () => {
  const { desk, analyst } = two()
  const packed = desk.events.pack()
  analyst.derive(() => {
    analyst.findings.replace(judged())
    analyst.stations.put([station({ id: 3, name: 'Третья' })], NOW)
  })
  expect(desk.events.pack()).not.toBe(packed)
})

test('a write that nobody counted passes for one of data', async () => {
  const { desk } = two()
  const packed = desk.events.pack()
  const stranger = new Database(desk.file)
  stranger.exec("UPDATE station SET name = 'x' WHERE id = 1")
  stranger.close()
  expect(desk.events.pack()).not.toBe(packed)
})
