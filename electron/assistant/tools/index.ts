import type { Tool } from '../tool.ts'
import { coverage } from './coverage.ts'
import { dailySums } from './daily-sums.ts'
import { findStations } from './find-stations.ts'
import { findings } from './findings.ts'
import { holes } from './holes.ts'
import { notes } from './notes.ts'
import { query } from './query.ts'
import { readings } from './readings.ts'
import { station } from './station.ts'
import { visits } from './visits.ts'

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [findStations, station, readings, dailySums, findings, holes, visits, coverage, notes, query]
