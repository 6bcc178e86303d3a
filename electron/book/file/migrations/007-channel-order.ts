/** The place of a channel in the service's own list, which is the order in which people know it; null until it is told again. */
export default `
ALTER TABLE channel ADD COLUMN place INTEGER;
`
