import { z } from 'zod'
import { detailOf, stationIn } from '../../analysis/answers/directory.ts'
import { stationDevices, stationExchanges } from '../../analysis/answers/devices.ts'
import { stationFindings } from '../../analysis/answers/findings/station-findings.ts'
import { lifeArchivesOf } from '../../analysis/station/archives.ts'
import { clockOf } from '../../analysis/station/clock.ts'
import type { StationDetail } from '../../contract/stations.ts'
import { NOT_EVALUATED, RULE_CODES } from '../../contract/rules.ts'
import { PERSONAL } from '../personal.ts'
import { cellOf, isoIn, told } from '../told.ts'
import { cell, channels, stationId, time, toolOf } from '../tool.ts'

const input = z.strictObject({ stationId })

const row = z.object({
  stationId: z.int(),
  name: z.string().nullable(),
  status: cell,
  uid: cell,
  phone: cell.optional(),
  consumer: z
    .object({ consumerId: z.int(), name: z.string().nullable(), kind: cell, inn: cell.optional(), contactNumber: cell.optional() })
    .nullable(),
  providers: z.array(z.string().nullable()).describe('from the root to the deepest whose list has the consumer'),
  clockFrom: z.object({ timeZone: z.string(), contractHour: z.string() }).describe('who says the clock: station, book or preferences'),
  characteristics: z.object({ gasBoiler: cell, gasStove: cell, gasWaterHeater: cell, residentCount: cell, heatedArea: cell }).nullable(),
  lastSessionAt: time.nullable(),
  seenAt: time.describe('when the service listed it last'),
  unlistedAt: time.nullable(),
  devices: z
    .array(
      z.object({
        equipmentId: z.int().nullable(),
        telemetryId: z.int().nullable(),
        equipmentTypeId: z.int().nullable(),
        equipmentTypeName: z.string().nullable(),
        serialNumber: cell,
        from: time.nullable(),
        to: time.nullable(),
        records: z.int(),
      }),
    )
    .describe('that the station had, the oldest first; null ends: from its first record, to its last'),
  exchanges: z
    .array(
      z.object({
        since: time.nullable(),
        at: time,
        serialBefore: z.string().nullable(),
        serialAfter: z.string().nullable(),
        counterBefore: z.number().nullable(),
        counterAfter: z.number().nullable(),
      }),
    )
    .describe('of one meter for another; counters in m³'),
  archives: z.array(
    z.object({
      archiveType: z.string(),
      archiveTypeName: z.string().nullable(),
      view: z.string(),
      records: z.int(),
      first: time.nullable(),
      last: time.nullable(),
      channels,
    }),
  ),
  tests: z
    .object({ passed: z.int(), evaluated: z.int(), notEvaluated: z.int() })
    .nullable()
    .describe('rules that judged something of it, and how many found nothing; null: it cannot be judged'),
  recordFlags: z
    .array(z.object({ archiveType: z.string(), good: z.int(), notEvaluated: z.int(), suspect: z.int(), fail: z.int(), missing: z.int() }))
    .describe('records by their worst flag'),
  notEvaluated: z.array(
    z.object({
      rule: z.enum(RULE_CODES),
      archiveType: z.string().nullable(),
      channelVarname: z.string().nullable(),
      why: z.enum(NOT_EVALUATED),
    }),
  ),
  findings: z.int(),
})

export const station = toolOf({
  name: 'station',
  title: 'One station',
  description:
    'All that the directory says of one station: consumer, providers, devices and their exchanges, archives with their channels, and how its records were judged.',
  input,
  row,
  facts: {},
  async answer(asked, { stationId: id }) {
    const { book, usual, nowMs, withPersonal } = asked
    const found = stationIn(book, id)
    const clock = clockOf(book, [id], usual)
    await asked.judge([id])
    const iso = isoIn(clock.zone)
    const detail = detailOf(found, book)
    const judged = stationFindings(book, found, { usual, nowMs })
    return {
      clock,
      offset: 0,
      limit: 1,
      total: 1,
      facts: {},
      leftOut: withPersonal ? [] : PERSONAL.station,
      rows: [
        {
          stationId: id,
          name: detail.name,
          status: cellOf(detail.statusNameValue),
          uid: cellOf(detail.uid),
          ...(withPersonal ? { phone: cellOf(detail.phone) } : {}),
          consumer: consumerOf(detail, withPersonal),
          providers: detail.providerPath,
          clockFrom: { timeZone: clock.zoneFrom, contractHour: clock.hourFrom },
          characteristics: characteristicsOf(detail),
          lastSessionAt: detail.heardMs === null ? null : iso(detail.heardMs),
          seenAt: iso(detail.seenAtMs),
          unlistedAt: detail.unlistedAtMs === null ? null : iso(detail.unlistedAtMs),
          devices: stationDevices(book, found).map(({ equipmentSerialNumber, sinceMs: _, given: __, ...device }) => ({
            ...told(device, iso),
            serialNumber: cellOf(equipmentSerialNumber),
          })),
          exchanges: book.stations.lifeKey(id) === '' ? [] : stationExchanges(book, found, { usual, nowMs }).map((one) => told(one, iso)),
          archives: lifeArchivesOf(book, found)
            .filter(({ records }) => records > 0)
            .map((archive) => told(archive, iso)),
          tests: judged?.tests ?? null,
          recordFlags: judged?.flags ?? [],
          notEvaluated: judged?.notEvaluated ?? [],
          findings: judged?.findings.length ?? 0,
        },
      ],
    }
  },
})

function consumerOf({ consumer }: StationDetail, withPersonal: boolean): z.input<typeof row>['consumer'] {
  if (!consumer) return null
  const { id, name, subdivisionTypeName, inn, contactNumber } = consumer
  const personal = withPersonal ? { inn: cellOf(inn), contactNumber: cellOf(contactNumber) } : {}
  return { consumerId: id, name, kind: cellOf(subdivisionTypeName), ...personal }
}

function characteristicsOf({ characteristics: all }: StationDetail): z.input<typeof row>['characteristics'] {
  return (
    all && {
      gasBoiler: cellOf(all.gasBoiler),
      gasStove: cellOf(all.gasStove),
      gasWaterHeater: cellOf(all.gasWaterHeater),
      residentCount: cellOf(all.residentCount),
      heatedArea: cellOf(all.heatedArea),
    }
  )
}
