import type { Book, StationRow } from '../../book/index.ts'
import { naturalKey, textOf } from '../../book/search/text.ts'
import type { UnknownVerification, VerificationCalendar, VerificationRow } from '../../contract/verifications.ts'
import type { VerificationUnknown } from '../../contract/verification-words.ts'
import { firstOfMonth } from '../../contract/time/day.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { zoneClock } from '../../contract/time/zone.ts'
import { heldUntil, settingItems } from '../station/load/settings.ts'
import { sharedGround, type Ground } from '../station/load/ground.ts'
import { verifiedUntil } from '../station/settings/verification.ts'

export interface CalendarAsked {
  /** The present one is the first. */
  months: number
  /** All stations of the book when absent. */
  stationIds?: readonly number[] | undefined
  usual: GasClock
  nowMs: number
}

type About = Omit<UnknownVerification, 'why'>

/** Stations between two looks at whether the answer is still wanted. */
const BATCH = 200

/**
 * The verifications of the stations' devices at a moment: those that are overdue or end within the months, and those of which
 * nobody knows. A device that was taken out has none. Reads the settings of that moment of each station.
 * @param goesOn false: nobody waits for it any more; what there is so far is the answer
 */
export async function verificationCalendar(
  book: Book,
  { months, stationIds, usual, nowMs }: CalendarAsked,
  goesOn: () => boolean = () => true,
): Promise<VerificationCalendar> {
  const ground = sharedGround(book, usual)
  const typedBy = book.typed.all('next_verification')
  const today = zoneClock(usual.zone).dayAt(nowMs)
  const firsts = Array.from({ length: months }, (_, at) => firstOfMonth(today, at))
  const end = firstOfMonth(today, months)
  const rows: VerificationRow[] = []
  const unknown: UnknownVerification[] = []
  let later = 0
  const ids = stationIds ?? book.stations.ids()
  for (let from = 0; from < ids.length && goesOn(); from += BATCH) {
    for (const station of book.stations.some(ids.slice(from, from + BATCH))) {
      const about = aboutOf(station)
      const found = firstDue(book, station, ground, nowMs)
      if (typeof found === 'string') {
        unknown.push({ ...about, why: found })
        continue
      }
      const { day, untilMs, from: source, item } = found
      const leftDays = (untilMs - nowMs) / DAY_MS
      const said = item ? `${item.channelName}: ${item.value.trim()}` : (typedBy.get(station.id)?.typedBy ?? '')
      if (day >= end) later++
      else rows.push({ ...about, day, leftDays, from: source, said })
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  const key = ({ consumerName, stationName }: About) => `${naturalKey(consumerName)}\n${naturalKey(stationName)}`
  const byName = <Row extends About>(list: Row[]) =>
    list
      .map((row) => ({ row, name: key(row) }))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.row.stationId - b.row.stationId))
      .map(({ row }) => row)
  return {
    months: firsts,
    rows: byName(rows).sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    later,
    unknown: byName(unknown),
  }
}

function aboutOf({ id, name, customerId, consumerName, equipmentSerialNumber: serial, equipmentId }: StationRow): About {
  const text = textOf(serial).trim()
  return {
    stationId: id,
    stationName: name === '' ? null : name,
    consumerId: customerId,
    consumerName,
    serial: text === '' ? null : text,
    equipmentId,
  }
}

/** Of several instruments of a device the first that is due, as the rule has it; or why nobody knows. */
function firstDue(
  book: Book,
  station: StationRow,
  ground: Ground,
  nowMs: number,
): ReturnType<typeof verifiedUntil>[number] | VerificationUnknown {
  const { id, equipmentId, equipmentTypeId, time } = station
  if (equipmentId === null) return 'no_device'
  const [newest] = heldUntil(book.settings.snapshots(equipmentId, time), nowMs)
  const settings = newest
    ? [
        {
          takenAtMs: newest.takenAtMs,
          checkedAtMs: newest.checkedAtMs,
          items: settingItems(book, newest.id, ground.meanings(equipmentTypeId)),
        },
      ]
    : []
  const [first] = verifiedUntil({ settings, gas: ground.gasOf(id), typedVerification: ground.typedVerificationOf(station) })
  return first ?? (newest ? 'no_verification' : 'no_settings')
}
