import { ref, shallowRef, type Ref } from 'vue'
import { calledBy } from '../../../electron/contract/called.ts'
import type { VisitRow } from '../../../electron/contract/fleet.ts'
import { useFormat } from '../../stores/words/format.ts'
import { useBook } from '../../stores/book.ts'
import { useNotices } from '../../stores/notices.ts'
import type { ChosenVisits } from './use-chosen-visits.ts'

const MOST_TICKED = 1000

/** Ticking visits off: whom the dialog is about, and whether it is open. */
export function useTicking({ selected, withWanted }: ChosenVisits, current: Readonly<Ref<VisitRow | null>>) {
  const format = useFormat()
  const book = useBook()
  const notices = useNotices()
  const ticking = shallowRef<{ ids: readonly number[]; names: readonly string[] } | null>(null)
  const dialogOpen = ref(false)

  function tick(rows: readonly VisitRow[]): void {
    if (rows.length === 0 || book.readOnly) return
    if (rows.length > MOST_TICKED) {
      notices.add({ kind: 'done', key: 'fleet.tooMany', named: { n: format.number(MOST_TICKED) } })
      return
    }
    ticking.value = {
      ids: rows.map(({ stationId }) => stationId),
      names: rows.map(({ stationName, stationId }) => calledBy(stationName, stationId)),
    }
    dialogOpen.value = true
  }
  /** The chosen ones, else the current one. */
  function tickChosen(): void {
    if (selected.value.size > 0) withWanted(tick)
    else if (current.value) tick([current.value])
  }
  return { ticking, dialogOpen, tick, tickChosen }
}
