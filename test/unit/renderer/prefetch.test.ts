import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { prefetchable } from '../../../renderer/speed/prefetch.ts'

/** A question that counts how often it was asked of each input; the answer is that number. */
function counted(fails: (times: number) => boolean = () => false) {
  const asked = new Map<string, number>()
  const query = prefetchable((input: string) => {
    const times = (asked.get(input) ?? 0) + 1
    asked.set(input, times)
    return fails(times) ? Promise.reject(new Error('failed')) : Promise.resolve(`${input}${times}`)
  }, String)
  return { query, times: (input: string) => asked.get(input) ?? 0 }
}

describe('a question that can be prefetched', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('1. its view takes the answer over, once; another input is asked for itself', async () => {
    const { query, times } = counted()
    void query.prefetch('a')
    void query.prefetch('a')
    expect(await query.ask('a')).toBe('a1')
    expect(await query.ask('b')).toBe('b1')
    expect(times('a')).toBe(1)
    expect(await query.ask('a')).toBe('a2')
  })

  test('2. a failed prefetch is asked again by the view', async () => {
    const { query } = counted((times) => times === 1)
    void query.prefetch('a')
    expect(await query.ask('a')).toBe('a2')
  })

  test('3. an answer is dropped after its time, or when it is forgotten', async () => {
    const { query } = counted()
    void query.prefetch('a', 1000)
    vi.advanceTimersByTime(999)
    expect(await query.ask('a')).toBe('a1')
    void query.prefetch('a', 1000)
    vi.advanceTimersByTime(1000)
    expect(await query.ask('a')).toBe('a3')
    void query.prefetch('a')
    query.forget()
    expect(await query.ask('a')).toBe('a5')
  })

  test('3a. what was taken or forgotten leaves no timer that holds it', async () => {
    const { query } = counted()
    void query.prefetch('a')
    await query.ask('a')
    void query.prefetch('a')
    query.forget()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('4. a dropped answer does not end the one that was fetched after it', async () => {
    const { query } = counted()
    void query.prefetch('a', 1000)
    query.forget()
    vi.advanceTimersByTime(500)
    void query.prefetch('a', 1000)
    vi.advanceTimersByTime(600)
    expect(await query.ask('a')).toBe('a2')
  })
})
