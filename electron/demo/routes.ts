import { refusal, type DemoAnswer, type DemoRequest } from './exchange.ts'
import { DEFAULT_PER_PAGE, EVENTS_PER_PAGE, pageOf, type PagingTweak } from './paging.ts'
import { BadParameter, type Parameters } from './parameters.ts'
import type { World } from './world/index.ts'
import { EMPTY, type Listing } from './world/listing.ts'
import { isEventArchive } from './world/messages.ts'

interface List {
  list: Listing<unknown>
  /** Page size where the request names none. */
  standard: number
}

type ListRoute = (world: World, parameters: Parameters) => List

const list = (of: Listing<unknown>, standard = DEFAULT_PER_PAGE): List => ({ list: of, standard })

/** docs/service.md, 'Endpoints': the lists. */
const LISTS: Readonly<Record<string, ListRoute>> = {
  '/energies': (world) => list(world.providers()),
  '/customers': (world, p) => list(world.consumers(p.integer('energy_id'))),
  '/stations': (world, p) => list(world.stations(p.integer('customer_id'))),
  '/equipment_types': (world) => list(world.equipmentTypes()),
  '/channel_archive_types': (world, p) => list(world.channels(p.integer('equipment_type_id'))),
  '/channel_data': channelData,
  '/message_equipment_types': (world, p) =>
    list(
      world.messages({
        stationId: p.integer('id'),
        equipmentTypeId: p.integer('equipment_type_id'),
        archiveTypeId: p.integer('archive_type_id'),
      }),
    ),
  '/seances': (world, p) => {
    const { from, to } = p.span()
    return list(world.sessions(p.integer('telemetry_id'), from, to))
  },
}

/** Settings, event archives and readings share one path; `archive_type` tells them apart. */
function channelData(world: World, p: Parameters): List {
  const archive = p.required('archive_type')
  const { from, to } = p.span()
  if (archive === 'settings') return list(world.settings(p.requiredInteger('equipment_id')))
  if (isEventArchive(archive)) {
    const equipment = p.integer('equipment_id') ?? equipmentByPair(world, p)
    return list(equipment === undefined ? EMPTY : world.events(equipment, archive, from, to), EVENTS_PER_PAGE)
  }
  const consolidation = p.integer('channel_consolidation') ?? 0
  if (consolidation > 1) throw new BadParameter('channel_consolidation is 0 or 1')
  const view = consolidation === 1 ? 'unified' : 'general'
  return list(world.readings(p.requiredInteger('equipment_id'), archive, view, from, to))
}

function equipmentByPair(world: World, p: Parameters): number | undefined {
  const energy = p.text('energy_varname')
  const uid = p.text('uid')
  if (energy === undefined || uid === undefined) {
    throw new BadParameter("equipment_id can't be blank without energy_varname and uid")
  }
  return world.equipmentOf(energy, uid)
}

const CHARACTERISTICS = /^\/stations\/(\d{1,15})\/characteristics$/
const LAST_SESSION = '/stations/last_seance_event_time'

export const isDataPath = (path: string): boolean => path in LISTS || path === LAST_SESSION || CHARACTERISTICS.test(path)
export const isListPath = (path: string): boolean => path in LISTS

/**
 * Answers a data request whose token was good: 200, 404 for a unit that is not there, 422 for bad parameters (thrown as
 * BadParameter). `path` is without /api/v1 and known to be a data path.
 */
export function answerData(world: World, path: string, request: DemoRequest, tweak: PagingTweak): DemoAnswer {
  const route = LISTS[path]
  if (route) {
    const { list: found, standard } = route(world, request.parameters)
    return ok(pageOf(found, request.parameters, standard, tweak))
  }
  const one =
    path === LAST_SESSION
      ? world.lastSessionTime(request.parameters.requiredInteger('id'))
      : world.characteristics(Number(CHARACTERISTICS.exec(path)?.[1]))
  return one ? ok({ data: one }) : refusal(404, 'Record not found')
}

const ok = (body: unknown): DemoAnswer => ({ status: 200, headers: {}, body })
