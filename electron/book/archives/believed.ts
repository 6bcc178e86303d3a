/**
 * SQL for an end of the stamps of a series `s` of readings (`first_ms` or `last_ms`); where it is not believed, that of those
 * that are (@fromMs to @toMs): one look into the table's own order. Null where there are none.
 */
export const believedEnd = (column: 'first_ms' | 'last_ms', end: 'min' | 'max') =>
  `iif(${column} BETWEEN @fromMs AND @toMs, ${column},
    (SELECT ${end}(at_ms) FROM reading WHERE series_id = s.id AND at_ms BETWEEN @fromMs AND @toMs))`
