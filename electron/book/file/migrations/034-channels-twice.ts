/**
 * A second copy of the lists of channels, as an index is one: a record says its values in the order of that list, so that one
 * page of it that is lost would make the records of whole archives unreadable. Nobody asks it; recovery/ reads it.
 */
export default `
CREATE INDEX series_channel_again ON series_channel (name, series_id, position);
`
