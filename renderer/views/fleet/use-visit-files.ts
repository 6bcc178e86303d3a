import { client } from '../../client.ts'
import { useClock } from '../../stores/clock.ts'
import { useExports, type ExportFormat } from '../../stores/exports.ts'
import { useProgram } from '../../stores/program.ts'
import type { FleetFilterState } from './fleet-filter.ts'
import type { ChosenVisits } from './use-chosen-visits.ts'

/** The visit list on paper and as a file: of the chosen stations; without a choice of all that pass the filter; of the trip, as it is ordered. */
export function useVisitFiles({ filter, shape }: FleetFilterState, { ids, withWanted }: ChosenVisits) {
  const program = useProgram()
  const exports_ = useExports()
  const clock = useClock()

  /** Saves the report 'visits' as PDF. It has the order of the screen: both go by the rank. */
  function printList(): void {
    if (shape.value === 'trip') void print({ trip: true })
    else
      withWanted(async (visits) => {
        if (visits.length > 0) await print({ stationIds: visits.map(({ stationId }) => stationId) })
      })
  }
  async function print(whose: { stationIds: number[] } | { trip: true }): Promise<void> {
    if (exports_.busy) return
    const { zone: timeZone, contractHour } = clock.value
    await exports_.run(() =>
      client.forms.save({ form: 'visits', ...whose, language: program.language, timeZone, contractHour, format: 'pdf' }),
    )
  }
  /** @param scope `all`: every visit of the book */
  function exportList(form: ExportFormat, scope = ''): void {
    const chosen = { ...filter.value, ...(ids.value.length > 0 && { stationIds: ids.value }) }
    const trip = shape.value === 'trip'
    void exports_.run(() => client.exports.visits({ ...exports_.how(form), filter: trip || scope === 'all' ? {} : chosen, trip }))
  }
  return { printList, exportList }
}
