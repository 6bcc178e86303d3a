import Database from 'better-sqlite3'

/** Everything of a book that comes from the service and has its time in it, and whether the file is sound. */
export function dump(file: string) {
  const db = new Database(file, { readonly: true })
  try {
    const all = (view: string, order: string) => db.prepare(`SELECT * FROM ${view} ORDER BY ${order}`).raw().all()
    return {
      integrity: db.pragma('integrity_check', { simple: true }),
      orphans: db.pragma('foreign_key_check'),
      stations: all('v_station', '1'),
      characteristics: all('v_characteristics', '1'),
      channels: all('v_channel', '1, 3, 6'),
      messages: all('v_message', '1'),
      readings: all('v_reading', '1, 2, 3, 4, 5'),
      events: all('v_event', '1, 2, 3, 8'),
      sessions: all('v_session', '1'),
      settings: db.prepare('SELECT equipment_id, channel_name, channel_data_value, unit_name FROM v_setting ORDER BY 1, 2, 3').raw().all(),
    }
  } finally {
    db.close()
  }
}
