import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAULT_NAMES, FAULT_PRESETS, startDemoService, type DemoService, type Faults } from '../../../electron/demo/index.ts'
import { fractions, seedOf } from '../../support/child.ts'
import { leftOpen, mannersIn } from '../../support/manners.ts'
import { clockAt, planOf, SHORT_LIMITS, startPuller, testFolder } from '../../support/pull.ts'
import { compareWithTruth, type Allowances } from '../../support/truth.ts'

/**
 * Each fault alone and some seeded mixtures, over a pull of a few stations. The book ends equal to the service's truth,
 * record for record, and the service's log shows good manners: one request at a time on a lane, repeats and sign-ins
 * within their limits, no lane left open. `npm run test:long` takes more stations and more mixtures.
 */

const NOW = Date.parse('2026-11-20T15:23:11Z')
const isLong = process.env['METERBOOK_LONG'] === '1'
const PLAN = planOf({
  stations: isLong ? [10_001, 10_002, 10_003, 10_004, 10_005] : [10_001, 10_004],
  span: { from: '2026-10-02', to: '2026-11-20' },
})
const LINE = { idleMs: 1_000 }
const MIXTURES = isLong ? 30 : 3

const folder = testFolder()
const seed = seedOf()
const table: string[][] = []

beforeAll(() => console.log(`seed ${seed} (METERBOOK_SEED=${seed} repeats it)`))
afterAll(() => {
  folder.remove()
  const head = ['fault', 'requests', 'repeats', '401', 'lanes', 'stood still', 'retried', 'rows', 'ms', 'verdict']
  const widths = head.map((name, at) => Math.max(name.length, ...table.map((row) => row[at]?.length ?? 0)))
  const line = (row: string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
  console.log([line(head), ...table.map(line)].join('\n'))
})

/** What a fault may change about the book: how values are typed, what is rejected beside the truth, which days are over. */
function allowancesOf(faults: Partial<Faults>): Allowances {
  return {
    types: faults.otherTypes !== undefined || faults.idsAsStrings !== undefined,
    unknownChannels: faults.unknownChannels !== undefined,
    rejected: faults.garbageRecords !== undefined,
    judgedMs: NOW + Math.min(0, faults.clockOffset?.ms ?? 0),
  }
}

async function pull(demo: DemoService, name: string, lanes: number) {
  const puller = await startPuller(demo, folder.file(`${name.replace(/\W+/g, '-')}.meterbook`), clockAt(NOW), {
    lanes,
    connection: { limits: { ...SHORT_LIMITS, ...LINE } },
    downloads: {
      judge: { minMs: 5, minAnswersPerLane: 1, patienceMs: 60_000, restMs: 100 },
      networkRetryMs: [50],
      patienceMs: 5_000,
    },
  })
  const { downloads, connection } = puller
  const stops: string[] = []
  let retried = 0
  downloads.start(PLAN)
  let end = await downloads.settled()
  if (end.state !== 'done') {
    // Nobody but the user can help: the fault goes away, and the user signs in again and carries on.
    stops.push(`${end.state} ${end.failure?.code ?? ''}`)
    // (All but a wrong clock: what it said of the days so far stays said.)
    demo.faults.clear(...FAULT_NAMES.filter((fault) => fault !== 'clockOffset'))
    if (connection.state.session === 'signed-out') await connection.signIn(demo.password)
    downloads.resume()
    end = await downloads.settled()
  }
  for (; end.tasks.failed > 0 && retried < 3; retried += 1) {
    downloads.retry()
    end = await downloads.settled()
  }
  return { puller, end, stops, retried }
}

async function row(name: string, faults: Partial<Faults>) {
  const begun = performance.now()
  const demo = await startDemoService({ stations: 16, seed: 11, now: () => NOW, faults })
  try {
    // Faults of a lane's later requests: with fewer lanes, each comes to ask that often.
    const isLate = Object.values(faults).some((fault) => 'after' in fault)
    const { puller, end, stops, retried } = await pull(demo, name, isLate && !isLong ? 2 : 4)
    const happened = Object.keys(demo.faults.happened)
    const left = leftOpen(
      demo.openLanes(),
      puller.connection.lanes.map((lane) => lane.client),
      demo.log.entries,
      LINE,
    )
    demo.faults.clear()
    const { differences, rows } = compareWithTruth(puller.book, demo.world, PLAN, allowancesOf(faults))
    const rejected = puller.book.rejected.list({ limit: -1 }).length
    const integrity = puller.book.db.pragma('integrity_check', { simple: true })
    await puller.close()
    const manners = mannersIn(demo.log.entries, LINE)
    const isWhole = differences.length === 0 && end.state === 'done' && end.tasks.failed === 0
    const verdict = isWhole && manners.violations.length === 0 && left.length === 0 ? 'whole' : 'BROKEN'
    table.push([
      name,
      ...[manners.requests, manners.repeats, manners.refused, manners.lanes].map(String),
      stops.join(', '),
      String(retried),
      String(rows),
      String(Math.round(performance.now() - begun)),
      verdict,
    ])
    return { manners, left, differences, rejected, integrity, end, stops, retried, happened }
  } finally {
    await demo.close()
  }
}

function expectWhole(outcome: Awaited<ReturnType<typeof row>>): void {
  expect(outcome.manners.violations).toEqual([])
  expect(outcome.left).toEqual([])
  expect(outcome.differences).toEqual([])
  expect(outcome.integrity).toBe('ok')
  expect(outcome.end).toMatchObject({ state: 'done', tasks: { failed: 0, waiting: 0 } })
}

/** Faults that only the user can end: downloads stand still, having asked once, and lose nothing. */
const FOR_THE_USER: Record<string, string> = { '401 always': 'waiting-for-sign-in SIGNED_OUT' }

describe('each fault alone', () => {
  test('none', async () => {
    const outcome = await row('(none)', {})
    expectWhole(outcome)
    expect(outcome).toMatchObject({ manners: { repeats: 0, refused: 0 }, stops: [], retried: 0, rejected: 0 })
    // A second lane is always tried; a third and a fourth only if this machine shows a gain (judge.test.ts proves the rule).
    expect([2, 3, 4]).toContain(outcome.manners.lanes)
  })

  test.each(Object.entries(FAULT_PRESETS))('%s', async (name, faults) => {
    const outcome = await row(name, faults)
    expect(outcome.happened).toEqual(expect.arrayContaining(Object.keys(faults)))
    expectWhole(outcome)
    expect(outcome.stops).toEqual(FOR_THE_USER[name] === undefined ? [] : [FOR_THE_USER[name]])
    expect(outcome.rejected > 0).toBe(name === 'garbage records')
  })
})

describe(`${MIXTURES} mixtures`, () => {
  const random = fractions(seed)
  const names = Object.keys(FAULT_PRESETS)
  const mixtures = Array.from({ length: MIXTURES }, () => {
    const chosen = new Set<string>()
    const size = 2 + Math.floor(random() * 4)
    while (chosen.size < size) chosen.add(names[Math.floor(random() * names.length)] as string)
    return [...chosen]
  })
  test.each(mixtures.map((chosen) => [chosen.join(' + '), chosen] as const))('%s', async (name, chosen) => {
    const faults: Partial<Faults> = Object.assign({}, ...chosen.map((preset) => FAULT_PRESETS[preset]))
    // Thousands of small pages and a second's pause every twentieth: the rule is the same with no pause.
    if (faults.tooManyRequests) faults.tooManyRequests = { ...faults.tooManyRequests, retryAfterS: 0 }
    const outcome = await row(name, faults)
    expectWhole(outcome)
    const isForTheUser = faults.unauthorized !== undefined || faults.signInRefused !== undefined
    if (!isForTheUser) expect(outcome.stops).toEqual([])
  })
})
