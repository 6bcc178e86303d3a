import {
  SETTINGS_ARCHIVE,
  type Channel,
  type Characteristics,
  type Consumer,
  type Day,
  type DeviceEvent,
  type EquipmentType,
  type EventArchive,
  type LastSessionTime,
  type Message,
  type Provider,
  type Reading,
  type ReadingView,
  type Session,
  type Setting,
  type Station,
} from '../contract/records.ts'
import type { StampBounds } from '../contract/time/stamps.ts'
import { readPage, readSingle, type Page, type Single } from './page.ts'
import { believing } from './wire/believed.ts'
import { readChannel } from './wire/channel.ts'
import { characteristicsOf } from './wire/characteristics.ts'
import { readConsumer } from './wire/consumer.ts'
import { readEquipmentType } from './wire/equipment-type.ts'
import { createEventReader } from './wire/event.ts'
import { readLastSessionTime } from './wire/last-session-time.ts'
import { readMessage } from './wire/message.ts'
import { readProvider } from './wire/provider.ts'
import type { RecordReader } from './wire/reader.ts'
import { createReadingReader } from './wire/reading.ts'
import { readSession } from './wire/session.ts'
import { readSetting } from './wire/setting.ts'
import { readStation } from './wire/station.ts'

/** The requests that a lane can carry: where to ask, and how to read the answer. All data operations are GET. */
export interface Operation<T> {
  readonly name: string
  /** From `/api/v1`, with the query. Holds no secret. */
  readonly path: string
  /** Reads a 200's body. Throws BAD_PAGE or PAGE_LOOP, nothing else. */
  read(body: string): T
}

/** docs/service.md, 'Limits': at most 1000 records a page, asked for everywhere. */
const PER_PAGE = 1000

const API = '/api/v1'

type Query = Record<string, string | number | null | undefined>

function pathOf(resource: string, query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? `${API}/${resource}` : `${API}/${resource}?${text}`
}

/** A key in a path: nothing but digits may stand there, so that no value can lead to another resource. Throws RangeError. */
function inPath(key: number): string {
  if (!Number.isSafeInteger(key)) throw new RangeError('not a key')
  return encodeURIComponent(key)
}

function list<T extends object>(name: string, page: number, read: RecordReader<T>, query: Query): Operation<Page<T>> {
  return {
    name,
    path: pathOf(name, { ...query, page, per_page: PER_PAGE }),
    read: (body) => readPage(body, page, read),
  }
}

function single<T extends object>(name: string, path: string, read: RecordReader<T>): Operation<Single<T>> {
  return { name, path, read: (body) => readSingle(body, read) }
}

/** Every list takes the page number, from 1. */
interface Paged {
  page: number
}

/** Records stamped outside are rejected, for the service may send anything; any time is believed when absent. */
interface Believing {
  believed?: StampBounds | undefined
}

/** A device's event archive is asked for by device, or by the pair `energy_varname` and `uid`. */
export type EventSource = { equipmentId: number } | { energyVarname: string; uid: string }

/**
 * All data operations of docs/service.md, 'Endpoints'; sign-in and sign-out belong to the connection
 * and the lane. Days are sent as they are given, `yyyy-mm-dd`, both ends included.
 */
export const operations = {
  /** GET /energies: providers with their children. */
  energies: ({ page }: Paged): Operation<Page<Provider>> => list('energies', page, readProvider, {}),

  /** GET /customers, optionally of one provider. */
  customers: ({ page, energyId }: Paged & { energyId?: number | undefined }): Operation<Page<Consumer>> =>
    list('customers', page, readConsumer, { energy_id: energyId }),

  /** GET /stations, optionally of one consumer. */
  stations: ({ page, customerId }: Paged & { customerId?: number | undefined }): Operation<Page<Station>> =>
    list('stations', page, readStation, { customer_id: customerId }),

  /** GET /stations/:id/characteristics. */
  characteristics: (stationId: number): Operation<Single<Characteristics>> =>
    single('characteristics', pathOf(`stations/${inPath(stationId)}/characteristics`, {}), characteristicsOf(stationId)),

  /** GET /stations/last_seance_event_time of one metering unit. */
  lastSessionTime: (stationId: number): Operation<Single<LastSessionTime>> =>
    single('last_seance_event_time', pathOf('stations/last_seance_event_time', { id: stationId }), readLastSessionTime),

  /** GET /equipment_types. */
  equipmentTypes: ({ page }: Paged): Operation<Page<EquipmentType>> => list('equipment_types', page, readEquipmentType, {}),

  /** GET /channel_archive_types, optionally of one device type. */
  channels: ({ page, equipmentTypeId }: Paged & { equipmentTypeId?: number | undefined }): Operation<Page<Channel>> =>
    list('channel_archive_types', page, readChannel, { equipment_type_id: equipmentTypeId }),

  /** GET /channel_data: readings of one archive of one device, general or unified view. */
  readings: (
    ask: Paged &
      Believing & {
        archiveType: string
        equipmentId: number
        view: ReadingView
        from: Day
        to: Day
      },
  ): Operation<Page<Reading>> =>
    list('channel_data', ask.page, believing(createReadingReader(), ask.believed), {
      archive_type: ask.archiveType,
      equipment_id: ask.equipmentId,
      fp_start: ask.from,
      fp_end: ask.to,
      channel_consolidation: ask.view === 'unified' ? 1 : null,
    }),

  /** GET /channel_data with `archive_type=settings`: the meter configuration now. */
  settings: ({ page, equipmentId }: Paged & { equipmentId: number }): Operation<Page<Setting>> =>
    list('channel_data', page, readSetting, { archive_type: SETTINGS_ARCHIVE, equipment_id: equipmentId }),

  /** GET /channel_data of one of the seven event archives; without days, all there is. */
  events: (
    ask: Paged &
      Believing &
      EventSource & {
        archiveType: EventArchive
        from?: Day | undefined
        to?: Day | undefined
      },
  ): Operation<Page<DeviceEvent>> =>
    list('channel_data', ask.page, believing(createEventReader(), ask.believed), {
      archive_type: ask.archiveType,
      ...('equipmentId' in ask ? { equipment_id: ask.equipmentId } : { energy_varname: ask.energyVarname, uid: ask.uid }),
      fp_start: ask.from,
      fp_end: ask.to,
    }),

  /** GET /message_equipment_types: the reference of event and error codes. */
  messages: (
    ask: Paged & {
      stationId?: number | undefined
      equipmentTypeId?: number | undefined
      archiveTypeId?: number | undefined
    },
  ): Operation<Page<Message>> =>
    list('message_equipment_types', ask.page, readMessage, {
      id: ask.stationId,
      equipment_type_id: ask.equipmentTypeId,
      archive_type_id: ask.archiveTypeId,
    }),

  /** GET /seances: communication sessions, optionally of one telemetry unit and some days. */
  sessions: (
    ask: Paged &
      Believing & {
        telemetryId?: number | undefined
        from?: Day | undefined
        to?: Day | undefined
      },
  ): Operation<Page<Session>> =>
    list('seances', ask.page, believing(readSession, ask.believed), {
      telemetry_id: ask.telemetryId,
      fp_start: ask.from,
      fp_end: ask.to,
    }),
}
