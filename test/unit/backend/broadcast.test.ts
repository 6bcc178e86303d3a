import { expect, test } from 'vitest'
import { createBroadcast, newest } from '../../../electron/backend/broadcast.ts'

/** The values that a listener gets, and its end. */
function gather<T>(values: AsyncIterable<T>) {
  const got: T[] = []
  const over = (async () => {
    for await (const value of values) got.push(value)
  })()
  return { got, over }
}
const soon = () => new Promise((resolve) => setTimeout(resolve))

test('values go to everybody who listens, merged for who is slower', async () => {
  const broadcast = createBroadcast<number>(newest)
  const one = gather(broadcast.listen())
  await soon()
  broadcast.publish(1)
  broadcast.publish(2)
  await soon()
  broadcast.publish(3)
  await soon()
  broadcast.close()
  await one.over
  expect(one.got).toEqual([2, 3])
})

test('a listener that rests gets the first at once, and what came meanwhile merged', async () => {
  const broadcast = createBroadcast<string>((waiting, next) => (waiting.includes(next) ? waiting : [...waiting, next]))
  const values = broadcast.listen(undefined, { restMs: 5 })
  const first = values.next()
  await soon()
  broadcast.publish('a')
  expect((await first).value).toBe('a')
  for (const value of ['b', 'c', 'b', 'b', 'c']) broadcast.publish(value)
  expect((await values.next()).value).toBe('b')
  expect((await values.next()).value).toBe('c')
  broadcast.close()
  expect((await values.next()).done).toBe(true)
})

test('while it rests it gets nothing, and its end comes at once', async () => {
  const broadcast = createBroadcast<number>(newest)
  const stop = new AbortController()
  const resting = gather(broadcast.listen(stop.signal, { restMs: 3_600_000 }))
  await soon()
  broadcast.publish(1)
  await soon()
  broadcast.publish(2)
  await soon()
  stop.abort()
  await resting.over
  expect(resting.got).toEqual([1])
})

test('a signal that was aborted before, and a broadcast that was closed before, give nothing', async () => {
  const broadcast = createBroadcast<number>(newest)
  await gather(broadcast.listen(AbortSignal.abort())).over
  broadcast.close()
  await gather(broadcast.listen()).over
})

test('who begins to listen hears how things are, and every change from then on', async () => {
  const broadcast = createBroadcast<number>(newest)
  let state = 1
  const values = broadcast.listen(undefined, { first: () => state })
  expect((await values.next()).value).toBe(1)
  // Between two looks of the listener.
  state = 2
  broadcast.publish(state)
  expect((await values.next()).value).toBe(2)
  await values.return()
})
