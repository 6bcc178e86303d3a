import type { ShareTotal } from '../book/completeness/shares.ts'
import { count, plural } from './numbers.ts'

/** The lines that tell how complete archives of readings are, in records; one an archive. */
export function completenessText(totals: readonly ShareTotal[], width = 14): string[] {
  return totals.map((total, at) => `${(at === 0 ? 'Complete' : '').padEnd(width)}${lineOf(total)}`)
}

function lineOf({ archiveType, view, devices, incomplete, records, expected }: ShareTotal): string {
  const name = `${archiveType} (${view})`
  if (expected === null) return `${name}: ${plural(records, 'record')}, rhythm unknown`
  const lacking = incomplete === 0 ? '' : `, missing on ${count(incomplete)} of ${plural(devices, 'device')}`
  return `${name}: ${count(records)} of ${plural(expected, 'record')}, ${percent(records, expected)}${lacking}`
}

/** To a tenth of a percent, cut: what lacks a single record is never 100 %. */
function percent(records: number, expected: number): string {
  const thousandths = expected === 0 ? 0 : Math.floor((records / expected) * 1000)
  return `${Math.max(thousandths, records > 0 ? 1 : 0) / 10} %`
}
