import { calendarOf, type Calendar } from './calendar.ts'
import { eventsOf } from './events.ts'
import type { StationType } from './device-kind.ts'
import type { PlantedStation } from './fault.ts'
import { FAULT_KINDS, PLANTED_RULES, type PlantedRule } from './faults/index.ts'
import { withContract } from './limits.ts'
import { random } from './random.ts'
import { archivesOf } from './records.ts'
import { sessionsOf } from './sessions.ts'
import { snapshotsOf } from './settings.ts'
import { soundSite } from './sound.ts'
import type { Site } from './site.ts'
import { TRAPS } from './traps.ts'

/**
 * Worlds of planted truth: a year of forty stations, twenty-five of them with one fault each, made from the table in
 * docs/field-rules.md, section A, alone by somebody who had not seen the rules' code. A station has one fault at most,
 * so that no fault hides another.
 */

/**
 * Which worlds there are, by seed. `daily` is what every run of the tests judges, `sample` what the long run of each night
 * does, `all` are all that whoever writes a rule may look at, `heldOut` are those that nobody looks at before a rule is done.
 */
const from = (first: number, count: number): readonly number[] => Array.from({ length: count }, (_, at) => first + at)
export const WORLD_SEEDS = { daily: from(1, 3), sample: from(1, 40), all: from(1, 120), heldOut: from(7001, 120) } as const

export const STATIONS = 40
export const FAULTS = 25

export interface World {
  nowMs: number
  /** Made when it is asked for: a world of hours is more than a process should hold. */
  station: (index: number) => PlantedStation
}

export function world(seed: number): World {
  const chance = random(seed, 1)
  // Some moment of three years: any season may be the last one.
  const nowMs = Date.UTC(2023, 0, 1) + Math.floor(chance.between(0, 3 * 365)) * 86_400_000 + chance.int(0, 86_399_000)
  const calendar = calendarOf(seed, nowMs)
  const places = shuffled(STATIONS, seed)
  return { nowMs, station: (index) => stationOf(seed, index, calendar, places[index] as number) }
}

/** The fault of the nth place of a world: all kinds come equally often over the worlds. */
const ruleAt = (seed: number, place: number): PlantedRule => IN_TURN[(seed * FAULTS + place) % IN_TURN.length] as PlantedRule
/** A limit is typed in beside whatever a station has: it changes nothing of its records, and takes no place of another fault. */
const IN_TURN = PLANTED_RULES.filter((code) => code !== 'over_limit')
/** The last of the sound stations: of two the contract is exceeded, of these it allows far more than they use. */
const EXCEEDED = 2
const ALLOWED = 6

function stationOf(seed: number, index: number, calendar: Calendar, place: number): PlantedStation {
  const kind = place < FAULTS ? FAULT_KINDS[ruleAt(seed, place)] : null
  const trap = TRAPS[(place - FAULTS + seed) % TRAPS.length]
  const site = soundSite(seed, index, calendar, kind ? kind.wanted : { profiles: trap?.profiles ?? ['boiler'] })
  if (kind) kind.plant(site)
  else trap?.set(site)
  if (place >= STATIONS - EXCEEDED) FAULT_KINDS.over_limit.plant(site)
  else if (place >= STATIONS - EXCEEDED - ALLOWED) site.contract = 'wide'
  return finished(seed, site)
}

function finished(seed: number, site: Site): PlantedStation {
  const { index, calendar, gas, entered, faults, echoes, sessions, device } = site
  return {
    type: typeOf(site),
    data: withContract(site, {
      stationId: seed * 1000 + index,
      equipmentId: seed * 1000 + index + 500_000,
      equipmentTypeId: device.corrects ? 1 : 2,
      gas,
      nowMs: calendar.nowMs,
      archives: archivesOf(site),
      settings: site.settings.length > 0 ? snapshotsOf(site) : [],
      events: eventsOf(site),
      sessions: sessionsOf(site, seed),
      lastSessionMs: sessions.lastMs,
    }),
    faults,
    echoes,
    entered,
  }
}

/** What the station is counted as. */
function typeOf({ device, moments, noise }: Site): StationType {
  const tellsState = device.corrects && device.tellsState
  return {
    archives: device.kind,
    pressure: tellsState ? (device.barometric === null ? 'absolute' : 'gauge') : 'none',
    state: tellsState ? (moments ? 'spot' : 'mean') : 'none',
    noise,
  }
}

/** The numbers below `count` in an order that depends on the seed. */
function shuffled(count: number, seed: number): number[] {
  const chance = random(seed, 2)
  const numbers = Array.from({ length: count }, (_, at) => at)
  for (let at = count - 1; at > 0; at--) {
    const other = chance.int(0, at)
    ;[numbers[at], numbers[other]] = [numbers[other] as number, numbers[at] as number]
  }
  return numbers
}
