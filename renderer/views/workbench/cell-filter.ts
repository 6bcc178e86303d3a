import type { StationFacet } from '../../../electron/contract/station-facets.ts'
import type { StationRow } from '../../../electron/contract/stations.ts'
import { silenceOf } from '../../../electron/contract/time/stale.ts'
import type { CellFilter } from '../../components/grid/menu/entries.ts'
import { useFormat } from '../../stores/words/format.ts'
import { withOnly, withState } from '../../stores/conditions.ts'
import { useProgram } from '../../stores/program.ts'
import { useWorkbench } from '../../stores/workbench.ts'
import { useFacetNames } from './facets/use-facet-names.ts'

/** The menu of a cell narrows the station table by the facet of its column, else by the text that stands in it. */
export function useCellFilter() {
  const format = useFormat()
  const program = useProgram()
  const workbench = useWorkbench()
  const { valueName } = useFacetNames()

  /** Texts and numbers as the book compares them: '' where there is none. */
  const said = (value: StationRow[keyof StationRow]) =>
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

  const FACETS: Readonly<Record<string, (row: StationRow) => [StationFacet, string]>> = {
    statusNameValue: (row) => ['status', said(row.statusNameValue)],
    equipmentBrandName: (row) => ['model', said(row.equipmentBrandName)],
    equipmentTypeVarname: (row) => ['type', said(row.equipmentTypeVarname)],
    consumerName: (row) => ['consumer', said(row.customerId)],
    lastSeanceEventMs: ({ lastSeanceEventMs: ms }) => ['silence', silenceOf(ms, program.nowMs)],
    hasData: (row) => ['data', row.hasData ? 'yes' : 'no'],
    unlistedAtMs: (row) => ['listing', row.unlistedAtMs === null ? 'listed' : 'unlisted'],
  }
  const TEXTS = ['name', 'equipmentSerialNumber', 'uid', 'phone'] as const

  return (row: StationRow, column: string): CellFilter | null => {
    const facet = FACETS[column]?.(row)
    if (facet) {
      const [by, value] = facet
      return {
        said: valueName(by, value, by === 'consumer' ? row.consumerName : null),
        only: () => (workbench.conditions = withOnly(workbench.conditions, by, value)),
        except: () => (workbench.conditions = withState(workbench.conditions, by, value, 'not')),
      }
    }
    const key = TEXTS.find((name) => name === column)
    if (key === undefined || said(row[key]) === '') return null
    return { said: format.verbatim(row[key]), only: () => (workbench.text = said(row[key])) }
  }
}
