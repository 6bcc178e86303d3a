/**
 * Trigram indexes over texts that the program has already folded (lower case, ё as е), so any case of any script is
 * found; the tables hold the texts, the indexes only point into them.
 */
export default /* sql */ `
CREATE VIRTUAL TABLE station_search USING fts5 (
  folded, content = 'station_text', content_rowid = 'station_id', tokenize = 'trigram case_sensitive 1'
);
INSERT INTO station_search (station_search) VALUES ('rebuild');
-- The trigrams themselves: one or two characters are found as the beginning of a trigram.
CREATE VIRTUAL TABLE station_gram USING fts5vocab (station_search, instance);
CREATE TRIGGER station_text_added AFTER INSERT ON station_text BEGIN
  INSERT INTO station_search (rowid, folded) VALUES (new.station_id, new.folded);
END;
CREATE TRIGGER station_text_changed AFTER UPDATE OF folded ON station_text WHEN old.folded <> new.folded BEGIN
  INSERT INTO station_search (station_search, rowid, folded) VALUES ('delete', old.station_id, old.folded);
  INSERT INTO station_search (rowid, folded) VALUES (new.station_id, new.folded);
END;
CREATE TRIGGER station_text_removed AFTER DELETE ON station_text BEGIN
  INSERT INTO station_search (station_search, rowid, folded) VALUES ('delete', old.station_id, old.folded);
END;

CREATE VIRTUAL TABLE event_search USING fts5 (
  folded, content = 'event_text', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
INSERT INTO event_search (event_search) VALUES ('rebuild');
CREATE TRIGGER event_text_added AFTER INSERT ON event_text BEGIN
  INSERT INTO event_search (rowid, folded) VALUES (new.id, new.folded);
END;
`
