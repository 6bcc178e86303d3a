import type { PublicViewWords } from '../public-view-words.ts'
import terms from './terms.ts'

/** What each public view of the book holds, and each of its columns: beside the editor of questions, and for assistants. */

const EQUIPMENT_ID = 'Number of the device; archives, events and settings are asked by it'
const TELEMETRY_ID = 'Number of the telemetry; sessions are asked by it'
const STATION_ID = 'Number of the station (v_station.id)'
const CONSUMER_ID = 'Number of the consumer (v_consumer.id)'
const TYPE_ID = 'Number of the device type (v_equipment_type.id)'
const ARCHIVE_TYPE = 'Archive: hourly, daily, … or one of the seven event archives'
const VIEW = 'View of the archive: general or unified'
const SERIAL = 'Serial number of the device'
const FROM_TIME = 'From, Unix seconds'
const TO_TIME = 'Until, Unix seconds; null: it lasts'
const SOURCE = 'Where the record is from; null: the service, else name and SHA-256 of a file by cable'
const AUTHOR = 'Who wrote it'
const WRITTEN_AT = 'When it was written, Unix seconds'
const DAY = 'Gas day, yyyy-mm-dd, by the station’s own clock'
const CHANNEL_VOLUME = 'standard_m3, or working_m3 where the device counts no other'
const BRANCH_NAME = 'Name of the branch'
const VOLUME_UNIT = 'Unit of the volume'
const LAST_SESSION = 'Last session, Unix seconds'
const NEXT_SESSION = 'Next session as announced, Unix seconds'
const SIZE = 'Its size, bytes'
const WHEN = 'When, Unix seconds'
const TYPE_WORD = 'Device type as a word'
const ITS_UNIT = 'Its unit'
const NOTE_TEXT = 'Text of the note'
const BATTERY = (which: string) => ({
  level: `${which}: last level, as the service sends it`,
  slope: `${which}: change of the level a day`,
  replaced: `${which}: when it was last seen replaced, Unix seconds`,
  ends: `${which}: forecast of its end, Unix seconds`,
  earliest: `${which}: earliest end, Unix seconds`,
  latest: `${which}: latest end, Unix seconds`,
  none: `${which}: why nothing is forecast; ended: its level is below the one at which such batteries were replaced`,
})
const telemetry = BATTERY('Battery of the telemetry')
const meter = BATTERY('Battery of the meter')

const words: PublicViewWords = {
  v_balance_day: {
    about: 'Balance of each branch by gas day: what went in less what went out, over the hours of which every station has a number',
    columns: {
      branch_id: 'Number of the branch (v_branch.branch_id)',
      branch_name: BRANCH_NAME,
      day: 'Gas day, yyyy-mm-dd, by the branch’s own clock',
      input_m3: terms.inputInCubicMetres,
      output_m3: terms.outputInCubicMetres,
      difference_m3: 'Input less output, m³',
      difference_percent: 'Difference as percent of the input',
      hours_compared: 'Hours of which every station has a number',
      hours: 'Hours of the day',
      uncertainty_m3: 'What the limits of error of the devices explain, m³',
    },
  },
  v_branch: {
    about: 'Branches as they are drawn: a row for each station of a branch',
    columns: {
      branch_id: 'Number of the branch',
      branch_name: BRANCH_NAME,
      place: 'Place of the station in the branch',
      station_id: STATION_ID,
      side: 'in: gas comes in here; out: it goes out',
      author: AUTHOR,
      written_at: WRITTEN_AT,
    },
  },
  v_channel: {
    about: 'Channels that each device type has in each archive, by the service’s reference',
    columns: {
      equipment_type_id: TYPE_ID,
      archive_type_name: 'Name of the archive for people',
      archive_type_varname: 'Archive, as v_reading.archive_type spells it',
      telemetry_type_name: 'Type of the telemetry',
      channel_name: 'Name of the channel for people',
      channel_varname: 'Channel, as v_reading.channel spells it',
      unit_name: 'Unit of its values',
    },
  },
  v_characteristics: {
    about: 'What the service knows of a metering unit in a home',
    columns: {
      id: STATION_ID,
      gas_boiler: 'Has a gas boiler: true or false',
      gas_stove: 'Has a gas stove: true or false',
      gas_water_heater: 'Has a gas water heater: true or false',
      resident_count: 'Number of residents',
      heated_area: terms.heatedArea,
    },
  },
  v_consumer: {
    about: 'Consumers of gas',
    columns: {
      id: 'Number of the consumer',
      name: terms.name,
      subdivision_type_name: 'Kind of the subdivision',
      inn: 'Taxpayer number',
      contact_number: 'Telephone',
    },
  },
  v_consumer_provider: {
    about: 'Which providers a consumer belongs to',
    columns: { energy_id: 'Number of the provider (v_provider.id)', customer_id: CONSUMER_ID },
  },
  v_consumption_day: {
    about: 'Volume of each station by gas day, and how much of the day it is made of; written after each download',
    columns: {
      station_id: STATION_ID,
      day: DAY,
      channel: CHANNEL_VOLUME,
      volume: 'Volume of the day, in the unit beside it',
      unit: VOLUME_UNIT,
      way: 'What the volume is made of: hourly (records of hours), daily (the record of the day), counter (a hole that the counter tells)',
      hours: 'Hours of the day that are known',
      hours_expected: 'Hours that the day has: 24, or 23 and 25 when clocks change',
      received: 'Hours known by their own records',
      by_counter: 'Hours known by the counter, over holes',
      by_daily: 'Hours known by the record of the day',
      abnormal_minutes: 'Minutes in which the device counted abnormally',
      substitute_minutes: 'Minutes with a substitute value; null: nobody can tell',
    },
  },
  v_consumption_span: {
    about: 'Volumes of holes that go over a day’s end: in no day of v_consumption_day; both together are what the station let pass',
    columns: {
      station_id: STATION_ID,
      from_time: FROM_TIME,
      to_time: 'Until, Unix seconds',
      first_day: 'Gas day of the beginning',
      last_day: 'Gas day of the end',
      channel: CHANNEL_VOLUME,
      volume: 'Volume of the span, in the unit beside it',
      unit: VOLUME_UNIT,
      hours: 'Hours of the span',
      received: 'Hours of it that have their own records',
    },
  },
  v_contract: {
    about: 'Contracts with consumers, typed in',
    columns: { consumer_id: CONSUMER_ID, number: 'Number of the contract', contract_day: 'Its day, yyyy-mm-dd' },
  },
  v_coverage: {
    about: 'What is known of each day of an archive; a day without a row was never asked for',
    columns: {
      equipment_id: EQUIPMENT_ID,
      archive_type: ARCHIVE_TYPE,
      view: VIEW,
      day: 'Day of the service, yyyy-mm-dd, UTC',
      state:
        'fetched, empty (nothing at the service), partial (the day was not over), failed, not_transmitted (after the last session then)',
      fetched_at: 'When it was fetched, Unix seconds',
      telemetry_id: 'Of days of sessions: number of the telemetry',
    },
  },
  v_equipment_type: {
    about: 'Types of metering devices',
    columns: {
      id: 'Number of the device type',
      name: terms.name,
      equipment_kind_name: 'Kind of the device',
      telemetry_type_name: 'Type of its telemetry',
      resource_name: 'What it meters',
      description: terms.description,
    },
  },
  v_event: {
    about: 'Events of devices and telemetry, of all seven event archives',
    columns: {
      equipment_id: EQUIPMENT_ID,
      archive_type: 'Archive: nesht, nesht_svod, changes, event, alarm, valve or seance',
      event_time: 'When, Unix seconds with milliseconds as their fraction',
      code: 'Code of the message (v_message.device_code)',
      code_description: 'What the code means, in the service’s words',
      val_code: 'Value that came with it',
      izm: 'Change or unit that came with it, as it came',
      entries: 'All entries of the event by name, JSON',
      source: SOURCE,
    },
  },
  v_finding: {
    about: 'What the rules find in readings, events, settings and sessions',
    columns: {
      id: 'Id of the finding',
      rule: 'Code of the rule; meterbook findings --explain CODE says what it judges',
      flag: '3 suspect, 4 fail, 9 missing',
      station_id: STATION_ID,
      equipment_id: EQUIPMENT_ID,
      archive_type: 'Archive that it is about; null: none',
      channel: 'Channel that it is about; null: none',
      from_time: FROM_TIME,
      to_time: TO_TIME,
      measure: 'What was measured, in the rule’s unit',
      threshold: 'The threshold it is beyond, in the same unit',
      m3: 'Standard m³ concerned; null: not known, or of a part: each m³ is told once',
      state: 'new, seen, explained or wrong: what a person said of it',
      part_of: 'Id of the finding that it is a part of: another rule tells the same of the same hours, and leads; null: of none',
      own_m3: 'Standard m³ by this rule alone, of a part too: not to be added up; null: not known',
    },
  },
  v_health: {
    about: 'How each device and its telemetry are: rhythm, batteries, signal, what is about to be overwritten',
    columns: {
      station_id: STATION_ID,
      judged_at: 'When it was judged, Unix seconds',
      last_session_time: LAST_SESSION,
      rhythm_hours: 'It usually reports every so many hours',
      next_session_time: NEXT_SESSION,
      telemetry_battery: telemetry.level,
      telemetry_battery_slope_a_day: telemetry.slope,
      telemetry_battery_replaced_at: telemetry.replaced,
      telemetry_battery_ends_at: telemetry.ends,
      telemetry_battery_ends_earliest: telemetry.earliest,
      telemetry_battery_ends_latest: telemetry.latest,
      telemetry_battery_no_forecast: telemetry.none,
      meter_battery: meter.level,
      meter_battery_slope_a_day: meter.slope,
      meter_battery_replaced_at: meter.replaced,
      meter_battery_ends_at: meter.ends,
      meter_battery_ends_earliest: meter.earliest,
      meter_battery_ends_latest: meter.latest,
      meter_battery_no_forecast: meter.none,
      rssi: 'Signal: median of the last sessions, as the service sends it',
      rssi_slope_a_day: 'Change of the signal a day',
      retries: 'Retries of a session: median',
      retries_times: 'Retries ÷ those of stations with the same telemetry type',
      duration_session: 'Length of a session: median, as the service sends it',
      duration_session_times: 'Length ÷ that of stations with the same telemetry type',
      session_traffic: 'Traffic of a session: median, as the service sends it',
      session_traffic_times: 'Traffic ÷ that of stations with the same telemetry type',
      open_situations: 'Abnormal situations that have begun and not ended',
      overwritten_at: 'When the device writes over what was never fetched, Unix seconds',
      overwritten_archive: 'The archive in which that happens first',
      usual_m3_a_day: 'Usual consumption, standard m³ a day',
    },
  },
  v_import: {
    about: 'Files that were read out at a device by cable and brought in',
    columns: {
      sha256: 'SHA-256 of the file',
      station_id: STATION_ID,
      name: 'Name of the file',
      bytes: SIZE,
      map: 'How it was read, JSON',
      author: 'Who brought it in',
      imported_at: WHEN,
    },
  },
  v_kept_twice: {
    about: 'What another book that was merged, or a file by cable, has otherwise than this one',
    columns: {
      kind: 'Kind of the record',
      equipment_id: EQUIPMENT_ID,
      telemetry_id: TELEMETRY_ID,
      archive_type: ARCHIVE_TYPE,
      view: VIEW,
      event_time: 'Time of the record, Unix seconds',
      content: 'The other record, JSON by channel or field',
      book: 'Id of the other book, or sha256:… of the file',
      merged_at: 'When it came, Unix seconds',
    },
  },
  v_last_session: {
    about: 'The last session of each station by the service’s own short list',
    columns: { id: STATION_ID, station_name: 'Name of the station', last_seance_event_time: LAST_SESSION },
  },
  v_limit: {
    about: 'What contracts allow a station or a consumer at most',
    columns: {
      station_id: 'Number of the station; null: the limit is a consumer’s',
      consumer_id: 'Number of the consumer; null: the limit is a station’s',
      period: 'hour, day (gas day), month, quarter or year',
      m3: 'At most, standard m³ in the period',
      from_day: 'First gas day that it holds; null: open',
      to_day: 'Last gas day that it holds; null: open',
      author: AUTHOR,
      written_at: WRITTEN_AT,
    },
  },
  v_message: {
    about: 'Messages that device types may send, by the service’s reference',
    columns: {
      id: 'Number of the message',
      name: terms.name,
      description: terms.description,
      device_code: 'Code in the device (v_event.code)',
      equipment_type_id: TYPE_ID,
      equipment_type_varname: TYPE_WORD,
      referenceparameter_archive_type_id: 'Number of the archive',
      archive_type_varname: 'Archive, as v_event.archive_type spells it',
      message_typical_id: 'Number of the typical message',
      channel_id: 'Number of the channel that is meant; null: none',
      channel_varname: 'Channel that is meant; null: none',
    },
  },
  v_meter_reading: {
    about: 'What engineers read at the meter',
    columns: {
      id: 'Id of the note that it is (v_note.id)',
      station_id: STATION_ID,
      equipment_id: 'Number of the device of that moment',
      event_time: 'When it was read, Unix seconds',
      equipment_serial_number: 'Serial number as it was read',
      counter_standard: 'Counter at standard conditions, m³',
      counter_working: 'Counter at working conditions, m³',
      pressure: 'Pressure, in the unit beside it',
      temperature: 'Temperature, °C',
      conversion_factor: terms.conversionFactor,
      pressure_unit: 'Unit of that pressure',
      seals: 'Seals: JSON with number and whole',
      violations: 'Violations that were seen',
      supplier: 'Who was there of the supplier',
      consumer: 'Who was there of the consumer',
      author: AUTHOR,
      written_at: WRITTEN_AT,
      text: NOTE_TEXT,
    },
  },
  v_note: {
    about: 'Notes of engineers about a station, a moment or a span',
    columns: {
      id: 'Id of the note',
      station_id: STATION_ID,
      from_time: FROM_TIME,
      to_time: 'Until, Unix seconds; null: a moment, or open',
      kind: 'visit, repair, seal, reading or other',
      author: AUTHOR,
      written_at: WRITTEN_AT,
      text: NOTE_TEXT,
    },
  },
  v_provider: {
    about: 'Providers of gas, as a tree',
    columns: { id: 'Number of the provider', name: terms.name, parent_id: 'Number of the provider above; null: none' },
  },
  v_reading: {
    about: 'Readings: a row for each channel of each record; narrow by equipment_id, archive_type, view and event_time, they are many',
    columns: {
      equipment_id: EQUIPMENT_ID,
      archive_type: 'Archive: hourly, daily, monthly, …',
      view: VIEW,
      event_time: 'Stamp of the record, Unix seconds: the end of the hour or the day that it closes',
      channel: 'Channel (v_channel.channel_varname)',
      value: 'Value as it came: number, text or null; its unit stands in v_channel',
      source: SOURCE,
    },
  },
  v_rejected: {
    about: 'Records of the service that could not be understood, word for word',
    columns: { resource: 'What they were', reason: 'Why it was refused', raw: 'The record, JSON', received_at: WHEN },
  },
  v_report: {
    about: 'Reports that were made',
    columns: {
      id: 'Number of the report',
      saved_report: 'Name of the saved report; null: made by hand',
      name: 'Name of the report',
      form: 'Form of the report',
      from_day: 'First gas day of the report',
      to_day: 'Last gas day of the report',
      stations: 'How many stations',
      made_at: WHEN,
      file: 'The file; null: it failed',
      bytes: SIZE,
      hash: 'Its SHA-256',
      failure: 'Code of the failure; null: it was made',
      facts: 'What the sentence of the failure names, JSON',
    },
  },
  v_session: {
    about: 'Sessions of the telemetry with the service',
    columns: {
      id: 'Number of the session',
      telemetry_id: TELEMETRY_ID,
      event_time: WHEN,
      Evtid: 'Code of its reason, as it came',
      Trycnt: terms.retries,
      Tryfl: 'Code of the retries, as it came',
      state: 'State, as it came',
      Btm: 'Battery of the telemetry, as it came',
      Rssi: 'Signal, as it came',
      Bsg: 'Metrological battery, as it came',
      gettime: 'The time was asked for: 1 or 0',
      next_session_time: NEXT_SESSION,
      referenceparameter_seance_status_id: 'Status of the session, as it came',
      duration_session: 'Length, as it came',
      session_traffic: 'Traffic, as it came',
      millisecond: 'Milliseconds, as they came',
    },
  },
  v_setting: {
    about: 'Settings of devices: each fetch that differed from the one before is there with its time',
    columns: {
      equipment_id: EQUIPMENT_ID,
      taken_at: 'When they were fetched, Unix seconds',
      channel_name: 'Name of the setting',
      channel_data_value: 'Its value, as it came',
      unit_name: ITS_UNIT,
    },
  },
  v_station: {
    about: 'Stations as the service lists them: the 19 fields of its list',
    columns: {
      id: 'Number of the station',
      name: terms.name,
      equipment_type_id: TYPE_ID,
      equipment_type_varname: TYPE_WORD,
      equipment_brand_name: 'Model of the device',
      phone: 'Telephone of the telemetry',
      equipment_id: EQUIPMENT_ID,
      telemetry_id: TELEMETRY_ID,
      customer_id: CONSUMER_ID,
      equipment_serial_number: SERIAL,
      status_name_value: 'Status, as it came',
      volume_value: 'Last volume, as it came',
      volume_unit: ITS_UNIT,
      pressure_value: 'Last pressure, as it came',
      pressure_unit: ITS_UNIT,
      temperature_value: 'Last temperature, as it came',
      temperature_unit: ITS_UNIT,
      last_seance_event_time: LAST_SESSION,
      uid: terms.exchangeCode,
    },
  },
  v_station_device: {
    about: 'Devices that a station had: of each archive, records stamped after from_time, up to and with to_time, are the station’s',
    columns: {
      station_id: STATION_ID,
      equipment_id: EQUIPMENT_ID,
      telemetry_id: TELEMETRY_ID,
      equipment_type_id: TYPE_ID,
      equipment_serial_number: SERIAL,
      from_time: 'After this moment, Unix seconds; null: since ever',
      to_time: 'Up to and with this moment, Unix seconds; null: it is there now',
    },
  },
  v_station_typed: {
    about: 'What engineers typed in of a station, because the service does not say it',
    columns: {
      station_id: STATION_ID,
      fact: 'coordinates, next_verification or limit_of_error',
      value: '55.7558,37.6173; a day; percent',
      typed_by: AUTHOR,
      typed_at: WHEN,
    },
  },
  v_trip: {
    about: 'The stations of the trip in their own order',
    columns: { place: 'Place in the trip, from 1', station_id: STATION_ID },
  },
}
export default words
