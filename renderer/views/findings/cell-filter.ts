import type { FindingRow } from '../../../electron/contract/findings.ts'
import type { CellFilter } from '../../components/grid/menu/entries.ts'
import type { FindingsFilterState } from '../../parts/findings/use-findings-filter.ts'

/** The menu of a cell narrows the findings by its value. */
export function useFindingCellFilter(state: FindingsFilterState) {
  return (row: FindingRow, column: string): CellFilter | null => {
    if (column === 'flag') return { only: () => (state.flags.value = [row.flag]) }
    if (column === 'rule') return { only: () => (state.rules.value = [row.rule]) }
    if (column === 'state') return { only: () => (state.states.value = [row.state]) }
    if (column === 'station') return { only: () => (state.stations.value = [row.stationId]) }
    return null
  }
}
