import { expect, test } from 'vitest'
import { alarm, consumer, message, NOW, session, station, tempBook } from './fixtures.ts'

test('the schema', () => {
  const schema = tempBook()
    .db.prepare(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB '*_search_*' ORDER BY type, name`)
    .raw()
    .all() as [string, string, string][]
  expect(schema.map(([type, name, sql]) => `-- ${type} ${name}\n${sql}`).join('\n\n')).toMatchSnapshot()
})

/** Design §5, to the letter, and the two that issue 3 needs beside them. */
const VIEWS = {
  v_station_device: 'station_id,equipment_id,telemetry_id,equipment_type_id,equipment_serial_number,from_time,to_time',
  v_consumer_provider: 'energy_id,customer_id',
  v_last_session: 'id,station_name,last_seance_event_time',
  v_provider: 'id,name,parent_id',
  v_consumer: 'id,name,subdivision_type_name,inn,contact_number',
  v_station:
    'id,name,equipment_type_id,equipment_type_varname,equipment_brand_name,phone,equipment_id,telemetry_id,customer_id,equipment_serial_number,status_name_value,volume_value,volume_unit,pressure_value,pressure_unit,temperature_value,temperature_unit,last_seance_event_time,uid',
  v_characteristics: 'id,gas_boiler,gas_stove,gas_water_heater,resident_count,heated_area',
  v_equipment_type: 'id,name,equipment_kind_name,telemetry_type_name,resource_name,description',
  v_channel: 'equipment_type_id,archive_type_name,archive_type_varname,telemetry_type_name,channel_name,channel_varname,unit_name',
  v_reading: 'equipment_id,archive_type,view,event_time,channel,value,source',
  v_setting: 'equipment_id,taken_at,channel_name,channel_data_value,unit_name',
  v_event: 'equipment_id,archive_type,event_time,code,code_description,val_code,izm,entries,source',
  v_message:
    'id,name,description,device_code,equipment_type_id,equipment_type_varname,referenceparameter_archive_type_id,archive_type_varname,message_typical_id,channel_id,channel_varname',
  v_session:
    'id,telemetry_id,event_time,Evtid,Trycnt,Tryfl,state,Btm,Rssi,Bsg,gettime,next_session_time,referenceparameter_seance_status_id,duration_session,session_traffic,millisecond',
  v_coverage: 'equipment_id,archive_type,view,day,state,fetched_at,telemetry_id',
  v_rejected: 'resource,reason,raw,received_at',
  v_finding: 'id,rule,flag,station_id,equipment_id,archive_type,channel,from_time,to_time,measure,threshold,m3,state,part_of,own_m3',
  v_health:
    'station_id,judged_at,last_session_time,rhythm_hours,next_session_time,telemetry_battery,telemetry_battery_slope_a_day,telemetry_battery_replaced_at,telemetry_battery_ends_at,telemetry_battery_ends_earliest,telemetry_battery_ends_latest,telemetry_battery_no_forecast,meter_battery,meter_battery_slope_a_day,meter_battery_replaced_at,meter_battery_ends_at,meter_battery_ends_earliest,meter_battery_ends_latest,meter_battery_no_forecast,rssi,rssi_slope_a_day,retries,retries_times,duration_session,duration_session_times,session_traffic,session_traffic_times,open_situations,overwritten_at,overwritten_archive,usual_m3_a_day',
  v_consumption_day:
    'station_id,day,channel,volume,unit,way,hours,hours_expected,received,by_counter,by_daily,abnormal_minutes,substitute_minutes',
  v_consumption_span: 'station_id,from_time,to_time,first_day,last_day,channel,volume,unit,hours,received',
  v_meter_reading:
    'id,station_id,equipment_id,event_time,equipment_serial_number,counter_standard,counter_working,pressure,temperature,conversion_factor,pressure_unit,seals,violations,supplier,consumer,author,written_at,text',
  v_station_typed: 'station_id,fact,value,typed_by,typed_at',
  v_trip: 'place,station_id',
  v_branch: 'branch_id,branch_name,place,station_id,side,author,written_at',
  v_balance_day: 'branch_id,branch_name,day,input_m3,output_m3,difference_m3,difference_percent,hours_compared,hours,uncertainty_m3',
  v_note: 'id,station_id,from_time,to_time,kind,author,written_at,text',
  v_limit: 'station_id,consumer_id,period,m3,from_day,to_day,author,written_at',
  v_contract: 'consumer_id,number,contract_day',
  v_import: 'sha256,station_id,name,bytes,map,author,imported_at',
  v_kept_twice: 'kind,equipment_id,telemetry_id,archive_type,view,event_time,content,book,merged_at',
  v_report: 'id,saved_report,name,form,from_day,to_day,stations,made_at,file,bytes,hash,failure,facts',
}

test('the public views are these, with these columns', () => {
  const { db } = tempBook()
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name").pluck().all()
  expect(names).toEqual(Object.keys(VIEWS).toSorted())
  for (const [name, columns] of Object.entries(VIEWS)) {
    expect(
      db
        .prepare(`SELECT * FROM ${name}`)
        .columns()
        .map((column) => column.name)
        .join(','),
      name,
    ).toBe(columns)
  }
})

test('the rows that the views show of one record of each resource', () => {
  const book = tempBook()
  const reading = { equipmentId: 11, archiveType: 'hourly', view: 'unified' } as const
  book.providers.put([{ id: 1, name: 'Холдинг', children: [{ id: 2, name: 'Филиал', children: [] }] }])
  book.consumers.put([consumer(5, 'Пекарня', '7701')], { energyId: 2 })
  book.stations.put(
    [
      station({
        id: 10,
        equipmentId: 11,
        telemetryId: 12,
        customerId: 5,
        volumeValue: '5.4',
        lastSeanceEventMs: 1_700_000_000_000,
      }),
    ],
    NOW,
  )
  book.characteristics.put(
    { id: 10, gasBoiler: 'true', gasStove: 'false', gasWaterHeater: 'true', residentCount: null, heatedArea: '60' },
    NOW,
  )
  book.lastSessions.put(10, { stationName: 'Котельная', lastSeanceEventMs: 1_700_000_000_000 }, NOW)
  book.equipmentTypes.put([
    {
      id: 1,
      name: 'Флоугаз',
      equipmentKindName: 'Корректор',
      telemetryTypeName: 'GPRS',
      resourceName: 'Газ',
      description: '',
    },
  ])
  book.channels.put([
    {
      equipmentTypeId: 1,
      archiveTypeName: 'Часовой',
      archiveTypeVarname: 'hourly',
      telemetryTypeName: null,
      channelName: 'Давление',
      channelVarname: 'P',
      unitName: 'МПа',
    },
  ])
  book.messages.put([message({ id: 1 })])
  book.readings.put(reading, [{ atMs: 1_700_000_000_000, values: { P: '0.6', T: null, n: 0.1 } }])
  book.settings.putSnapshot(11, NOW, [{ channelName: 'Pmax', channelDataValue: '0.6', unitName: null }])
  book.events.add({ equipmentId: 11, archiveType: 'alarm' }, [alarm(1_700_000_000_123, '17'), alarm(1_700_000_001_000, '18')])
  book.sessions.put([session({ id: 1, telemetryId: 12, atMs: 1_700_000_000_000, nextSessionMs: 1_700_000_600_000, gettime: true })])
  book.coverage.mark(reading, { from: '2023-11-14', to: '2023-11-15' }, { fetchedAtMs: NOW, state: 'fetched' })
  book.rejected.put('customers', [{ reason: 'no id', raw: '{"name":"x"}' }], NOW)
  const about = { fromMs: 1_700_000_000_000, toMs: 1_700_000_000_500, kind: 'seal', author: 'Ольга' } as const
  const note = book.notes.add(10, { ...about, text: 'Пломба цела' }, [], NOW)
  book.notes.remove(book.notes.add(10, { ...about, text: 'Ошибка' }, [], NOW).id, NOW)
  // Chance is in an id: here it is always the same.
  book.db.prepare('UPDATE note SET id = ? WHERE id = ?').run('019bc4a5-0000-7000-8000-000000000000', note.id)
  for (const name of Object.keys(VIEWS)) expect(book.db.prepare(`SELECT * FROM ${name}`).all()).toMatchSnapshot(name)
})

test('times are whole seconds where they are, and fractional where there are milliseconds', () => {
  const book = tempBook()
  const key = { equipmentId: 1, archiveType: 'hourly', view: 'general' } as const
  book.readings.put(key, [
    { atMs: 1_000, values: { P: 1 } },
    { atMs: 1_500, values: { P: 1 } },
  ])
  book.events.add({ equipmentId: 1, archiveType: 'alarm' }, [alarm(1_700_000_000_001, '1'), alarm(1_700_000_000_999, '1')])
  expect(book.db.prepare('SELECT event_time, typeof(event_time) FROM v_reading').raw().all()).toEqual([
    [1, 'integer'],
    [1.5, 'real'],
  ])
  expect(book.db.prepare('SELECT event_time FROM v_event').pluck().all()).toEqual([1_700_000_000.001, 1_700_000_000.999])
})

test.each(['v_reading', 'v_event', 'v_setting', 'v_coverage'])('%s of one device is found by index', (view) => {
  const plan = tempBook()
    .db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN SELECT * FROM ${view} WHERE equipment_id = 5`)
    .all()
    .map(({ detail }) => detail)
  expect(plan.filter((step) => step.startsWith('SCAN') && !step.includes('VIRTUAL TABLE'))).toEqual([])
})
