import { cutForEye, SHOWN } from './cut.ts'

/** A thing's name for people, or where the service gives none its number, which is a key of the service. */
export function calledBy(name: string | null, id: number): string {
  return name === null || name.trim() === '' ? `№ ${id}` : cutForEye(name, SHOWN.name)
}

/** A station's name, else the serial number of its device: people in the field know that, and not the key. */
export function stationCalled(station: { id: number; name: string | null; equipmentSerialNumber: unknown }): string {
  const { id, name, equipmentSerialNumber: serial } = station
  if (name !== null && name.trim() !== '') return calledBy(name, id)
  const known = typeof serial === 'string' || typeof serial === 'number' ? String(serial).trim() : ''
  return calledBy(known, id)
}
