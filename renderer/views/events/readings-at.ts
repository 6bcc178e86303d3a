/** The address of a station's readings at a moment. */
export const readingsAt = (stationId: number, atMs: number) => ({
  name: 'station',
  params: { id: stationId, tab: 'readings' },
  query: { at: atMs },
})
