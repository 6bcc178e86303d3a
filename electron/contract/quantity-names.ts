/**
 * What is measured: charts give each quantity a pane of its own, and values are converted by the unit's dimension.
 */
export const QUANTITIES = [
  'workingVolume',
  'standardVolume',
  'volume',
  'workingFlow',
  'standardFlow',
  'flow',
  'pressure',
  'differentialPressure',
  'temperature',
  'airTemperature',
  'conversionFactor',
  'compressibility',
  'voltage',
  'signal',
  'workingCounter',
  'standardCounter',
  'counter',
  'other',
] as const
export type Quantity = (typeof QUANTITIES)[number]
