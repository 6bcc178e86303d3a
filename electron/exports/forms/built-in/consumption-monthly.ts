/** The text of a form file; a copy of it is what a user changes. See docs/forms.md. */
export default `# Monthly consumption: a row for each month of gas days.
data: consumption
step: month
page:
  orientation: landscape
  font: 7.5
heads: [supplier, consumer, inn, contract, unit, device, serial, limits, pressure_basis, conditions, verification, contract_hour, zone, period, completeness]
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
pictures: [chart]
totals: true
signatures:
  - responsible
  - representative
`
