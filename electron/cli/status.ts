import type { Command } from 'commander'
import { sharedGround } from '../analysis/station/load/ground.ts'
import { staleCount } from '../analysis/judge/stale.ts'
import { broughtIn, broughtText } from './brought.ts'
import { openBook } from './open-book.ts'
import type { Book } from '../book/index.ts'
import type { ShareTotal } from '../book/completeness/shares.ts'
import type { Summary } from '../book/summary.ts'
import type { Brought } from '../contract/downloads.ts'
import { visible } from '../contract/visible.ts'
import { usualGas } from './analysis-book.ts'
import { completenessText } from './completeness.ts'
import type { CommandContext } from './context.ts'
import { farStampsText } from './far-stamps.ts'
import type { JudgedTotals } from '../book/findings/finding-runs.ts'
import { foundIn, foundText } from './judged.ts'
import { bytes, columns, count, duration, plural, utcMinute } from './numbers.ts'

interface StatusFlags {
  book: string
  json?: boolean
}

/** `meterbook status`: what is in a book and how fresh it is. */
export function statusCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('status')
    .requiredOption('--book <FILE>', 'the book')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  meterbook status --book trip.meterbook')
    .action(async ({ book: file, json }: StatusFlags) => {
      const book = openBook(file, { mode: 'read', now: Date.now })
      try {
        const summary = book.summary()
        const completeness = book.completeness.shareTotals(usualGas(), Date.now())
        const { behind: _, ...totals } = book.findings.judgedTotals()
        const judged = { ...totals, stale: staleCount(book, sharedGround(book, usualGas()), Date.now()) }
        const findings = { ...book.findings.counts({}), ...judged }
        const lastRun = await lastRunIn(book)
        const found = `Findings      ${foundText(foundIn(book))}${staleText(judged)}`
        terminal.print(
          json
            ? JSON.stringify({ file: book.file, ...summary, completeness, findings, lastRun }, null, 2)
            : statusText(book.file, summary, completeness, [...lastRunText(lastRun), found]),
        )
      } finally {
        book.close()
      }
    })
}

interface LastRun {
  startedMs: number
  state: string
  brought: Brought
}

/** The newest download and what it brought; null: none yet. */
async function lastRunIn(book: Book): Promise<LastRun | null> {
  const [run] = book.tasks.runs(1)
  const brought = run ? await broughtIn(book, run.id) : null
  return run && brought ? { startedMs: run.createdMs, state: run.state, brought } : null
}

const lastRunText = (last: LastRun | null): string[] =>
  last ? [`Last download ${utcMinute(last.startedMs)}, ${last.state}: ${broughtText(last.brought)}`] : []

/** Status reads what is there: it judges nothing. */
function staleText({ stations, judged, stale }: Omit<JudgedTotals, 'behind'> & { stale: number }): string {
  if (judged === 0 && stations > 0) return ', for nothing was judged yet (`meterbook findings` does)'
  return stale > 0
    ? ` (${count(stale)} of ${plural(stations, 'station')} not judged since data, clock, meanings, thresholds or rules changed: \`meterbook findings\` judges them)`
    : ''
}

/** Of a book whose place may harm it. */
const ON_NETWORK = 'on a share of another computer: never write it from two computers, keep backups, or better move it to a local disk'

function statusText(file: string, summary: Summary, completeness: readonly ShareTotal[], told: readonly string[]): string {
  const { identity, counts, coverage, rejected } = summary
  const fresh = summary.freshAtMs === null ? 'never' : `${utcMinute(summary.freshAtMs)} (${age(summary.freshAtMs)} ago)`
  const unlisted = counts.unlistedStations > 0 ? ` (${count(counts.unlistedStations)} no longer listed)` : ''
  const lines = [
    `Book          ${visible(file)} (${bytes(summary.fileBytes)})`,
    ...(summary.onNetwork ? [`              ${ON_NETWORK}`] : []),
    `Account       ${identity.email === null ? 'none' : visible(`${identity.email} at ${identity.url}`)}`,
    `Last fetched  ${fresh}`,
    `Stations      ${count(counts.stations)}${unlisted}, ${count(counts.consumers)} consumers, ${count(counts.providers)} providers`,
    `Reference     ${count(counts.equipmentTypes)} device types, ${count(counts.channels)} channels, ${count(counts.messages)} messages`,
    `Records       ${count(counts.readings)} readings, ${count(counts.events)} events, ${count(counts.sessions)} sessions, ${count(counts.settingSnapshots)} settings snapshots`,
    `Notes         ${count(counts.notes)}`,
    `Coverage      days: ${count(coverage.fetched)} fetched, ${count(coverage.empty)} empty at the service, ${count(coverage.partial)} partial, ${count(coverage.failed)} failed, ${count(coverage.not_transmitted)} not yet transmitted`,
    ...completenessText(completeness),
    ...told,
    `Rejected      ${rejectedText(counts.rejected, rejected)}`,
    ...farStampsText(summary, 'Left out      '.length),
  ]
  if (summary.archives.length > 0) {
    const rows = summary.archives.map((archive) => [
      archive.archiveType,
      archive.view,
      archive.devices,
      archive.records,
      utcMinute(archive.firstMs),
      utcMinute(archive.lastMs),
    ])
    lines.push('', columns(rows, ['archive', 'view', 'devices', 'records', 'first (UTC)', 'last (UTC)']))
  }
  return lines.join('\n')
}

function rejectedText(total: number, byResource: Record<string, number>): string {
  if (total === 0) return 'none'
  const parts = Object.entries(byResource).map(([resource, records]) => `${resource} ${count(records)}`)
  return `${count(total)} (${parts.join(', ')}), kept word for word in v_rejected`
}

const age = (atMs: number): string => duration(Math.max(0, Date.now() - atMs))
