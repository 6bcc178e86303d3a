import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  flatFlag,
  flatRuns,
  fromNeighbours,
  grossRange,
  rateOfChange,
  spikeFlag,
} from '../../../../../electron/analysis/kernel/statistics/qartod.ts'

/** Facts of `ioos_qc`: what its maintainers expect of their tests. */
interface Case {
  name: string
  values: (number | null)[]
  flags: number[]
  fail: number | [number, number] | null
  suspect: number | [number, number]
  tolerance?: number
}
const factsOf = (name: string) =>
  (JSON.parse(readFileSync(`test/unit/analysis/kernel/statistics/facts/${name}.json`, 'utf8')) as { cases: Case[] }).cases
/** Per second, divided as the source divides: the last digit decides where a rate is the limit itself. */
const aSecond = (inAQuarter: number) => inAQuarter / 15 / 60
const numbers = (values: readonly (number | null)[]) => Float64Array.from(values, (value) => value ?? NaN)

describe('our arithmetic flags as ioos_qc documents', () => {
  test.each(factsOf('gross-range'))('gross range: $name', ({ values, fail, suspect, flags }) => {
    const [failing, suspicious] = [fail, suspect].map((span) => {
      const [least, most] = span as [number, number]
      return { least, most }
    }) as [{ least: number; most: number }, { least: number; most: number }]
    expect([...numbers(values)].map((value) => grossRange(value, failing, suspicious))).toEqual(flags)
  })

  test.each(factsOf('spike'))('spike: $name', ({ values, suspect, fail, flags }) => {
    const column = numbers(values)
    const got = [...column].map((value, at) =>
      spikeFlag(value, fromNeighbours(column[at - 1] ?? NaN, value, column[at + 1] ?? NaN), suspect as number, fail as number),
    )
    expect(got).toEqual(flags)
  })

  test.each(factsOf('rate-of-change'))('rate of change: $name', ({ values, suspect, fail, flags }) => {
    const column = numbers(values)
    const got = [...column].map((value, at) => {
      const before = { beforeMs: (at - 1) * 900_000, before: column[at - 1] ?? NaN }
      return rateOfChange(
        before,
        { atMs: at * 900_000, value },
        aSecond(suspect as number),
        fail === null ? Infinity : aSecond(fail as number),
      )
    })
    expect(got).toEqual(flags)
  })

  test.each(factsOf('flat-line'))('flat line: $name', ({ values, suspect, fail, tolerance = 0, flags }) => {
    const column = numbers(values)
    const runs = flatRuns(column, tolerance)
    expect([...column].map((value, at) => flatFlag(value, runs[at] as number, suspect as number, fail as number))).toEqual(flags)
  })
})

test('a flat run is what a look at every window says', () => {
  const value = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 4 }) }, fc.constant(NaN))
  fc.assert(
    fc.property(fc.array(value, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (values, tolerance) => {
      const runs = flatRuns(Float64Array.from(values), tolerance)
      for (const [at, value] of values.entries()) {
        if (Number.isNaN(value)) continue
        let first = at
        const spread = (from: number) => {
          const seen = values.slice(from, at + 1).filter((one) => !Number.isNaN(one))
          return Math.max(...seen) - Math.min(...seen)
        }
        while (first > 0 && spread(first - 1) < tolerance) first--
        expect(at - (runs[at] as number)).toBe(first)
      }
    }),
  )
})
