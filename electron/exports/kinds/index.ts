import type { ExportKind } from '../kind.ts'
import type { ExportKindName } from '../request.ts'
import { digest } from './digest.ts'
import { events } from './all-events.ts'
import { balance } from './balance.ts'
import { changes } from './changes.ts'
import { compare } from './compare.ts'
import { consumption } from './consumption.ts'
import { coverage } from './coverage.ts'
import { findings } from './findings.ts'
import { notes } from './notes.ts'
import { overlay } from './overlay.ts'
import { readings } from './readings.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { stations } from './stations.ts'
import { sums } from './sums.ts'
import { valve } from './valve.ts'
import { visits } from './visits.ts'

const KINDS: { readonly [Name in ExportKindName]: ExportKind<Name> } = {
  stations,
  readings,
  sums,
  overlay,
  compare,
  events,
  settings,
  sessions,
  coverage,
  notes,
  visits,
  consumption,
  balance,
  findings,
  changes,
  valve,
  digest,
}

/** The kind of a request. */
export const kindOf = <Name extends ExportKindName>({ kind }: { kind: Name }): ExportKind<Name> => KINDS[kind]
