/** The panes of the stations. The table keeps mark, name, status, last session and serial number. */
export const STATIONS_PLACE = {
  name: 'stations',
  keys: 'workbench',
  widths: { facets: 226, details: 280 },
  room: { facets: 640, details: 640 },
} as const
