import { forecastOf, type Forecast } from './battery.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import type { StationHealth } from './station-health.ts'

/** A station's health beside that of its like. */
export interface Comparison {
  telemetryBattery: Forecast
  meterBattery: Forecast
  /** Its median ÷ the median of the medians of stations with the same telemetry type; null: too few of them. */
  retriesTimes: number | null
  durationTimes: number | null
  trafficTimes: number | null
}

export interface Compared {
  /** Stations are compared with those of their telemetry type; stations without one are compared with each other. */
  telemetryType: string | null
  equipmentTypeId: number | null
  health: StationHealth
}

/** Fewer stations have no usual value, our own choice. */
const LEAST = 5

/** By the same keys. */
export function compared<Key>(stations: ReadonlyMap<Key, Compared>): Map<Key, Comparison> {
  const byTelemetry = Map.groupBy(stations.values(), ({ telemetryType }) => telemetryType)
  const usual = new Map(
    [...byTelemetry].map(([type, like]) => {
      const median = (of: (health: StationHealth) => number | null) => {
        const values = like.flatMap(({ health }) => of(health) ?? [])
        return values.length < LEAST ? null : medianOf(values)
      }
      const ends = like.flatMap(({ health }) => health.telemetryBattery.endLevels)
      const [retries, duration, traffic] = [median((one) => one.retries), median((one) => one.duration), median((one) => one.traffic)]
      return [type, { ends, retries, duration, traffic }]
    }),
  )
  const meterEnds = new Map(
    [...Map.groupBy(stations.values(), ({ equipmentTypeId }) => equipmentTypeId)].map(([type, like]) => [
      type,
      like.flatMap(({ health }) => health.meterBattery.endLevels),
    ]),
  )
  return new Map(
    [...stations].map(([key, { telemetryType, equipmentTypeId, health }]) => {
      const like = usual.get(telemetryType)
      return [
        key,
        {
          telemetryBattery: forecastOf(health.telemetryBattery, like?.ends ?? []),
          meterBattery: forecastOf(health.meterBattery, meterEnds.get(equipmentTypeId) ?? []),
          retriesTimes: times(health.retries, like?.retries ?? null),
          durationTimes: times(health.duration, like?.duration ?? null),
          trafficTimes: times(health.traffic, like?.traffic ?? null),
        },
      ]
    }),
  )
}

/** Where the usual one is nothing at all, nothing is a multiple of it. */
const times = (value: number | null, usual: number | null): number | null =>
  value === null || usual === null || usual <= 0 ? null : value / usual
