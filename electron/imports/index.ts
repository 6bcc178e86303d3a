/** Files that were read out at a device: what they are, what their columns mean, and the records in them. */
export { guessMap } from './guess.ts'
export { LAYOUTS } from './layouts/index.ts'
export { formatMap, parseMap } from './map-yaml.ts'
export { readFile, type ReadRecords } from './read-file.ts'
export { readSource } from './source.ts'
