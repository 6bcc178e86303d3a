import type { StationRow } from '../../book/index.ts'
import { isInDeviceTime } from '../../contract/device-time.ts'

/** The device of a row of a station's life, in its time there. */
export type OwnDevice = Pick<StationRow, 'equipmentId' | 'time'>

/** Until when the world is known of a device: of one that was taken out, until then. Unix ms. */
export const knownToMs = ({ time }: Pick<OwnDevice, 'time'>, nowMs: number): number => Math.min(nowMs, time?.toMs ?? Infinity)

/** Which row of a station's life a moment belongs to; before the first one and between two, the next. */
export function deviceAt<Row extends OwnDevice>(life: readonly Row[], atMs: number): Row | undefined {
  return life.find((row) => isInDeviceTime(atMs, row.time)) ?? life.find(({ time }) => (time?.afterMs ?? -Infinity) >= atMs) ?? life.at(-1)
}
