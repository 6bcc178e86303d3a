import { z } from 'zod'
import type { SessionUser } from '../../contract/records.ts'
import { optionalId, text, verbatim } from './fields.ts'
import { schemaReader } from './reader.ts'

/** docs/service.md, 'Session user record'. */
const sessionUserWire = z
  .object({ id: optionalId, email: text, provider: verbatim, uid: verbatim, name: verbatim })
  .transform((wire): SessionUser => wire)

export const readSessionUser = schemaReader(sessionUserWire)
