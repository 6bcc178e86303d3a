import { expect, test } from 'vitest'
import { createJudge, type LaneJudge } from '../../../electron/service/judge.ts'

const options = { minMs: 100, minAnswersPerLane: 4, patienceMs: 400, restMs: 60_000 }

/** Lets `lanes` lanes answer together at a rate for `ms`; the verdict at the end. */
function work(judge: LaneJudge, fromMs: number, lanes: number, perSecond: number, ms: number, bytes = 1000) {
  judge.changed(lanes, fromMs)
  for (let i = 0; i < (perSecond * ms) / 1000; i++) judge.answered(bytes)
  return judge.verdict(fromMs + ms)
}

test('one lane is always worth a second, once there is something to compare with', () => {
  const judge = createJudge(options)
  expect(work(judge, 0, 1, 30, 99)).toBe('wait')
  expect(judge.verdict(100)).toBe('wait')
  judge.answered(1000)
  expect(judge.verdict(130)).toBe('open')
})

test('lanes that raise the rate go on being opened', () => {
  const judge = createJudge(options)
  expect(work(judge, 0, 1, 100, 200)).toBe('open')
  expect(work(judge, 200, 2, 190, 200)).toBe('open')
  expect(work(judge, 400, 3, 270, 200)).toBe('open')
})

test('a quarter of the ideal growth is enough, less is not', () => {
  const judge = createJudge(options)
  work(judge, 0, 1, 100, 1000)
  expect(work(judge, 1000, 2, 125, 100_000)).toBe('open')
  const other = createJudge(options)
  work(other, 0, 1, 100, 1000)
  expect(work(other, 1000, 2, 120, 200)).toBe('wait')
  expect(other.verdict(1000 + 399)).toBe('wait')
  for (let i = 0; i < 24; i++) other.answered(1000)
  expect(other.verdict(1000 + 400)).toBe('close')
})

test('more bytes count as well as more answers', () => {
  const judge = createJudge(options)
  work(judge, 0, 1, 100, 200, 1000)
  expect(work(judge, 200, 2, 100, 200, 2000)).toBe('open')
})

test('after a lane was not worth it, no other is opened for a while', () => {
  const judge = createJudge(options)
  work(judge, 0, 1, 100, 400)
  expect(work(judge, 400, 2, 100, 400)).toBe('close')
  expect(work(judge, 800, 1, 100, 400)).toBe('wait')
  for (let i = 0; i < 5900; i++) judge.answered(1000)
  expect(judge.verdict(60_799)).toBe('wait')
  for (let i = 0; i < 100; i++) judge.answered(1000)
  expect(judge.verdict(60_900)).toBe('open')
})

test('unless the rate without it is lower than with it: then the line had slowed down, not the lane', () => {
  const judge = createJudge(options)
  work(judge, 0, 1, 100, 400)
  expect(work(judge, 400, 2, 100, 400)).toBe('close')
  expect(work(judge, 800, 1, 50, 200)).toBe('wait')
  for (let i = 0; i < 10; i++) judge.answered(1000)
  expect(judge.verdict(1200)).toBe('open')
})

test('a lane that has earned its place keeps it, whatever the line does later', () => {
  const judge = createJudge(options)
  work(judge, 0, 1, 100, 200)
  expect(work(judge, 200, 2, 190, 200)).toBe('open')
  for (let i = 0; i < 20; i++) judge.answered(1)
  expect(judge.verdict(10_000)).toBe('open')
})

test('after a rest that was ordered, rates do not matter', () => {
  const judge = createJudge(options)
  work(judge, 0, 1, 100, 400)
  judge.rest(400)
  expect(judge.verdict(400)).toBe('wait')
  expect(judge.verdict(60_399)).toBe('wait')
  for (let i = 0; i < 100; i++) judge.answered(1000)
  expect(judge.verdict(60_400)).toBe('open')
})

test('a restart forgets what was counted', () => {
  const judge = createJudge(options)
  work(judge, 0, 1, 100, 400)
  judge.restart(400)
  expect(judge.verdict(1000)).toBe('wait')
})
