import { CONVERTS } from '../../../contract/meaning-words.ts'
import type { MessageRole } from '../../../contract/meaning.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { names, type ChangeEvent } from '../../station/settings/change-events.ts'
import { factorAround, type ConversionStep } from '../../station/conversion/steps.ts'
import type { EventContent, SettingData, StationData } from '../../kernel/data.ts'
import { facts } from '../../station/facts/facts.ts'
import type { SettingChange } from '../../station/settings/changes.ts'
import { baseNumber } from '../../station/settings/values.ts'

/**
 * What changed at a device, and who says so: its settings, its log of changes, and the conversion factor that its volumes
 * imply. What two of them say is confirmed.
 */

const WITNESSES = ['settings', 'event', 'conversion'] as const
type Witness = (typeof WITNESSES)[number]

export interface Change {
  /** It happened between these moments; one moment where an event names it. Unix ms. */
  fromMs: number
  toMs: number
  /** The role of the setting where it is known. */
  role: string | null
  quantity: string | null
  /** The setting, else the words of the event; `K` of a step that nobody else speaks of. */
  name: string
  before: string | null
  after: string | null
  unit: string | null
  saidBy: Witness[]
  /** The implied factor on both sides of its step. */
  conversion: { before: number; after: number } | null
  event: { atMs: number; code: string | null; text: string } | null
}

/** The settings may have been read from an earlier session than the one in which they were taken. */
const BEFORE_MS = DAY_MS
const AFTER_MS = HOUR_MS
/** A day holds both factors when the change is in its midst. */
const STEP_MS = 2 * DAY_MS

/** All changes of a station, by time. */
export const changesOf = (data: StationData): Change[] => changesSaid(data).map(({ change }) => change)

/** Likewise, each with all that its event says: of one moment there may be several of one code and text. Null without an event. */
export function changesSaid(data: StationData): { change: Change; content: EventContent | null }[] {
  const own = facts(data)
  const { changes: steps, events } = own.settings()
  const told = new Set<ChangeEvent>()
  const contents = new Map<Change, EventContent>()
  const changes: Change[] = []
  const add = (change: Change, event: ChangeEvent | null) => {
    changes.push(change)
    if (event) contents.set(change, event.content)
  }
  for (const { fromMs, toMs, changes: items } of steps)
    for (const item of items) {
      const isNear = ({ atMs }: ChangeEvent) => atMs >= fromMs - BEFORE_MS && atMs <= toMs + AFTER_MS
      const event = events.find((one) => isNear(one) && names(one, item)) ?? null
      if (event) told.add(event)
      add(fromSettings(data, item, { fromMs: event?.atMs ?? fromMs, toMs: event?.atMs ?? toMs, event }), event)
    }
  for (const event of events) if (!told.has(event) && tells(event)) add(fromEvent(event), event)
  for (const step of own.conversionSteps()) confirm(changes, step)
  const sorted = changes.sort((a, b) => a.fromMs - b.fromMs || a.toMs - b.toMs)
  return sorted.map((change) => ({ change, content: contents.get(change) ?? null }))
}

interface Placed {
  fromMs: number
  toMs: number
  event: ChangeEvent | null
}

function fromSettings(data: StationData, item: SettingChange, { fromMs, toMs, event }: Placed): Change {
  const { channelName, before, after } = item
  const said = (after ?? before) as SettingData
  const conversion = bySubstitute(data, item, fromMs, toMs)
  return {
    fromMs,
    toMs,
    role: said.meaning.role === 'none' ? null : said.meaning.role,
    quantity: said.meaning.quantity,
    name: channelName,
    before: before?.value ?? null,
    after: after?.value ?? null,
    unit: said.unit,
    saidBy: WITNESSES.filter((who) => who === 'settings' || (who === 'event' ? event !== null : conversion !== null)),
    conversion,
    event: event && eventOf(event),
  }
}

const eventOf = ({ atMs, content }: ChangeEvent): NonNullable<Change['event']> => ({ atMs, code: content.code, text: content.text })

const ROLE_OF: Partial<Readonly<Record<MessageRole, string>>> = {
  contractHourChanged: 'contractHour',
  meterExchanged: 'meterSerial',
}

/** Messages of the log that speak of no change (somebody signed in) are none. */
const tells = ({ content, before, after }: ChangeEvent): boolean =>
  content.meaning.role !== 'none' || (before !== null && after !== null && before !== after)

const fromEvent = (event: ChangeEvent): Change => ({
  fromMs: event.atMs,
  toMs: event.atMs,
  role: ROLE_OF[event.content.meaning.role] ?? null,
  quantity: event.content.meaning.quantity,
  name: event.content.text,
  before: event.before,
  after: event.after,
  unit: event.content.unit,
  saidBy: ['event'],
  conversion: null,
  event: eventOf(event),
})

/** The settings that the factor depends on. */
const ROLES: ReadonlySet<string | null> = new Set([
  'substitute',
  'standardPressure',
  'standardTemperature',
  'barometricPressure',
  'pressureBasis',
  'meterSerial',
  'deviceSerial',
])
const QUANTITIES: ReadonlySet<string | null> = new Set(['conversionFactor', 'compressibility'])

const matters = ({ role, quantity, name }: Change): boolean =>
  ROLES.has(role) || QUANTITIES.has(quantity) || (role === null && CONVERTS.test(name))

/** Adds the factor's word to what changed when it stepped; without any such change it speaks alone. */
function confirm(changes: Change[], step: ConversionStep): void {
  const { before, after } = step
  const met = changes.filter((change) => matters(change) && change.fromMs <= step.toMs + STEP_MS && change.toMs >= step.fromMs - STEP_MS)
  for (const change of met) {
    if (!change.saidBy.includes('conversion')) change.saidBy.push('conversion')
    change.conversion ??= { before, after }
  }
  if (met.length > 0) return
  changes.push({
    fromMs: step.fromMs,
    toMs: Math.max(step.fromMs, step.toMs),
    role: 'conversionFactor',
    quantity: 'conversionFactor',
    name: 'K',
    before: null,
    after: null,
    unit: null,
    saidBy: ['conversion'],
    conversion: { before, after },
    event: null,
  })
}

const ZERO_CELSIUS_K = 273.15
/** How exactly the factor has to follow a new substitute, and how much that has to differ from the old one. */
const FITS = 0.01

/** A device that counts with a substitute shows it as its pressure: its factor steps as far as the substitute does. */
function bySubstitute(data: StationData, { before, after }: SettingChange, fromMs: number, toMs: number): Change['conversion'] {
  const quantity = after?.meaning.quantity
  if (!before || !after || after.meaning.role !== 'substitute') return null
  if (quantity !== 'pressure' && quantity !== 'temperature') return null
  const [old, now] = [baseNumber(before, quantity, null), baseNumber(after, quantity, null)]
  const expected = quantity === 'pressure' ? now / old : (old + ZERO_CELSIUS_K) / (now + ZERO_CELSIUS_K)
  if (!(Math.abs(expected - 1) > FITS)) return null
  const factor = factorAround(facts(data).conversion(), fromMs, toMs)
  return factor && Math.abs(factor.after / factor.before / expected - 1) <= FITS ? factor : null
}
