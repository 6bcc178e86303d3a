import { ARCHIVE_TYPE_IDS, channelId, channelsOfFamily, channelUnit, DEVICE_TYPES, type ChannelCode, type DeviceType } from './catalogue.ts'
import { fromArray, type Listing } from './listing.ts'
import type { WireMessage } from './wire.ts'

export const EVENT_ARCHIVES = ['nesht', 'nesht_svod', 'changes', 'event', 'alarm', 'valve', 'seance'] as const
export type EventArchive = (typeof EVENT_ARCHIVES)[number]

export const isEventArchive = (name: string): name is EventArchive => (EVENT_ARCHIVES as readonly string[]).includes(name)

/** A kind of message: name and description in both languages, and the channels that it is about. */
interface Kind {
  ru: readonly [name: string, description: string]
  en: readonly [name: string, description: string]
  /** One message a channel of these that the device has; absent: one that is bound to none. */
  channels?: readonly ChannelCode[]
  /** What `ValCode` says: a channel's value, minutes, or a plain flag. */
  value?: Said
  /** The kind whose situation this one ends. */
  ends?: number
}

type Said = 'channel' | 'minutes' | 'seconds' | 'flag'

const SENSORS: readonly ChannelCode[] = ['P', 'T', 'dP', 'Pin', 'Pout', 'Tair']

const KINDS: Record<EventArchive, readonly Kind[]> = {
  nesht: [
    {
      ru: ['Значение выше верхнего предела', 'Измеренное значение больше уставки'],
      en: ['Above the upper limit', 'The measured value exceeds its setting'],
      channels: SENSORS,
      value: 'channel',
    },
    {
      ru: ['Значение ниже нижнего предела', 'Измеренное значение меньше уставки'],
      en: ['Below the lower limit', 'The measured value is under its setting'],
      channels: SENSORS,
      value: 'channel',
    },
    {
      ru: ['Отказ датчика', 'Сигнал датчика вне диапазона, принято подстановочное значение'],
      en: ['Sensor failure', 'Signal out of range, substitute value in use'],
      channels: SENSORS,
      value: 'flag',
    },
    {
      ru: ['Расход ниже порога чувствительности', 'Объём не накапливается'],
      en: ['Flow under the threshold', 'Volume is not counted'],
      channels: ['Vpriv'],
      value: 'minutes',
    },
    {
      ru: ['Обратный поток', 'Обнаружено движение газа в обратном направлении'],
      en: ['Reverse flow', 'Gas moves against the direction of metering'],
      value: 'flag',
    },
    // The ends, in the order of their beginnings.
    {
      ru: ['Окончание: Значение выше верхнего предела', 'Измеренное значение снова в норме'],
      en: ['End: Above the upper limit', 'The measured value is normal again'],
      channels: SENSORS,
      value: 'channel',
      ends: 0,
    },
    {
      ru: ['Окончание: Значение ниже нижнего предела', 'Измеренное значение снова в норме'],
      en: ['End: Below the lower limit', 'The measured value is normal again'],
      channels: SENSORS,
      value: 'channel',
      ends: 1,
    },
    {
      ru: ['Окончание: Отказ датчика', 'Датчик снова измеряет'],
      en: ['End: Sensor failure', 'The sensor measures again'],
      channels: SENSORS,
      value: 'flag',
      ends: 2,
    },
    {
      ru: ['Окончание: Расход ниже порога чувствительности', 'Объём снова накапливается'],
      en: ['End: Flow under the threshold', 'Volume is counted again'],
      channels: ['Vpriv'],
      value: 'minutes',
      ends: 3,
    },
    {
      ru: ['Окончание: Обратный поток', 'Газ снова движется в прямом направлении'],
      en: ['End: Reverse flow', 'Gas moves in the direction of metering again'],
      value: 'flag',
      ends: 4,
    },
  ],
  nesht_svod: [
    {
      ru: ['Сводка: давление вне пределов', 'Общее время нештатной ситуации за сутки'],
      en: ['Summary: pressure out of limits', 'Total time over the day'],
      value: 'minutes',
    },
    {
      ru: ['Сводка: температура вне пределов', 'Общее время нештатной ситуации за сутки'],
      en: ['Summary: temperature out of limits', 'Total time over the day'],
      value: 'minutes',
    },
    {
      ru: ['Сводка: нет питания', 'Общее время без внешнего питания за сутки'],
      en: ['Summary: no power', 'Total time without supply over the day'],
      value: 'minutes',
    },
  ],
  changes: [
    {
      ru: ['Изменена уставка', 'Изменён предел измерения'],
      en: ['Limit changed', 'A measuring limit was changed'],
      channels: SENSORS,
      value: 'channel',
    },
    {
      ru: ['Изменён состав газа', 'Введены новые значения плотности, CO2 и N2'],
      en: ['Gas composition changed', 'New density, CO2 and N2 were entered'],
    },
    {
      ru: ['Коррекция времени', 'Часы прибора подведены'],
      en: ['Clock corrected', 'The clock of the device was set'],
      value: 'seconds',
    },
    {
      ru: ['Изменён контрактный час', 'Начало газовых суток перенесено'],
      en: ['Contract hour changed', 'The beginning of the gas day was moved'],
    },
    {
      ru: ['Замена счётчика', 'Введены начальные показания нового счётчика'],
      en: ['Meter exchanged', 'First index of the new meter was entered'],
      channels: ['VNakpriv'],
      value: 'channel',
    },
  ],
  event: [
    { ru: ['Включение прибора', 'Прибор начал работу'], en: ['Power on', 'The device has started'], value: 'flag' },
    {
      ru: ['Переход на батарею', 'Внешнее питание пропало'],
      en: ['On battery', 'External supply is lost'],
      value: 'flag',
    },
    { ru: ['Внешнее питание восстановлено', ''], en: ['External supply is back', ''], value: 'flag' },
    {
      ru: ['Начало газовых суток', 'Сформирована суточная запись'],
      en: ['Gas day begins', 'The daily record was made'],
    },
    {
      ru: ['Вход с паролем поставщика', 'Открыт доступ уровня «Поставщик»'],
      en: ['Supplier signed in', 'Access level Supplier was opened'],
    },
    {
      ru: ['Открыта дверь шкафа', 'Сработал датчик охраны'],
      en: ['Cabinet door open', 'The door contact has opened'],
      value: 'flag',
    },
    {
      ru: ['Калибровка канала', 'Выполнена подстройка нуля'],
      en: ['Channel calibrated', 'Zero was adjusted'],
      channels: ['P', 'dP', 'Pin'],
      value: 'channel',
    },
  ],
  alarm: [
    {
      ru: ['Авария: давление', 'Давление вышло за аварийный предел'],
      en: ['Alarm: pressure', 'Pressure has left its alarm limits'],
      channels: ['P', 'Pout'],
      value: 'channel',
    },
    {
      ru: ['Загазованность', 'Концентрация метана выше 10 % НКПР'],
      en: ['Gas detected', 'Methane above 10 % LEL'],
      value: 'flag',
    },
    {
      ru: ['Разряд батареи', 'Осталось меньше 10 % заряда'],
      en: ['Battery low', 'Less than 10 % of charge is left'],
      channels: ['Ubat'],
      value: 'channel',
    },
    {
      ru: ['Вскрытие корпуса', 'Нарушена электронная пломба'],
      en: ['Case opened', 'The electronic seal is broken'],
      value: 'flag',
    },
    {
      ru: ['Магнитное воздействие', 'Обнаружено внешнее магнитное поле'],
      en: ['Magnetic tampering', 'An external magnetic field was found'],
      value: 'flag',
    },
  ],
  valve: [
    { ru: ['Клапан закрыт', 'Подача газа прекращена'], en: ['Valve closed', 'Gas supply is shut off'], value: 'flag' },
    { ru: ['Клапан открыт', 'Подача газа разрешена'], en: ['Valve open', 'Gas supply is allowed'], value: 'flag' },
    {
      ru: ['Клапан не отвечает', 'Положение не подтверждено за отведённое время'],
      en: ['Valve does not answer', 'Its position was not confirmed in time'],
      value: 'flag',
    },
  ],
  seance: [
    { ru: ['Сеанс связи по расписанию', 'Данные переданы'], en: ['Planned session', 'Data was sent'] },
    {
      ru: ['Сеанс связи по событию', 'Передано аварийное сообщение'],
      en: ['Session by event', 'An alarm message was sent'],
    },
    {
      ru: ['Нет регистрации в сети', 'Исчерпаны попытки соединения'],
      en: ['No network registration', 'All attempts have failed'],
      value: 'minutes',
    },
    {
      ru: ['Сервер не ответил', 'Соединение разорвано по времени'],
      en: ['The server did not answer', 'The connection has timed out'],
      value: 'minutes',
    },
  ],
}

/** A message of the reference together with what events of it say in `ValCode` and `Izm`. */
export interface MessageSpec {
  message: WireMessage
  value: Said | undefined
  /** Place of its kind among those of the archive, and of the kind that it ends; undefined where it ends none. */
  kind: number
  ends: number | undefined
  channel: ChannelCode | null
  /** Unit that `Izm` names; '' where there is none. */
  unit: string
}

const REFERENCE: ReadonlyMap<string, readonly MessageSpec[]> = new Map(
  DEVICE_TYPES.flatMap((type) => EVENT_ARCHIVES.map((archive) => [`${type.id}/${archive}`, specsOf(type, archive)] as const)),
)

/** What a type of device can tell in one event archive. Only devices with a valve tell of it. */
export function messagesOf(type: DeviceType, archive: EventArchive): readonly MessageSpec[] {
  return REFERENCE.get(`${type.id}/${archive}`) ?? []
}

function specsOf(type: DeviceType, archive: EventArchive): MessageSpec[] {
  if (archive === 'valve' && !type.hasValve) return []
  const has = channelsOfFamily(type.family)
  const archiveId = ARCHIVE_TYPE_IDS[archive] as number
  const specs: MessageSpec[] = []
  KINDS[archive].forEach((kind, kindIndex) => {
    const channels = kind.channels ? kind.channels.filter((code) => has.includes(code)) : [null]
    for (const channel of channels) {
      const [name, description] = kind[type.language]
      specs.push({
        message: {
          id: (type.id * 100 + archiveId) * 100 + specs.length,
          name: channel === null ? name : `${name}: ${channel}`,
          description,
          device_code: deviceCode(type, archive, specs.length, kind.ends !== undefined),
          equipment_type_id: type.id,
          equipment_type_varname: type.varname,
          referenceparameter_archive_type_id: archiveId,
          archive_type_varname: archive,
          // A situation's end is of the same typical message as its beginning.
          message_typical_id: archiveId * 100 + (kind.ends ?? kindIndex),
          channel_id: channel === null ? null : channelId(type, channel),
          channel_varname: channel,
        },
        value: kind.value,
        kind: kindIndex,
        ends: kind.ends,
        channel,
        unit:
          kind.value === 'channel' && channel !== null
            ? channelUnit(type, channel)
            : kind.value === 'minutes'
              ? minutes(type)
              : kind.value === 'seconds'
                ? seconds(type)
                : '',
      })
    }
  })
  return specs
}

function minutes(type: DeviceType): string {
  return type.language === 'ru' ? 'мин' : 'min'
}

function seconds(type: DeviceType): string {
  return type.language === 'ru' ? 'с' : 's'
}

/** The place of a kind by its Russian name. */
export const kindNamed = (archive: EventArchive, ru: string): number => KINDS[archive].findIndex((kind) => kind.ru[0] === ru)

/** Codes look different from maker to maker: '017', '0x2A11', 'A-104'. They are strings, leading zeros and all. */
function deviceCode(type: DeviceType, archive: EventArchive, index: number, isEnd: boolean): string {
  const number = (isEnd ? EVENT_ARCHIVES.length : EVENT_ARCHIVES.indexOf(archive)) * 16 + index + 1
  if (type.family === 'corrector') return String(number).padStart(3, '0')
  if (type.family === 'orifice') return `0x${(0x2a00 + number).toString(16).toUpperCase()}`
  if (type.family === 'household') return `${archive.charAt(0).toUpperCase()}-${100 + number}`
  return String(1000 + number)
}

/** 'Device message (message_equipment_types)', narrowed by type and by archive type key. */
export function messages(equipmentTypeId?: number, archiveTypeId?: number): Listing<WireMessage> {
  const all = [...REFERENCE.values()].flat().map((spec) => spec.message)
  return fromArray(
    all.filter(
      (message) =>
        (equipmentTypeId === undefined || message.equipment_type_id === equipmentTypeId) &&
        (archiveTypeId === undefined || message.referenceparameter_archive_type_id === archiveTypeId),
    ),
  )
}
