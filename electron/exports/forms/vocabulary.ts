import type { FormData } from '../../contract/form-words.ts'

/** The words that a form file is written with, besides those of contract/form-words.ts: the one list for reading, filling and docs. */

/** Lines of the title block, in the order in which they stand when a form does not say which. */
export const HEADS = [
  'supplier',
  'consumer',
  'inn',
  'contract',
  'unit',
  'device',
  'serial',
  'limits',
  'pressure_basis',
  'conditions',
  'verification',
  'contract_hour',
  'zone',
  'period',
  'completeness',
  'book',
] as const
export type HeadKey = (typeof HEADS)[number]

export const SIGNATURES = ['responsible', 'representative', 'for_supplier', 'for_consumer'] as const
export type SignatureKey = (typeof SIGNATURES)[number]

/** What a row of a form of consumption or of a balance is. */
export const FORM_STEPS = ['day', 'month'] as const
export type FormStep = (typeof FORM_STEPS)[number]

export const ORIENTATIONS = ['portrait', 'landscape'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** The columns that each kind of data fills, in their usual order (table B of the field's rules). */
export const COLUMNS = {
  consumption: [
    'period',
    'standard',
    'working',
    'counter_from',
    'counter_to',
    'pressure_min',
    'pressure_mean',
    'pressure_max',
    'temperature_min',
    'temperature_mean',
    'temperature_max',
    'hours',
    'abnormal',
    'abnormal_volume',
    'substitutes',
    'note',
  ],
  events: ['number', 'time', 'log', 'code', 'message', 'value', 'change', 'pair'],
  changes: ['time', 'parameter', 'old', 'new', 'unit', 'who', 'confirmed'],
  abnormal: [
    'situation',
    'count',
    'first',
    'last',
    'total',
    'longest',
    'share',
    'volume',
    'substitute_pressure',
    'substitute_temperature',
    'open',
  ],
  passport: ['section', 'parameter', 'value', 'unit', 'taken', 'previous', 'changed'],
  reading: ['parameter', 'read', 'unit', 'telemetry', 'difference', 'allowed', 'verdict'],
  visits: [
    'rank',
    'station',
    'consumer',
    'coordinates',
    'class',
    'reasons',
    'since',
    'at_risk',
    'battery',
    'rssi',
    'last_session',
    'take_along',
    'done',
  ],
  verifications: ['number', 'day', 'station', 'consumer', 'serial', 'left', 'from', 'done'],
  balance: ['period', 'input', 'output', 'difference', 'percent', 'uncertainty', 'beyond', 'hours'],
} as const satisfies Record<FormData, readonly string[]>

/** The pictures that each kind of data can draw. */
export const PICTURES = {
  consumption: ['chart', 'carpet'],
  events: ['chart'],
  changes: [],
  abnormal: ['chart'],
  passport: [],
  visits: [],
  reading: [],
  verifications: [],
  balance: ['chart'],
} as const satisfies Record<FormData, readonly string[]>
