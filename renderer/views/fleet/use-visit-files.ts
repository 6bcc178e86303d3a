import { client } from '../../client.ts'
import { useExports, type ExportFormat } from '../../stores/exports.ts'
import type { FleetFilterState } from './fleet-filter.ts'
import { usePrinting } from './print-list.ts'
import type { ChosenVisits } from './use-chosen-visits.ts'

/** The visit list on paper and as a file: of the chosen stations; without a choice of all that pass the filter. */
export function useVisitFiles({ filter }: FleetFilterState, { ids, withWanted }: ChosenVisits) {
  const exports_ = useExports()
  const { sheet, print } = usePrinting()
  const printList = () => withWanted(print)

  /** @param scope `all`: every visit of the book */
  function exportList(form: ExportFormat, scope = ''): void {
    const chosen = { ...filter.value, ...(ids.value.length > 0 && { stationIds: ids.value }) }
    void exports_.run(() => client.exports.visits({ ...exports_.how(form), filter: scope === 'all' ? {} : chosen }))
  }
  return { sheet, printList, exportList }
}
