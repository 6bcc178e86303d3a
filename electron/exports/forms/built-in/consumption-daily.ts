/** The text of a form file; a copy of it is what a user changes. See docs/forms.md. */
export default `# Daily consumption: a row for each gas day. See docs/forms.md for what may stand here.
data: consumption
# What a row is: day or month.
step: day
page:
  orientation: landscape
  font: 7.5
# Lines of the title block. Leave a line out, and it is not printed.
heads: [supplier, consumer, inn, contract, unit, device, serial, limits, pressure_basis, conditions, verification, contract_hour, zone, period, completeness]
# Columns from left to right. A name alone, or a name with title, weight (share of the width) and decimals.
columns:
  - key: period
    weight: 1.35
  - key: standard
    decimals: 2
  - key: working
    decimals: 2
  - key: counter_from
    decimals: 1
  - key: counter_to
    decimals: 1
  - pressure_min
  - pressure_mean
  - pressure_max
  - temperature_min
  - temperature_mean
  - temperature_max
  - hours
  - abnormal
  - abnormal_volume
  - substitutes
  - note
# Pictures over the table: chart, carpet (the hours as coloured squares).
pictures: [chart, carpet]
# Totals and means under the table.
totals: true
signatures:
  - responsible
  - representative
`
