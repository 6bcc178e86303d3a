import type { Station } from '../../../../electron/contract/records.ts'

/** Station 1 has device 101 and telemetry unit 201, station 2 has 102 and 202, … */
export const stationFixture = (id: number): Station => ({
  id,
  name: `ГРП ${id}`,
  equipmentTypeId: 1,
  equipmentTypeVarname: 'EK270',
  equipmentBrandName: null,
  phone: '+7 900',
  equipmentId: 100 + id,
  telemetryId: 200 + id,
  customerId: 1,
  equipmentSerialNumber: `00${id}0`,
  statusNameValue: null,
  volumeValue: null,
  volumeUnit: null,
  pressureValue: null,
  pressureUnit: null,
  temperatureValue: null,
  temperatureUnit: null,
  lastSeanceEventMs: null,
  uid: null,
})
