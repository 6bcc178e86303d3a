/** What people tell a thing by where the service gives it no name: its number, which is a key of the service. */
export function calledBy(name: string | null, id: number): string {
  return name === null || name.trim() === '' ? `№ ${id}` : name
}

/** The same of a station: the serial number of its device is known in the field, its key is not. */
export function stationCalled(station: { id: number; name: string | null; equipmentSerialNumber: unknown }): string {
  const { id, name, equipmentSerialNumber: serial } = station
  if (name !== null && name.trim() !== '') return name
  const known = typeof serial === 'string' || typeof serial === 'number' ? String(serial).trim() : ''
  return known === '' ? calledBy(null, id) : known
}
