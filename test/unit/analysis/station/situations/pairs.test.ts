import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pairing, PART } from '../../../../../electron/analysis/station/situations/pairs.ts'

/** `10+1` begins situation 1 at 10 ms, `20-1` ends it; `30.` is another event. */
function paired(...events: string[]) {
  const parsed = events.map((event) => {
    const [, at = '0', sign = '', situation = '0'] = /^(\d+)([+-.])(\d*)$/.exec(event) ?? []
    return { atMs: Number(at), mark: sign === '.' ? 0 : Number(`${sign}${situation}`) }
  })
  return run(parsed)
}

function run(events: readonly { atMs: number; mark: number }[]) {
  const { part, partner } = pairing({
    length: events.length,
    atMs: Float64Array.from(events, ({ atMs }) => atMs),
    marks: Int32Array.from(events, ({ mark }) => mark),
    situations: Math.max(0, ...events.map(({ mark }) => Math.abs(mark))),
  })
  const names = Object.keys(PART)
  return {
    parts: [...part].map((one) => names[one]),
    partners: [...partner],
  }
}

test('a begin and the next end are a pair; other events are none', () => {
  expect(paired('10+1', '15.', '20-1')).toEqual({ parts: ['begin', 'none', 'end'], partners: [2, -1, 0] })
})

test('stations do not disturb each other: each situation is of one device', () => {
  expect(paired('10+1', '11+2', '12-2', '13+3', '20-1')).toEqual({
    parts: ['begin', 'begin', 'end', 'open', 'end'],
    partners: [4, 2, 1, -1, 0],
  })
})

test('a begin without an end is an open situation', () => {
  expect(paired('10+1', '20-1', '30+1')).toEqual({ parts: ['begin', 'end', 'open'], partners: [1, 0, -1] })
})

test('an end whose begin is not in the log begins nothing and ends nothing', () => {
  expect(paired('10-1', '20+1', '30-1')).toEqual({ parts: ['endOnly', 'begin', 'end'], partners: [-1, 2, 1] })
})

test('what is told again changes nothing: it lasts from the first begin to the first end', () => {
  expect(paired('10+1', '12+1', '20-1', '21-1', '30+1')).toEqual({
    parts: ['begin', 'again', 'end', 'again', 'open'],
    partners: [2, 0, 0, -1, -1],
  })
})

describe('in the same millisecond', () => {
  test('the begin counts first, whatever the order', () => {
    expect(paired('10-1', '10+1')).toEqual({ parts: ['end', 'begin'], partners: [1, 0] })
    expect(paired('10+1', '10-1')).toEqual({ parts: ['begin', 'end'], partners: [1, 0] })
  })
  test('unless it lasts already: then the end belongs to the earlier begin', () => {
    expect(paired('5+1', '10-1', '10+1')).toEqual({ parts: ['begin', 'end', 'open'], partners: [1, 0, -1] })
  })
  test('another device in that millisecond is another matter', () => {
    expect(paired('10-1', '10+2', '10.', '11-2').parts).toEqual(['endOnly', 'begin', 'none', 'end'])
  })
})

test('any log: pairs point at each other, in order, of one situation, and at most one is open', () => {
  const anyLog = fc.array(fc.record({ step: fc.nat({ max: 3 }), mark: fc.integer({ min: -3, max: 3 }) }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(anyLog, (steps) => {
      let atMs = 0
      const events = steps.map(({ step, mark }) => ({ atMs: (atMs += step), mark }))
      const { parts, partners } = run(events)
      events.forEach(({ mark, atMs: at }, index) => {
        const partner = partners[index] ?? -1
        if (parts[index] === 'begin') {
          expect(partners[partner]).toBe(index)
          expect(events[partner]?.mark).toBe(-mark)
          expect(events[partner]?.atMs).toBeGreaterThanOrEqual(at)
        }
        expect(parts[index] === 'none').toBe(mark === 0)
        if (mark > 0) expect(parts[index]).toMatch(/^(open|begin|again)$/)
        if (mark < 0) expect(parts[index]).toMatch(/^(end|endOnly|again)$/)
      })
      for (const situation of [1, 2, 3]) {
        const of = (part: string) => events.filter(({ mark }, index) => Math.abs(mark) === situation && parts[index] === part).length
        expect(of('open')).toBeLessThanOrEqual(1)
        expect(of('begin')).toBe(of('end'))
        expect(of('endOnly')).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 300 },
  )
})
