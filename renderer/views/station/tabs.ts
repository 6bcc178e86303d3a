/** Tabs of the station page, in their order. */
export const STATION_TABS = [
  'overview',
  'readings',
  'events',
  'settings',
  'sessions',
  'coverage',
  'findings',
  'notes',
] as const
export type StationTab = (typeof STATION_TABS)[number]
