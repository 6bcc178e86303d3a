import type { PublicViewWords } from '../public-view-words.ts'
import terms from './terms.ts'

/** Что хранит каждое открытое представление книги и каждая его колонка: рядом с редактором вопросов и для помощников. */

const EQUIPMENT_ID = 'Номер прибора; по нему запрашиваются архивы, события и настройки'
const TELEMETRY_ID = 'Номер телеметрии; по нему запрашиваются сеансы связи'
const STATION_ID = 'Номер станции (v_station.id)'
const CONSUMER_ID = 'Номер потребителя (v_consumer.id)'
const TYPE_ID = 'Номер типа прибора (v_equipment_type.id)'
const ARCHIVE_TYPE = 'Архив: hourly (часовой), daily (суточный), … или один из семи архивов событий'
const VIEW = 'Вид архива: general (общий) или unified (единый)'
const SERIAL = 'Заводской номер прибора'
const FROM_TIME = 'С, секунды Unix'
const TO_TIME = 'По, секунды Unix; null: ещё длится'
const SOURCE = 'Откуда запись; null: из сервиса, иначе имя и SHA-256 файла, считанного кабелем'
const AUTHOR = 'Кто записал'
const WRITTEN_AT = 'Когда записано, секунды Unix'
const DAY = 'Газовые сутки, гггг-мм-дд, по часам самой станции'
const CHANNEL_VOLUME = 'standard_m3, а где прибор другого не считает — working_m3'
const BRANCH_NAME = 'Название ветки'
const VOLUME_UNIT = 'Единица объёма'
const LAST_SESSION = 'Последний сеанс связи, секунды Unix'
const NEXT_SESSION = 'Объявленный следующий сеанс, секунды Unix'
const SIZE = 'Размер, байты'
const WHEN = 'Когда, секунды Unix'
const TYPE_WORD = 'Тип прибора словом'
const ITS_UNIT = 'Единица этого значения'
const NOTE_TEXT = 'Текст заметки'
const BATTERY = (which: string) => ({
  level: `${which}: последний уровень, как прислал сервис`,
  slope: `${which}: изменение уровня за сутки`,
  replaced: `${which}: когда замечена последняя замена, секунды Unix`,
  ends: `${which}: прогноз окончания, секунды Unix`,
  earliest: `${which}: самое раннее окончание, секунды Unix`,
  latest: `${which}: самое позднее окончание, секунды Unix`,
  none: `${which}: почему прогноза нет; ended: уровень ниже того, при котором такие батареи меняли`,
})
const telemetry = BATTERY('Батарея телеметрии')
const meter = BATTERY('Батарея прибора')

const words: PublicViewWords = {
  v_balance_day: {
    about: 'Баланс каждой ветки по газовым суткам: вход минус выход за часы, за которые есть число у каждой станции',
    columns: {
      branch_id: 'Номер ветки (v_branch.branch_id)',
      branch_name: BRANCH_NAME,
      day: 'Газовые сутки, гггг-мм-дд, по часам самой ветки',
      input_m3: terms.inputInCubicMetres,
      output_m3: terms.outputInCubicMetres,
      difference_m3: 'Вход минус выход, м³',
      difference_percent: 'Разница в процентах входа',
      hours_compared: 'Часов, за которые есть число у каждой станции',
      hours: 'Часов в сутках',
      uncertainty_m3: 'Сколько объясняют погрешности приборов, м³',
    },
  },
  v_branch: {
    about: 'Ветки, как они нарисованы: строка на каждую станцию ветки',
    columns: {
      branch_id: 'Номер ветки',
      branch_name: BRANCH_NAME,
      place: 'Место станции в ветке',
      station_id: STATION_ID,
      side: 'in: газ входит; out: газ выходит',
      author: AUTHOR,
      written_at: WRITTEN_AT,
    },
  },
  v_channel: {
    about: 'Каналы каждого типа прибора в каждом архиве, по справочнику сервиса',
    columns: {
      equipment_type_id: TYPE_ID,
      archive_type_name: 'Название архива для людей',
      archive_type_varname: 'Архив, как он пишется в v_reading.archive_type',
      telemetry_type_name: 'Тип телеметрии',
      channel_name: 'Название канала для людей',
      channel_varname: 'Канал, как он пишется в v_reading.channel',
      unit_name: 'Единица его значений',
    },
  },
  v_characteristics: {
    about: 'Что сервис знает о домашнем узле учёта',
    columns: {
      id: STATION_ID,
      gas_boiler: 'Есть газовый котёл: true или false',
      gas_stove: 'Есть газовая плита: true или false',
      gas_water_heater: 'Есть газовая колонка: true или false',
      resident_count: 'Число жителей',
      heated_area: terms.heatedArea,
    },
  },
  v_consumer: {
    about: 'Потребители газа',
    columns: {
      id: 'Номер потребителя',
      name: terms.name,
      subdivision_type_name: 'Вид подразделения',
      inn: 'ИНН',
      contact_number: 'Телефон',
    },
  },
  v_consumer_provider: {
    about: 'К каким поставщикам относится потребитель',
    columns: { energy_id: 'Номер поставщика (v_provider.id)', customer_id: CONSUMER_ID },
  },
  v_consumption_day: {
    about: 'Объём каждой станции по газовым суткам и из скольких часов он сложен; пишется после каждой загрузки',
    columns: {
      station_id: STATION_ID,
      day: DAY,
      channel: CHANNEL_VOLUME,
      volume: 'Объём за сутки, единица рядом',
      unit: VOLUME_UNIT,
      way: 'Из чего сложен объём: hourly (часовые записи), daily (суточная запись), counter (пропуск, который закрыл счётчик)',
      hours: 'Часов суток, о которых известно',
      hours_expected: 'Часов в сутках: 24, при переводе часов 23 и 25',
      received: 'Часов, известных по своим записям',
      by_counter: 'Часов, известных по счётчику поверх пропусков',
      by_daily: 'Часов, известных по суточной записи',
      abnormal_minutes: 'Минут нештатной работы прибора',
      substitute_minutes: 'Минут с подстановочным значением; null: узнать нельзя',
    },
  },
  v_consumption_span: {
    about: 'Объёмы пропусков через границу суток: их нет ни в одних сутках v_consumption_day; вместе это всё, что пропустила станция',
    columns: {
      station_id: STATION_ID,
      from_time: FROM_TIME,
      to_time: 'По, секунды Unix',
      first_day: 'Газовые сутки начала',
      last_day: 'Газовые сутки конца',
      channel: CHANNEL_VOLUME,
      volume: 'Объём за промежуток, единица рядом',
      unit: VOLUME_UNIT,
      hours: 'Часов в промежутке',
      received: 'Из них со своими записями',
    },
  },
  v_contract: {
    about: 'Договоры с потребителями, введённые вручную',
    columns: { consumer_id: CONSUMER_ID, number: 'Номер договора', contract_day: 'Дата договора, гггг-мм-дд' },
  },
  v_coverage: {
    about: 'Что известно о каждом дне архива; дня без строки никто не запрашивал',
    columns: {
      equipment_id: EQUIPMENT_ID,
      archive_type: ARCHIVE_TYPE,
      view: VIEW,
      day: 'День сервиса, гггг-мм-дд, UTC',
      state:
        'fetched (загружен), empty (в сервисе нет), partial (день не закончился), failed (не удалось), not_transmitted (позже последнего сеанса)',
      fetched_at: 'Когда загружен, секунды Unix',
      telemetry_id: 'У дней сеансов связи: номер телеметрии',
    },
  },
  v_equipment_type: {
    about: 'Типы приборов учёта',
    columns: {
      id: 'Номер типа прибора',
      name: terms.name,
      equipment_kind_name: 'Вид прибора',
      telemetry_type_name: 'Тип его телеметрии',
      resource_name: 'Что он учитывает',
      description: terms.description,
    },
  },
  v_event: {
    about: 'События приборов и телеметрии, все семь архивов событий',
    columns: {
      equipment_id: EQUIPMENT_ID,
      archive_type: 'Архив: nesht, nesht_svod, changes, event, alarm, valve или seance',
      event_time: 'Когда, секунды Unix, миллисекунды — их дробь',
      code: 'Код сообщения (v_message.device_code)',
      code_description: 'Что значит код, словами сервиса',
      val_code: 'Значение, пришедшее с ним',
      izm: 'Изменение или единица, пришедшие с ним, как есть',
      entries: 'Все поля события по именам, JSON',
      source: SOURCE,
    },
  },
  v_finding: {
    about: 'Что правила находят в показаниях, событиях, настройках и сеансах',
    columns: {
      id: 'Идентификатор замечания',
      rule: 'Код правила; что оно проверяет, скажет meterbook findings --explain КОД',
      flag: '3 сомнительно, 4 негодно, 9 пропущено',
      station_id: STATION_ID,
      equipment_id: EQUIPMENT_ID,
      archive_type: 'Архив, о котором речь; null: никакой',
      channel: 'Канал, о котором речь; null: никакой',
      from_time: FROM_TIME,
      to_time: TO_TIME,
      measure: 'Что измерено, в единице правила',
      threshold: 'Порог, который превышен, в той же единице',
      m3: 'Сколько стандартных м³ затронуто; null: неизвестно или это часть: каждый м³ назван один раз',
      state: 'new, seen, explained или wrong: что сказал человек',
      part_of:
        'Идентификатор замечания, частью которого оно является: о тех же часах говорит другое правило, и оно главное; null: никакого',
      own_m3: 'Стандартные м³ по одному этому правилу, у части тоже: не складывать; null: неизвестно',
    },
  },
  v_health: {
    about: 'Состояние каждого прибора и его телеметрии: ритм, батареи, сигнал, что вот-вот будет затёрто',
    columns: {
      station_id: STATION_ID,
      judged_at: 'Когда оценено, секунды Unix',
      last_session_time: LAST_SESSION,
      rhythm_hours: 'Обычно выходит на связь раз в столько часов',
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
      rssi: 'Сигнал: медиана последних сеансов, как прислал сервис',
      rssi_slope_a_day: 'Изменение сигнала за сутки',
      retries: 'Повторы за сеанс: медиана',
      retries_times: 'Повторы ÷ повторы станций с тем же типом телеметрии',
      duration_session: 'Длительность сеанса: медиана, как прислал сервис',
      duration_session_times: 'Длительность ÷ длительность у станций с тем же типом телеметрии',
      session_traffic: 'Трафик сеанса: медиана, как прислал сервис',
      session_traffic_times: 'Трафик ÷ трафик станций с тем же типом телеметрии',
      open_situations: 'Нештатных ситуаций, которые начались и не кончились',
      overwritten_at: 'Когда прибор затрёт то, что не загружали, секунды Unix',
      overwritten_archive: 'Архив, в котором это случится раньше всего',
      usual_m3_a_day: 'Обычный расход, стандартных м³ в сутки',
    },
  },
  v_import: {
    about: 'Файлы, считанные с прибора кабелем и внесённые в книгу',
    columns: {
      sha256: 'SHA-256 файла',
      station_id: STATION_ID,
      name: 'Имя файла',
      bytes: SIZE,
      map: 'Как он прочитан, JSON',
      author: 'Кто внёс',
      imported_at: WHEN,
    },
  },
  v_kept_twice: {
    about: 'Что в другой, слитой с этой, книге или в файле с кабеля записано иначе',
    columns: {
      kind: 'Вид записи',
      equipment_id: EQUIPMENT_ID,
      telemetry_id: TELEMETRY_ID,
      archive_type: ARCHIVE_TYPE,
      view: VIEW,
      event_time: 'Время записи, секунды Unix',
      content: 'Другая запись, JSON по каналам или полям',
      book: 'Идентификатор другой книги или sha256:… файла',
      merged_at: 'Когда пришла, секунды Unix',
    },
  },
  v_last_session: {
    about: 'Последний сеанс каждой станции по короткому списку самого сервиса',
    columns: { id: STATION_ID, station_name: 'Название станции', last_seance_event_time: 'Последний сеанс, секунды Unix' },
  },
  v_limit: {
    about: 'Сколько договор разрешает станции или потребителю, не больше',
    columns: {
      station_id: 'Номер станции; null: ограничение потребителя',
      consumer_id: 'Номер потребителя; null: ограничение станции',
      period: 'hour (час), day (газовые сутки), month (месяц), quarter (квартал) или year (год)',
      m3: 'Не больше, стандартных м³ за период',
      from_day: 'Первые газовые сутки действия; null: не задано',
      to_day: 'Последние газовые сутки действия; null: не задано',
      author: AUTHOR,
      written_at: WRITTEN_AT,
    },
  },
  v_message: {
    about: 'Сообщения, которые могут присылать типы приборов, по справочнику сервиса',
    columns: {
      id: 'Номер сообщения',
      name: terms.name,
      description: terms.description,
      device_code: 'Код в приборе (v_event.code)',
      equipment_type_id: TYPE_ID,
      equipment_type_varname: TYPE_WORD,
      referenceparameter_archive_type_id: 'Номер архива',
      archive_type_varname: 'Архив, как он пишется в v_event.archive_type',
      message_typical_id: 'Номер типового сообщения',
      channel_id: 'Номер канала, о котором речь; null: никакой',
      channel_varname: 'Канал, о котором речь; null: никакой',
    },
  },
  v_meter_reading: {
    about: 'Что инженеры сняли со счётчика на месте',
    columns: {
      id: 'Идентификатор заметки, которой оно записано (v_note.id)',
      station_id: STATION_ID,
      equipment_id: 'Номер прибора на тот момент',
      event_time: 'Когда снято, секунды Unix',
      equipment_serial_number: 'Заводской номер, как он прочитан',
      counter_standard: 'Счётчик в стандартных условиях, м³',
      counter_working: 'Счётчик в рабочих условиях, м³',
      pressure: 'Давление, единица рядом',
      temperature: 'Температура, °C',
      conversion_factor: terms.conversionFactor,
      pressure_unit: 'Единица этого давления',
      seals: 'Пломбы: JSON с номером и целостью',
      violations: 'Замеченные нарушения',
      supplier: 'Кто был от поставщика',
      consumer: 'Кто был от потребителя',
      author: AUTHOR,
      written_at: WRITTEN_AT,
      text: NOTE_TEXT,
    },
  },
  v_note: {
    about: 'Заметки инженеров о станции, моменте или промежутке',
    columns: {
      id: 'Идентификатор заметки',
      station_id: STATION_ID,
      from_time: FROM_TIME,
      to_time: 'По, секунды Unix; null: момент или без конца',
      kind: 'visit (выезд), repair (ремонт), seal (пломба), reading (показание) или other (другое)',
      author: AUTHOR,
      written_at: WRITTEN_AT,
      text: NOTE_TEXT,
    },
  },
  v_provider: {
    about: 'Поставщики газа, деревом',
    columns: { id: 'Номер поставщика', name: terms.name, parent_id: 'Номер вышестоящего поставщика; null: нет' },
  },
  v_reading: {
    about: 'Показания: строка на каждый канал каждой записи; их много, сужайте по equipment_id, archive_type, view и event_time',
    columns: {
      equipment_id: EQUIPMENT_ID,
      archive_type: 'Архив: hourly (часовой), daily (суточный), monthly (месячный), …',
      view: VIEW,
      event_time: 'Время записи, секунды Unix: конец часа или суток, которые она закрывает',
      channel: 'Канал (v_channel.channel_varname)',
      value: 'Значение как есть: число, текст или null; единица — в v_channel',
      source: SOURCE,
    },
  },
  v_rejected: {
    about: 'Записи сервиса, которые не удалось понять, слово в слово',
    columns: { resource: 'Что это было', reason: 'Почему отклонена', raw: 'Запись, JSON', received_at: WHEN },
  },
  v_report: {
    about: 'Сделанные отчёты',
    columns: {
      id: 'Номер отчёта',
      saved_report: 'Название сохранённого отчёта; null: сделан вручную',
      name: 'Название отчёта',
      form: 'Форма отчёта',
      from_day: 'Первые газовые сутки отчёта',
      to_day: 'Последние газовые сутки отчёта',
      stations: 'Сколько станций',
      made_at: WHEN,
      file: 'Файл; null: не удалось',
      bytes: SIZE,
      hash: 'SHA-256 файла',
      failure: 'Код ошибки; null: сделан',
      facts: 'Что называет текст ошибки, JSON',
    },
  },
  v_session: {
    about: 'Сеансы связи телеметрии с сервисом',
    columns: {
      id: 'Номер сеанса',
      telemetry_id: TELEMETRY_ID,
      event_time: WHEN,
      Evtid: 'Код причины, как пришёл',
      Trycnt: terms.retries,
      Tryfl: 'Код повторов, как пришёл',
      state: 'Состояние, как пришло',
      Btm: 'Батарея телеметрии, как пришло',
      Rssi: 'Сигнал, как пришло',
      Bsg: 'Метрологическая батарея, как пришло',
      gettime: 'Запрашивалось время: 1 или 0',
      next_session_time: NEXT_SESSION,
      referenceparameter_seance_status_id: 'Статус сеанса, как пришёл',
      duration_session: 'Длительность, как пришла',
      session_traffic: 'Трафик, как пришёл',
      millisecond: 'Миллисекунды, как пришли',
    },
  },
  v_setting: {
    about: 'Настройки приборов: каждая загрузка, отличная от прежней, хранится со своим временем',
    columns: {
      equipment_id: EQUIPMENT_ID,
      taken_at: 'Когда загружены, секунды Unix',
      channel_name: 'Название настройки',
      channel_data_value: 'Значение, как есть',
      unit_name: ITS_UNIT,
    },
  },
  v_station: {
    about: 'Станции, как их перечисляет сервис: 19 полей его списка',
    columns: {
      id: 'Номер станции',
      name: terms.name,
      equipment_type_id: TYPE_ID,
      equipment_type_varname: TYPE_WORD,
      equipment_brand_name: 'Модель прибора',
      phone: 'Телефон телеметрии',
      equipment_id: EQUIPMENT_ID,
      telemetry_id: TELEMETRY_ID,
      customer_id: CONSUMER_ID,
      equipment_serial_number: SERIAL,
      status_name_value: 'Статус, как пришёл',
      volume_value: 'Последний объём, как пришёл',
      volume_unit: ITS_UNIT,
      pressure_value: 'Последнее давление, как пришло',
      pressure_unit: ITS_UNIT,
      temperature_value: 'Последняя температура, как пришла',
      temperature_unit: ITS_UNIT,
      last_seance_event_time: LAST_SESSION,
      uid: terms.exchangeCode,
    },
  },
  v_station_device: {
    about: 'Приборы, которые были у станции: записи каждого архива позже from_time и до to_time включительно принадлежат станции',
    columns: {
      station_id: STATION_ID,
      equipment_id: EQUIPMENT_ID,
      telemetry_id: TELEMETRY_ID,
      equipment_type_id: TYPE_ID,
      equipment_serial_number: SERIAL,
      from_time: 'После этого момента, секунды Unix; null: с самого начала',
      to_time: 'До этого момента включительно, секунды Unix; null: стоит сейчас',
    },
  },
  v_station_typed: {
    about: 'Что инженеры ввели о станции сами, потому что сервис этого не говорит',
    columns: {
      station_id: STATION_ID,
      fact: 'coordinates (координаты), next_verification (следующая поверка) или limit_of_error (погрешность)',
      value: '55.7558,37.6173; дата; проценты',
      typed_by: AUTHOR,
      typed_at: WHEN,
    },
  },
  v_trip: {
    about: 'Станции объезда в своём порядке',
    columns: { place: 'Место в объезде, с 1', station_id: STATION_ID },
  },
}
export default words
