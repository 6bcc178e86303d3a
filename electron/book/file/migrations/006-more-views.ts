/** Public views of what the first ones left out: which provider's list named a consumer, and the last session times. */
export default /* sql */ `
-- The list of provider energy_id (GET customers?energy_id=…) named this consumer.
CREATE VIEW v_consumer_provider AS SELECT provider_id AS energy_id, consumer_id AS customer_id FROM consumer_provider;

-- GET stations/last_seance_event_time; id is the metering unit's, and station_name is as it came.
CREATE VIEW v_last_session AS SELECT station_id AS id,
  CASE typeof(station_name) WHEN 'blob' THEN json_extract(CAST(station_name AS TEXT), '$') ELSE station_name END AS station_name,
  CASE WHEN last_seance_event_ms % 1000 = 0 THEN last_seance_event_ms / 1000 ELSE last_seance_event_ms / 1000.0 END
    AS last_seance_event_time
FROM last_session;
`
