import { createRouterClient } from '@orpc/server'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { startBackend } from '../../electron/backend/start.ts'
import { openBook } from '../../electron/book/index.ts'
import { run } from '../../electron/cli/main.ts'
import type { ConsumptionAmount } from '../../electron/contract/consumption.ts'
import { asking } from '../unit/assistant/asked-book.ts'
import { seenTerminal } from '../unit/cli/seen-terminal.ts'
import { hostIn } from './backend.ts'
import { strictCsv } from './csv.ts'
import { duck, duckRows } from './duck.ts'
import { readZip } from './evidence-tampering.ts'
import { pdfText } from './pdf-text.ts'
import { testFolder } from './pull.ts'
import { linesOf, openedBook } from './xlsx.ts'

/**
 * One question, eight places: what flowed at a station in a month of gas days, and how much of it is known. The window,
 * `consumption`, `export`, the form (PDF and XLSX), `report.json` of the evidence, the lake, the public views and the assistant
 * are asked.
 */

export interface Month {
  /** First and last gas day, yyyy-mm-dd. */
  from: string
  to: string
}

/** What one place says. A place that does not say a number leaves it out. */
export interface Answer {
  where: string
  m3: number
  /** How far `m3` may be off because of the digits that are printed. */
  rounding: number
  received?: number
  byCounter?: number
  byDaily?: number
  unknown?: number
  /** Hours that are known in any way. */
  known?: number
}

export type Hours = Pick<ConsumptionAmount, 'received' | 'byCounter' | 'byDaily' | 'unknown'>

export interface Clock {
  zone: string
  contractHour: number
}

/** m³, hours known, hours due and hours received of days, and of what lies in no day. */
const daysAndSpans = (days: string, spans: string, id: number, { from, to }: Month): string => `
  SELECT sum(volume), sum(hours), sum(due), sum(received) FROM (
    SELECT volume, hours, hours_expected AS due, received FROM ${days} WHERE station_id = ${id} AND day BETWEEN '${from}' AND '${to}'
    UNION ALL SELECT volume, hours, 0, received FROM ${spans} WHERE station_id = ${id} AND first_day >= '${from}' AND last_day <= '${to}') AS told`

const knownOf = (hours: Hours) => hours.received + hours.byCounter + hours.byDaily

/**
 * Asks the places about stations of a book that is closed.
 * @param name of a station by its id, as it stands in files
 */
export function placesOf(file: string, { clock, name, nowMs }: { clock: Clock; name: (id: number) => string; nowMs: number }) {
  const folder = testFolder()
  const lake = folder.file('lake')
  const made = new Map<string, ReturnType<typeof filesOf>>()
  let window: ReturnType<typeof opened> | null = null
  let lakeWritten: Promise<string> | null = null

  async function meterbook(...args: string[]): Promise<string> {
    const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
    const code = await run(args, seen)
    expect([0, 1], seen.noted.join('\n')).toContain(code)
    return seen.printed.join('\n')
  }
  const opened = async () => {
    const backend = await startBackend(hostIn(folder.file('window'), { kind: 'desktop' }), { book: file, mode: 'write' })
    return { client: createRouterClient(backend.router), close: () => backend.close() }
  }
  const daysOf = ({ from, to }: Month, ids: readonly number[]) => ['--stations', ids.join(','), '--from', from, '--to', to]

  /** Files of a month, with all stations that are asked for in it. */
  async function filesOf(month: Month, ids: readonly number[]) {
    const days = daysOf(month, ids)
    const named = (end: string) => folder.file(`${month.from} ${month.to} ${end}`)
    const [pdf, xlsx, zip] = [named('form.pdf'), named('form.xlsx'), named('evidence.zip')]
    for (const out of [pdf, xlsx]) await meterbook('report', 'consumption-daily', '--book', file, ...days, '--language', 'en', '--out', out)
    await meterbook('evidence', '--book', file, ...days, '--out', zip)
    const verified = JSON.parse(await meterbook('verify', zip, '--json')) as {
      holds: boolean
      numbers: { stationId: number; differs?: boolean }[]
    }
    const { stated } = (JSON.parse(String((await readZip(zip)).get('evidence/data/report.json'))) as Report).consumption
    return { pages: await pdfText(readFileSync(pdf)), workbook: await openedBook(xlsx), stated, verified }
  }
  interface Report {
    consumption: { stated: (ConsumptionAmount & { stationId: number })[] }
  }

  const files = (month: Month, beside: readonly number[]) => {
    const key = JSON.stringify([month, beside])
    const known = made.get(key) ?? filesOf(month, beside)
    made.set(key, known)
    return known
  }

  return {
    meterbook,
    /** The form and the evidence of a month of stations, made once. */
    files,
    client: async () => (await (window ??= opened())).client,
    async close(): Promise<void> {
      await (await window)?.close()
      folder.remove()
    },
    /** @param beside all stations that are asked for the same month: their files are made once */
    async answers(id: number, month: Month, beside: readonly number[] = [id]): Promise<Answer[]> {
      const ofMonth = files(month, beside)
      lakeWritten ??= meterbook('export', 'lake', '--book', file, '--out', lake)
      await lakeWritten
      window ??= opened()
      const days = daysOf(month, [id])
      const said: Answer[] = []
      const amount = (where: string, { m3, ...hours }: ConsumptionAmount | (Hours & { m3: number | null })) =>
        said.push({ where, m3: m3 ?? 0, rounding: 1e-6, ...only(hours), known: knownOf(hours) })

      for (const by of ['hour', 'day', 'month', 'year']) {
        const told = JSON.parse(await meterbook('consumption', '--book', file, '--by', by, ...days, '--json')) as {
          amounts: ConsumptionAmount[]
          between: (Hours & { m3: number }) | null
          total: ConsumptionAmount
        }
        amount(`consumption --by ${by}`, told.total)
        // Rows, and what lies between them, are the total.
        const rows = [...told.amounts, ...(told.between ? [told.between] : [])]
        const sum = (of: (one: Hours & { m3: number | null }) => number) => rows.reduce((all, one) => all + of(one), 0)
        said.push({
          where: `rows of consumption --by ${by}`,
          m3: sum(({ m3 }) => m3 ?? 0),
          rounding: 1e-6,
          received: sum(({ received }) => received),
          known: sum(knownOf),
        })
      }

      const csv = folder.file(`out ${id} ${month.from} ${month.to}.csv`)
      await meterbook('export', 'consumption', '--book', file, '--by', 'month', ...days, '--plain', '--out', csv)
      const [head = [], ...rows] = strictCsv(readFileSync(csv, 'utf8'), ',')
      const cell = (column: string) => rows.reduce((sum, row) => sum + Number(row[head.findIndex((one) => one.startsWith(column))] ?? 0), 0)
      amount('export', {
        m3: cell('consumed'),
        received: cell('hours_received'),
        byCounter: cell('hours_by_counter'),
        byDaily: cell('hours_by_daily'),
        unknown: cell('hours_unknown'),
      })

      const { pages, workbook, stated, verified } = await ofMonth
      const lines = pages.filter((page) => page.flat().join(' ').includes(name(id))).flat()
      const total = lines.find(([first, ...more]) => first === 'Total' && more.length > 1) ?? []
      const shares = lines.flat().flatMap((text) => [...text.replaceAll(/\s/g, '').matchAll(/^(\d+)\/(\d+)$/g)])
      said.push({ where: 'form, PDF', m3: Number((total[1] ?? '').replaceAll(/\s/g, '')), rounding: 0.005 + 1e-6 })
      const sheet = workbook.sheets.find((one) => one.name.includes(name(id)))
      const totals = linesOf(sheet).find((line) => line.includes('Total')) ?? []
      said.push({ where: 'form, XLSX', m3: Number(totals.find((one) => typeof one === 'number')), rounding: 1e-6 })

      amount('report.json', stated.find(({ stationId }) => stationId === id) as ConsumptionAmount)
      expect(verified.holds, 'verify').toBe(true)
      const known = said[0] as Answer
      expect(
        shares.some(
          ([, received, due]) => Number(received) === known.received && Number(due) === (known.known ?? 0) + (known.unknown ?? 0),
        ),
        `form, hours: ${shares.map(([share]) => share).join(', ')}`,
      ).toBe(true)

      const inSql = (where: string, [m3, hours, due, received]: readonly unknown[]) =>
        said.push({
          where,
          m3: Number(m3),
          rounding: 1e-6,
          known: Number(hours),
          unknown: Number(due) - Number(hours),
          received: Number(received),
        })
      const ofLake = (table: string) => `read_parquet('${lake}/${table}/*.parquet')`
      const [inLake = []] = await duckRows(await duck(), daysAndSpans(ofLake('consumption_day'), ofLake('consumption_span'), id, month))
      inSql('lake', inLake)
      const read = openBook(file, { mode: 'read', now: () => nowMs })
      const inViews = read.db
        .prepare<[], number[]>(daysAndSpans('v_consumption_day', 'v_consumption_span', id, month))
        .raw()
        .get()
      read.close()
      inSql('views', inViews ?? [])

      const { client } = await window
      const shown = await client.consumption.amounts({
        stationIds: [id],
        by: 'month',
        ...month,
        timeZone: clock.zone,
        contractHour: clock.contractHour,
      })
      amount('window', shown.total as ConsumptionAmount)

      const assistant = await asking(file, false, nowMs).call('daily_sums', { stationId: id, ...month })
      const { totalM3, totalUnknownHours } = assistant.structured as unknown as { totalM3: number | null; totalUnknownHours: number }
      said.push({ where: 'assistant', m3: totalM3 ?? 0, rounding: 1e-6, unknown: totalUnknownHours })
      return said
    },
  }
}
const only = ({ received, byCounter, byDaily, unknown }: Hours): Hours => ({ received, byCounter, byDaily, unknown })
