import type { Book } from '../../../book/index.ts'
import { foldText } from '../../../contract/folding.ts'
import { MOST_LIMIT_M3, MOST_PASTED_LIMITS, type ContractLimit, type LimitOwner, type LimitRefusal } from '../../../contract/limit-words.ts'
import { LIMIT_HEADS, periodIn, withoutCubicMetres, type LimitColumn as Column } from '../../../contract/limit-spellings.ts'
import type { PastedLimit } from '../../../contract/limits.ts'
import type { Day } from '../../../contract/records.ts'
import { dayAt } from '../../../contract/time/day.ts'
import { momentIn, numberIn } from '../../station/settings/values.ts'
import { stationMatcher } from '../match-stations.ts'

/**
 * Limits as a spreadsheet copies them: a line each, its cells parted by tabs (a CSV: by semicolons). Cells are, in this order,
 * whose limit it is, the period, the m³, and the days from and to which it holds; the last two may be absent, and the first
 * where somebody has been named before. A first line that names columns may give another order.
 */

type Cells = Partial<Record<Column, string>>

export interface PasteQuestion {
  text: string
  /** Whose the limits are where a line names nobody. */
  owner?: { owner: LimitOwner; ownerId: number } | undefined
}

/** Reads the lines; nothing is kept. `left`: lines beyond the most that are read. */
export function readLimits(book: Book, { text, owner }: PasteQuestion): { lines: PastedLimit[]; left: number } {
  const rows = text
    .split(/\r\n?|\n/u)
    .map((line, at) => ({ text: line, line: at + 1 }))
    .filter((row) => row.text.trim() !== '')
  const cellsOf = (line: string) => line.split(line.includes('\t') ? '\t' : ';').map(bareCell)
  const first = rows[0]?.text ?? ''
  // The help names the columns with commas; a line of limits has none between its cells: they are decimal signs.
  const heads = headsOf(cellsOf(first)) ?? headsOf(first.split(',').map(bareCell))
  const told = heads ? rows.slice(1) : rows
  const owners = ownersIn(book)
  const met = new Set<string>()
  const lines = told.slice(0, MOST_PASTED_LIMITS).map(({ text: whole, line }): PastedLimit => {
    const cells = heads ? named(cellsOf(whole), heads) : inOrder(cellsOf(whole))
    const read = typeof cells === 'string' ? cells : limitIn(cells, owners, owner)
    if (typeof read === 'string') return { line, text: whole, limit: null, ownerName: null, insteadM3: null, refusal: read }
    const { limit, ownerName } = read
    const key = [limit.owner, limit.ownerId, limit.period, limit.fromDay].join(' ')
    if (met.has(key)) return { line, text: whole, limit: null, ownerName, insteadM3: null, refusal: 'twice' }
    met.add(key)
    const there = book.limits.of(limit.owner, limit.ownerId).find((one) => one.period === limit.period && one.fromDay === limit.fromDay)
    return { line, text: whole, limit, ownerName, insteadM3: there?.m3 ?? null, refusal: null }
  })
  return { lines, left: Math.max(0, told.length - MOST_PASTED_LIMITS) }
}

/** A spreadsheet quotes a cell that holds a quotation mark, a tab or a line. */
const bareCell = (cell: string): string => {
  const text = cell.trim()
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"').trim() : text
}

/** The columns by their place; null where the line names none. */
function headsOf(cells: readonly string[]): (Column | null)[] | null {
  const heads = cells.map(
    (cell) => (Object.entries(LIMIT_HEADS).find(([, named]) => named.test(foldText(cell)))?.[0] ?? null) as Column | null,
  )
  return heads.includes('period') && heads.includes('m3') && !cells.some((cell) => periodIn(cell) !== null) ? heads : null
}

function named(cells: readonly string[], heads: readonly (Column | null)[]): Cells {
  const found: Cells = {}
  heads.forEach((head, at) => {
    const cell = cells[at] ?? ''
    if (head !== null && cell !== '' && found[head] === undefined) found[head] = cell
  })
  return found
}

function inOrder(cells: readonly string[]): Cells | LimitRefusal {
  const at = cells.findIndex((cell) => periodIn(cell) !== null)
  if (at < 0) return 'no_period'
  const [period = '', m3 = '', from = '', to = '', ...more] = cells.slice(at)
  if (more.some((cell) => cell !== '')) return 'too_many_cells'
  const owner = cells.slice(0, at).find((cell) => cell !== '')
  return { ...(owner === undefined ? {} : { owner }), period, m3, from, to }
}

type Owners = ReturnType<typeof ownersIn>

/** Stations by number, serial number, exchange code or name, and consumers by name or tax number. */
function ownersIn(book: Book) {
  const stations = stationMatcher(book)
  const consumers = new Map<string, { id: number; name: string | null }[]>()
  for (const { id, name, inn } of book.consumers.list())
    for (const key of new Set([name, inn].map((value) => foldText(String(value ?? '')))))
      if (key !== '') consumers.set(key, [...(consumers.get(key) ?? []), { id, name }])

  return (text: string, onlyConsumers: boolean): { owner: LimitOwner; ownerId: number; name: string | null } | LimitRefusal => {
    const found = (consumers.get(foldText(text)) ?? []).map(({ id, name }) => ({ owner: 'consumer' as LimitOwner, ownerId: id, name }))
    if (!onlyConsumers) {
      const byNumber = /^\d{1,15}$/u.test(text) ? book.stations.get(Number(text)) : undefined
      const fitting = new Map([...stations.fitting(text), ...(byNumber ? [byNumber] : [])].map((one) => [one.id, one.name]))
      for (const [id, name] of fitting) found.push({ owner: 'station', ownerId: id, name })
    }
    const [only, second] = found
    return second ? 'several_owners' : (only ?? 'unknown_owner')
  }
}

function limitIn(
  cells: Cells,
  ownerOf: Owners,
  usual: PasteQuestion['owner'],
): { limit: ContractLimit; ownerName: string | null } | LimitRefusal {
  const text = cells.consumer ?? cells.owner
  const owner = text === undefined ? (usual ? { ...usual, name: null } : 'no_owner') : ownerOf(text, cells.consumer !== undefined)
  if (typeof owner === 'string') return owner
  const period = periodIn(cells.period ?? '')
  if (!period) return 'no_period'
  if ((cells.m3 ?? '') === '') return 'no_number'
  const m3 = numberIn(withoutCubicMetres(cells.m3 ?? ''))
  if (!(m3 > 0) || m3 > MOST_LIMIT_M3) return 'bad_number'
  const [fromDay, toDay] = [dayIn(cells.from), dayIn(cells.to)]
  if (fromDay === undefined || toDay === undefined) return 'bad_day'
  if (fromDay !== null && toDay !== null && toDay < fromDay) return 'reversed'
  return { limit: { owner: owner.owner, ownerId: owner.ownerId, period, m3, fromDay, toDay }, ownerName: owner.name }
}

/** The day of a cell; null where it is empty, undefined where it names no day. */
function dayIn(text = ''): Day | null | undefined {
  if (text === '' || text === '—' || text === '-') return null
  const atMs = /^\d+$/u.test(text) ? null : momentIn(text, 'UTC')
  return atMs === null ? undefined : dayAt(atMs)
}
