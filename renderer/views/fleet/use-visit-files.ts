import { client } from '../../client.ts'
import { useClock } from '../../stores/clock.ts'
import { useExports, type ExportFormat } from '../../stores/exports.ts'
import { useProgram } from '../../stores/program.ts'
import type { FleetFilterState } from './fleet-filter.ts'
import type { ChosenVisits } from './use-chosen-visits.ts'

/** The visit list on paper and as a file: of the chosen stations; without a choice of all that pass the filter. */
export function useVisitFiles({ filter }: FleetFilterState, { ids, withWanted }: ChosenVisits) {
  const program = useProgram()
  const exports_ = useExports()
  const clock = useClock()

  /** Saves the report 'visits' as PDF. It has the order of the screen: both go by the rank. */
  function printList(): void {
    withWanted(async (visits) => {
      if (visits.length === 0 || exports_.busy) return
      const { zone: timeZone, contractHour } = clock.value
      const stationIds = visits.map(({ stationId }) => stationId)
      await exports_.run(() =>
        client.forms.save({
          form: 'visits',
          stationIds,
          language: program.language,
          timeZone,
          contractHour,
          format: 'pdf',
        }),
      )
    })
  }
  /** @param scope `all`: every visit of the book */
  function exportList(form: ExportFormat, scope = ''): void {
    const chosen = { ...filter.value, ...(ids.value.length > 0 && { stationIds: ids.value }) }
    void exports_.run(() => client.exports.visits({ ...exports_.how(form), filter: scope === 'all' ? {} : chosen }))
  }
  return { printList, exportList }
}
