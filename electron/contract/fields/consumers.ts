import type { RecordFields } from './field.ts'

/** docs/service.md, 'Consumer (customers)'. */
export const CONSUMER_FIELDS = {
  id: { name: 'id', kind: 'whole' },
  name: { name: 'name', kind: 'text', mayLack: true },
  subdivisionTypeName: { name: 'subdivision_type_name', kind: 'word' },
  inn: { name: 'inn', kind: 'word' },
  contactNumber: { name: 'contact_number', kind: 'word' },
} as const satisfies RecordFields
