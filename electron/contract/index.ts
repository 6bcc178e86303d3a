import { account } from './account.ts'
import { book } from './book.ts'
import { coverage, reference, sessions, settings } from './device.ts'
import { downloads } from './downloads.ts'
import { events } from './events.ts'
import { exports_ } from './exports.ts'
import { overlay } from './overlay.ts'
import { program } from './program.ts'
import { readings } from './readings.ts'
import { stations } from './stations.ts'

/** Everything the renderer may ask. One object a domain. */
export const contract = {
  account,
  book,
  coverage,
  downloads,
  events,
  exports: exports_,
  overlay,
  program,
  readings,
  reference,
  sessions,
  settings,
  stations,
}
export type Contract = typeof contract
