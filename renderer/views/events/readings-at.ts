/** The place of a station's readings at a moment. */
export const readingsAt = (stationId: number, atMs: number) => ({
  name: 'station',
  params: { id: stationId, tab: 'readings' },
  query: { at: atMs },
})

/** The link's address of those readings, composed by hand: asking the router for each of many rows takes its time. */
export const readingsHref = (stationId: number, atMs: number): string => `#/stations/${stationId}/readings?at=${atMs}`
