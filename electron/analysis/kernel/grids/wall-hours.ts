import { HOUR_MS } from '../../../contract/time/units.ts'
import { zoneClock } from '../../../contract/time/zone.ts'
import { hourEndMs, type HourGrid } from './periods.ts'

/** What the clock of a zone shows for the hours of a grid: people use gas by it, not by UTC. */

export interface WallHours {
  /** By place: whole hours of the wall clock since 1970, of the beginning of the hour. */
  wall: Int32Array
  /** 0 to 167, from Monday 0:00. */
  ofWeek: (place: number) => number
}

const WEEK = 168
/** 1970-01-01 was a Thursday: Monday lies three days before. */
const THURSDAY = 72

export function wallHours(grid: HourGrid, zone: string): WallHours {
  const { wallMs } = zoneClock(zone)
  const wall = new Int32Array(grid.length)
  for (let place = 0; place < grid.length; place++) wall[place] = Math.floor(wallMs(hourEndMs(grid, place) - HOUR_MS) / HOUR_MS)
  return { wall, ofWeek: (place) => ((((wall[place] as number) + THURSDAY) % WEEK) + WEEK) % WEEK }
}
