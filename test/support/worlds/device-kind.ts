/** What a device archives, which decides what a rule has to go by. */
export const DEVICE_KINDS = ['full', 'hourlyVolumes', 'counters', 'dailyAlone'] as const
/**
 * - `full`: hourly and daily records with volumes and counters;
 * - `hourlyVolumes`: hourly volumes, no counter and no daily record;
 * - `counters`: hourly and daily records with counters and no volume, as EK260 and EK270 have in the general view;
 * - `dailyAlone`: daily records with volumes and counters.
 */
export type DeviceKind = (typeof DEVICE_KINDS)[number]

export const WITH_HOURS: readonly DeviceKind[] = ['full', 'hourlyVolumes', 'counters']

/** What a station is counted as in the tables: by its archives, its pressure, and what its P and T are. */
export interface StationType {
  archives: DeviceKind
  /** `none`: a plain meter, or a corrector that archives no P and T. */
  pressure: 'gauge' | 'absolute' | 'none'
  /** `spot`: P and T are readings at the moment of the record, not means of its hour. */
  state: 'mean' | 'spot' | 'none'
  /** The kinds of noise, by name. */
  noise: readonly string[]
}
