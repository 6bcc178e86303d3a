/** The records exactly as the service sends them: docs/service.md, 'Resources and their fields'. */
export interface WireProvider {
  id: number
  name: string
  children: WireProvider[]
}

export interface WireConsumer {
  id: number
  name: string
  subdivision_type_name: string
  inn: string
  contact_number: string
}

/** 'Metering unit (stations)'. A unit without a device or telemetry has null keys. */
export interface WireStation {
  id: number
  name: string
  equipment_type_id: number | null
  equipment_type_varname: string | null
  equipment_brand_name: string
  phone: string
  equipment_id: number | null
  telemetry_id: number | null
  customer_id: number
  equipment_serial_number: string
  status_name_value: string | null
  volume_value: string | null
  volume_unit: string
  pressure_value: string | null
  pressure_unit: string
  temperature_value: string | null
  temperature_unit: string
  /** Unix seconds as a string; '' where there never was a session. */
  last_seance_event_time: string
  uid: string
}

export interface WireCharacteristics {
  id: number
  gas_boiler: 'true' | 'false'
  gas_stove: 'true' | 'false'
  gas_water_heater: 'true' | 'false'
  resident_count: string | null
  heated_area: string | null
}

export interface WireLastSessionTime {
  station_name: string
  /** Unix seconds; null where there never was a session. */
  last_seance_event_time: number | null
}

export interface WireEquipmentType {
  id: number
  name: string
  equipment_kind_name: string
  telemetry_type_name: string
  resource_name: string
  description: string
}

/** `telemetry_type_name` is declared by the document and absent from its sample: some types leave it out. */
export interface WireChannel {
  equipment_type_id: number
  archive_type_name: string
  archive_type_varname: string
  telemetry_type_name?: string
  channel_name: string
  channel_varname: string
  unit_name: string
}

export type WireValue = number | string | null
export type WireEntry = Record<string, WireValue>

/** `event_time` in Unix seconds; entries in any order. */
export interface WireReading {
  event_time: number
  channel_data: WireEntry[]
}

export interface WireSetting {
  channel_name: string
  channel_data_value: string
  unit_name: string | null
}

/** `event_time` in Unix seconds, milliseconds as the fraction. */
export interface WireEvent {
  event_time: number
  channel_data: Record<string, string>[]
}

export interface WireMessage {
  id: number
  name: string
  description: string
  device_code: string
  equipment_type_id: number
  equipment_type_varname: string
  referenceparameter_archive_type_id: number
  archive_type_varname: string
  message_typical_id: number
  channel_id: number | null
  channel_varname: string | null
}

export interface WireSession {
  id: number
  telemetry_id: number
  event_time: number
  Evtid: number | null
  Trycnt: number | null
  Tryfl: number | null
  state: number
  Btm: number | null
  Rssi: number | null
  Bsg: number | null
  gettime: boolean
  next_session_time: number | null
  referenceparameter_seance_status_id: number
  duration_session: number | null
  session_traffic: number | null
  millisecond: number | null
}
