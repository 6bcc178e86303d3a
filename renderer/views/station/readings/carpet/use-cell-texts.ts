import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { dueIn } from '../../../../charts/carpet/values.ts'
import { useFormat } from '../../../../stores/words/format.ts'
import { worstFirst } from '../../../../parts/findings/flags.ts'
import { useFindingWords } from '../../../../parts/findings/use-finding-words.ts'
import { useNoteWords } from '../../../../parts/notes/words.ts'
import type { FoundCells } from './found.ts'
import type { NotedCells } from './noted.ts'
import type { Carpet } from '../../../../parts/carpet/use-carpet.ts'
import { useCarpetWords } from '../../../../parts/carpet/use-carpet-words.ts'

interface Told {
  carpet: Carpet
  unit: string | null
  /** The values are rises of a counter. */
  counts: boolean
  /** The usual step between records where a cell has several of them; else null. */
  stepMs: number | null
  noted: NotedCells
  /** Cells in which the records of a next device begin, with both devices in words. */
  seams: readonly { cell: number; label: string }[]
  found: FoundCells
}

/** So many notes are read out of a cell; more are counted. */
const READ = 2

/** The texts of a cell: on screen, to a screen reader, in the table. */
export interface CellTexts {
  name: (cell: number) => string
  value: (cell: number) => string
  /** Beyond the colours, why there is no value, which gas day it is, what was noted. */
  notes: (cell: number) => string[]
  spoken: (cell: number) => string
  /** The text for the whole carpet: what there is and what is missing. */
  summary: string
}

export function useCellTexts(told: () => Told): CellTexts {
  const { t } = useI18n({ useScope: 'global' })
  const format = useFormat()
  const words = useCarpetWords()
  const { kindName, timeText } = useNoteWords()
  const findings = useFindingWords()

  const name = (cell: number) => words.cellName(told().carpet.cells, cell)
  function value(cell: number): string {
    const { carpet, unit } = told()
    if (carpet.states[cell] === 'value') return words.exact(carpet.found.values[cell] ?? NaN, unit)
    return t(`carpet.state.${carpet.states[cell] ?? 'missing'}`)
  }
  function notes(cell: number): string[] {
    const { carpet, counts, stepMs, seams } = told()
    const { found, range, states, cells } = carpet
    const all = words.cellDay(cells, cell)
    for (const seam of seams) if (seam.cell === cell) all.push(t('devices.exchangedAs', { devices: seam.label }))
    const number = found.values[cell] as number
    if (range && number > range.high) all.push(t('carpet.above'))
    if (range && number < range.low) all.push(t('carpet.below'))
    if (counts && states[cell] === 'noNumber' && (found.numbers[cell] ?? 0) > 0) all.push(t('carpet.noRise'))
    const due = states[cell] === 'value' ? dueIn(cells, cell, stepMs) : null
    if (due !== null) all.push(t('charts.ofRecords', { n: format.number(found.numbers[cell] ?? 0), all: format.number(due) }, due))
    const about = told().noted.notesOf(cell)
    for (const note of about.slice(0, READ)) all.push(`${kindName(note.kind)}, ${timeText(note)}: ${note.text}`)
    const worst = told().found.findingsOf(cell).toSorted(worstFirst)
    for (const finding of worst.slice(0, READ)) all.push(`${findings.flagName(finding.flag)}: ${findings.sentence(finding)}`)
    if (worst.length > READ) all.push(format.counted('findings.more', worst.length - READ))
    if (about.length > READ) all.push(`+${format.number(about.length - READ)}`)
    return all
  }
  const summary = computed(() => {
    const { states, cells } = told().carpet
    const missing = states.filter((state) => state !== 'value' && state !== 'ahead').length
    const there = format.counted(`carpet.counted.${cells.kind}`, states.length)
    return missing === 0 ? there : `${there}, ${format.counted('carpet.withoutValue', missing)}`
  })
  return {
    name,
    value,
    notes,
    spoken: (cell) => [name(cell), value(cell), ...notes(cell)].join('; '),
    get summary() {
      return summary.value
    },
  }
}
