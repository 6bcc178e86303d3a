import { recordPeriod } from '../contract/archives.ts'
import { foldText } from '../contract/folding.ts'
import {
  STATION_ZONE,
  type GuessFault,
  type ImportColumn,
  type ImportMap,
  type SourceCell,
  type SourceTable,
} from '../contract/import-map.ts'
import { quantityOf, type Quantity } from '../contract/quantities.ts'
import type { UNIFIED_CHANNELS } from '../contract/channels.ts'
import { DAY_MS } from '../contract/time/units.ts'
import { unitNamed } from '../contract/unit-spellings.ts'
import type { GuessHints } from './hints.ts'
import { layoutOf } from './layouts/index.ts'
import { ownMap } from './own-files.ts'
import { timeReader } from './times.ts'
import { printedNumber } from './values.ts'

/** `auto`: Meterbook's own files, then the layouts that the program knows, then what headings and cells tell. */

export type Guess =
  /** `by`: one of Meterbook's own files; a layout of the program, by its name; or a guess, which a person has to confirm. */
  { map: ImportMap; by: 'own' | 'layout' | 'guess'; layout: string | null; fault: null } | { map: null; fault: GuessFault }

/** @param name of the file: Meterbook's own say in it which view they have */
export function guessMap(tables: readonly SourceTable[], name: string, hints: GuessHints): Guess {
  if (!tables.some(({ rows }) => rows.length > 0)) return { map: null, fault: 'no-rows' }
  const own = ownMap(tables, name, hints)
  if (own) return { map: own, by: 'own', layout: null, fault: null }
  const layout = layoutOf(tables)
  if (layout) return { map: layout.map, by: 'layout', layout: layout.name, fault: null }
  return byHeadings(tables, hints)
}

/** Ways in which times are written, the more telling first. */
const PATTERNS = [
  'DD.MM.YYYY HH:mm[:ss]',
  'DD.MM.YY HH:mm[:ss]',
  'YYYY-MM-DD HH:mm[:ss]',
  'YYYY/MM/DD HH:mm[:ss]',
  'DD/MM/YYYY HH:mm[:ss]',
  'DD-MM-YYYY HH:mm[:ss]',
  'DD.MM.YY HH-mm',
  'DD.MM.YYYY HH-mm',
  'iso',
  'DD.MM.YYYY',
  'YYYY-MM-DD',
  'DD.MM.YY',
] as const
const TELLING_ROWS = 100

interface FoundTime {
  columns: number[]
  pattern: string
}

function byHeadings(tables: readonly SourceTable[], hints: GuessHints): Guess {
  let fault: GuessFault = 'no-time'
  for (const { rows, format, sheet, encoding, separator } of tables) {
    const sample = rows.slice(0, TELLING_ROWS)
    const time = timeIn(sample.map(({ cells }) => cells))
    if (!time) continue
    const reads = timeReader({ ...time, zone: 'UTC', stamp: 'end' })
    const first = rows.findIndex(({ cells }) => reads(time.columns.map((at) => cells[at] ?? NOTHING)) !== null)
    const head = rows.slice(Math.max(0, first - 4), first)
    const columns = channelsBy(
      head.map(({ cells }) => cells),
      time,
      rows.slice(first, first + TELLING_ROWS).map(({ cells }) => cells),
      hints,
    )
    if (columns.length === 0) {
      fault = 'no-channels'
      continue
    }
    const isUnified = columns.every(({ channel }) => isUnifiedCode(channel))
    const map: ImportMap = {
      format,
      ...(encoding === null ? {} : { encoding }),
      ...(separator === null || separator === '' ? {} : { separator }),
      ...(sheet === null ? {} : { sheet }),
      skipRows: first > 0 ? (rows[first - 1]?.row ?? 0) : 0,
      headings: false,
      content: 'readings',
      archiveType: archiveBy(rows.slice(first).map(({ cells }) => reads(time.columns.map((at) => cells[at] ?? NOTHING)))),
      view:
        isUnified && !hints.channels.some(({ channel_varname: code }) => columns.some(({ channel }) => channel === code))
          ? 'unified'
          : 'general',
      time: { ...time, zone: STATION_ZONE, stamp: 'end' },
      decimal: 'auto',
      columns,
    }
    return { map, by: 'guess', layout: null, fault: null }
  }
  return { map: null, fault }
}
const NOTHING: SourceCell = { text: '', kind: 'nothing' }

/** The columns and the pattern that most rows have their time in: one column, or a day with a time beside it. */
function timeIn(rows: readonly (readonly SourceCell[])[]): FoundTime | null {
  let best: (FoundTime & { met: number }) | null = null
  const width = Math.min(12, Math.max(0, ...rows.map((cells) => cells.length)))
  for (const pattern of PATTERNS) {
    const tries = Array.from({ length: width }, (_, at) => (pattern.includes(' ') ? [[at], [at, at + 1]] : [[at]])).flat()
    for (const columns of tries) {
      const reads = timeReader({ columns, pattern, zone: 'UTC', stamp: 'end' })
      const met = rows.filter((cells) => reads(columns.map((at) => cells[at] ?? NOTHING)) !== null).length
      if (met >= Math.max(1, rows.length / 2) && (!best || met > best.met)) best = { columns, pattern, met }
    }
  }
  return best && { columns: best.columns, pattern: best.pattern }
}

/** The unified code of what a heading says; a station's own channel of the same name or code wins. */
const UNIFIED: Partial<Record<Quantity, (typeof UNIFIED_CHANNELS)[number]>> = {
  standardVolume: 'gas_consume',
  standardCounter: 'reading_value',
  workingVolume: 'Vwork',
  workingCounter: 'VNakwork',
  pressure: 'P',
  temperature: 'T',
}
const isUnifiedCode = (code: string): boolean => Object.values(UNIFIED).some((known) => known === code)

function channelsBy(
  heads: readonly (readonly SourceCell[])[],
  time: FoundTime,
  rows: readonly (readonly SourceCell[])[],
  hints: GuessHints,
): ImportColumn[] {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const taken = new Set<string>()
  const columns: ImportColumn[] = []
  for (let at = 0; at < width; at++) {
    if (time.columns.includes(at)) continue
    const numbers = rows.filter((cells) => printedNumber(cells[at]?.text ?? '', 'auto') !== null).length
    if (numbers === 0) continue
    const { name, unit } = headingOf(heads.map((cells) => cells[at]?.text.trim() ?? '').filter((text) => text !== ''))
    const channel = name === '' ? undefined : channelOf(name, unit, hints)
    if (channel === undefined || taken.has(channel)) continue
    taken.add(channel)
    const sent = hints.channels.find(({ channel_varname: code }) => code === channel)?.unit_name ?? null
    columns.push({ column: at, channel, ...(unit === null ? {} : { unit }), ...(unit === null || sent === null ? {} : { sentUnit: sent }) })
  }
  return columns
}

/** Letters of a heading in which a unit is looked for. */
const MOST_HEADING = 300
/** `P, кПа`, `P (кПа)`, `P [кПа]`, or the unit in a line of its own. */
function headingOf(texts: readonly string[]): { name: string; unit: string | null } {
  const alone = texts.find((text) => unitNamed(text) !== null && texts.length > 1)
  const name = texts.filter((text) => text !== alone).join(' ')
  if (name.length > MOST_HEADING) return { name, unit: null }
  if (alone !== undefined) return { name, unit: alone }
  const [, before, inside] = /^(.*?)[\s,]*[([]([^()[\]]+)[)\]]\s*$/u.exec(name) ?? /^(.*),\s*([^,]+)$/u.exec(name) ?? []
  return inside !== undefined && unitNamed(inside) !== null ? { name: before ?? '', unit: inside } : { name, unit: null }
}

function channelOf(name: string, unit: string | null, { channels }: GuessHints): string | undefined {
  const folded = foldText(name)
  const own = channels.find(
    (one) => foldText(one.channel_varname) === folded || (one.channel_name !== null && foldText(one.channel_name) === folded),
  )
  return own?.channel_varname ?? UNIFIED[quantityOf({ channelVarname: name, channelName: name, unitName: unit })]
}

/** The archive whose period lies between most records. */
function archiveBy(times: readonly ReturnType<ReturnType<typeof timeReader>>[]): string {
  const ms = times.flatMap((time) => (time === null ? [] : ['wallMs' in time ? time.wallMs : time.atMs]))
  const steps = ms.slice(1).map((at, nth) => Math.abs(at - (ms[nth] ?? at)))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const days = usual / DAY_MS
  const code = days >= 27 ? 'monthly' : days >= 0.9 ? 'daily' : 'hourly'
  return recordPeriod(code) === null ? 'hourly' : code
}
