import { expect } from 'vitest'
import { startDemoService } from '../../../electron/demo/index.ts'
import { sentenceOf } from '../../../electron/cli/sentences.ts'
import { attacks } from '../../support/attacks.ts'
import { HOSTILE_ANSWERS, type HostileAnswer } from '../../support/hostile-answers.ts'
import { CANARY, hostileBefore } from '../../support/hostile-wire.ts'
import { clockAt, planOf, SHORT_LIMITS, startPuller, testFolder } from '../../support/pull.ts'

/**
 * A service that answers one question in a hostile way, over one connection: what asked for it ends with a sentence after
 * a bounded number of attempts, and all else is downloaded.
 */

const NOW = Date.parse('2026-11-20T15:23:11Z')
const DEVICE = 300_001
const PLAN = planOf({
  stations: [10_001, 10_002],
  archives: ['hourly', 'daily'],
  views: ['general'],
  span: { from: '2026-11-18', to: '2026-11-19' },
})
/** Few, for each attack is met so often by every span. */
const LIMITS = { ...SHORT_LIMITS, retries: 1 }
const SLOW = { ...LIMITS, idleMs: 800, headMs: 1_500, windowMs: 800 }
/** Spans of 2, 1 and 1 days, each with its repeats and those of a lost answer, and room to spare. */
const MOST_ATTEMPTS = 20

const concerns = (path: string): boolean => path.includes('archive_type=hourly') && path.includes(`equipment_id=${DEVICE}`)

async function tried({ wire, ends, isSlow = false }: HostileAnswer): Promise<void> {
  const folder = testFolder()
  const demo = await startDemoService({ stations: 4, seed: 11, now: () => NOW })
  const service = await hostileBefore(demo, concerns, wire)
  const puller = await startPuller(service, folder.file('book.meterbook'), clockAt(NOW), {
    lanes: 1,
    connection: { limits: isSlow ? SLOW : LIMITS },
    downloads: { networkRetryMs: [20], patienceMs: 60_000 },
  })
  try {
    puller.downloads.start(PLAN)
    const end = await puller.downloads.settled()
    const failed = puller.downloads.tasks({ states: ['failed'], offset: 0, limit: 100 }).rows
    expect(end).toMatchObject({ state: 'done', failure: null, tasks: { failed: ends === null ? 0 : 1 } })
    expect(service.attacked()).toBeLessThan(MOST_ATTEMPTS)
    for (const { archiveType, failure } of failed) {
      expect(archiveType).toBe('hourly')
      expect(ends).toContain(failure?.code)
      expect(failure && sentenceOf(failure)).toMatch(/^(?!Something unforeseen).*(?:kept|not followed)/)
    }
    const states = puller.book.db
      .prepare<[], { device: number; archive: string; state: string; days: number }>(
        'SELECT equipment_id AS device, archive_type AS archive, state, count(*) AS days FROM v_coverage GROUP BY 1, 2, 3',
      )
      .all()
    const rest = states.filter(({ device, archive }) => device !== DEVICE || archive !== 'hourly')
    expect(rest.filter(({ state }) => state === 'failed')).toEqual([])
    expect(rest.reduce((sum, { days }) => sum + days, 0)).toBe(6)
    expect(JSON.stringify(puller.book.db.prepare('SELECT * FROM task').all())).not.toContain(CANARY)
  } finally {
    await puller.close()
    await service.close()
    await demo.close()
    folder.remove()
  }
}

attacks(
  11,
  'an answer of the service',
  HOSTILE_ANSWERS.map((answer) => ({
    name: answer.name,
    isDaily: answer.isDaily ?? false,
    run: () => tried(answer),
  })),
)
