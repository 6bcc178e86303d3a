/**
 * The functions of SQLite that a question may call: those that compute from what they are given. All others are refused: what loads
 * code, writes files, looks at the connection or reads an index of texts (`load_extension`, `fts5`, `sqlite_…`, `match` and so on).
 */
const MATH = `acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power
  radians sign sin sinh sqrt tan tanh trunc`
const SCALAR = `abs char coalesce concat concat_ws format glob hex if ifnull iif instr length like likelihood likely lower ltrim max
  min nullif octet_length printf quote random randomblob replace round rtrim soundex substr substring trim typeof unhex unicode
  unistr unistr_quote unlikely upper zeroblob`
const DATES = 'current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch'
const AGGREGATES = 'avg count group_concat max median min percentile percentile_cont percentile_disc string_agg sum total'
const WINDOWS = 'cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number'
const JSON = `json json_array json_array_insert json_array_length json_error_position json_extract json_group_array json_group_object
  json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_type json_valid jsonb
  jsonb_array jsonb_array_insert jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert jsonb_object jsonb_patch
  jsonb_remove jsonb_replace jsonb_set -> ->>`

export const FUNCTIONS: ReadonlySet<string> = new Set(
  [MATH, SCALAR, DATES, AGGREGATES, WINDOWS, JSON].flatMap((names) => names.trim().split(/\s+/)),
)

/** Tables that are functions: they unfold what they are given. */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(['json_each', 'json_tree'])
