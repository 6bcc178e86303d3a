import type { ImportMap } from '../../contract/import-map.ts'

/** A file as a maker's program writes it. */
export interface Layout {
  /** Maker, device and archive: stable, as `--map` and the window name it. */
  name: string
  map: ImportMap
  /** Texts of the heads, in any case; all of them are found in the first rows of a file of this layout. */
  signs: readonly string[]
}

/** Channels of the unified view: they mean the same for every device, whatever the maker calls them. */
export const STANDARD = 'gas_consume'
export const STANDARD_COUNTER = 'reading_value'
export const WORKING = 'Vwork'
export const WORKING_COUNTER = 'VNakwork'
export const PRESSURE = 'P'
export const TEMPERATURE = 'T'

/** What most layouts have alike. */
export const UNIFIED = { content: 'readings', view: 'unified' } as const
