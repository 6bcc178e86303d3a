import { clockOf } from '../analysis/station/clock.ts'
import { PERSONAL } from './personal.ts'
import { isoIn, told } from './told.ts'
import type { Asked, Found } from './tool.ts'

/** What is in the book, as `meterbook status` says it: counts, archives, coverage, what is complete. */
export function summaryOf({ book, usual, nowMs, withPersonal }: Asked): Found {
  const clock = clockOf(book, [], usual)
  const iso = isoIn(clock.zone)
  const { identity, archives, counts, firstMs, lastMs, coverage, freshAtMs } = book.summary()
  const { url, email } = identity
  const { total, flags } = book.findings.counts({})
  return {
    clock,
    offset: 0,
    limit: archives.length,
    total: archives.length,
    rows: archives.map((archive) => told(archive, iso)),
    facts: {
      counts,
      ...told({ firstMs, lastMs, freshAtMs }, iso),
      coverage: told(coverage, iso),
      completeness: book.completeness.shareTotals(usual, nowMs),
      findings: { total, flags, ...told(book.findings.judgedTotals(), iso) },
      ...(withPersonal ? { account: { url, email } } : {}),
    },
    leftOut: withPersonal ? [] : PERSONAL.book,
  }
}
