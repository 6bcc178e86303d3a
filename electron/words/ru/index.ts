import notBalanced from './balance.ts'
import cities from './cities.ts'
import clock from './clock.ts'
import digest from './digest.ts'
import file from './fields.ts'
import findings from './findings.ts'
import meter from './meter.ts'
import habits from './habits.ts'
import names from './names.ts'
import type program from './program/index.ts'
import rules from './rules.ts'
import units from './units.ts'
import verifications from './verifications.ts'
import visits from './visits.ts'
import type window from './window/index.ts'

/** What both the window and the program say. */
export default {
  cities,
  clock,
  digest,
  /** Exported files: titles, columns, states. */
  file,
  findings,
  habits,
  meter,
  names,
  notBalanced,
  rules,
  units,
  verifications,
  visits,
  /** The types of what the program alone says, and the window: they are loaded apart. */
  apart: {} as { program: typeof program; window: typeof window },
}
