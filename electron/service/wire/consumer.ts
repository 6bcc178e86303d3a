import { z } from 'zod'
import type { Consumer } from '../../contract/records.ts'
import { id, text, verbatim } from './fields.ts'
import { schemaReader } from './reader.ts'

/** docs/service.md, 'Consumer (customers)'. */
const consumerWire = z
  .object({ id, name: text, subdivision_type_name: verbatim, inn: verbatim, contact_number: verbatim })
  .transform((wire): Consumer => ({
    id: wire.id,
    name: wire.name,
    subdivisionTypeName: wire.subdivision_type_name,
    inn: wire.inn,
    contactNumber: wire.contact_number,
  }))

export const readConsumer = schemaReader(consumerWire)
