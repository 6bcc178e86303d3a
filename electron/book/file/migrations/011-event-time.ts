/**
 * An index of all events by time: the table itself is in order by device, and reading many devices in order of time would
 * mean a lookup for each device and stretch of time. Series 0 of `event_bucket` counts the events of all series together.
 */
export default /* sql */ `
CREATE INDEX event_by_time ON event (at_ms, series_id, content_id);
INSERT INTO event_bucket (series_id, bucket, events) SELECT 0, bucket, sum(events) FROM event_bucket GROUP BY bucket;
`
