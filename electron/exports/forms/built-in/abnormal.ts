/** The text of a form file; a copy of it is what a user changes. See docs/forms.md. */
export default `# Abnormal situations: how often, how long, and what passed meanwhile.
data: abnormal
page:
  orientation: landscape
  font: 7.5
heads: [supplier, consumer, inn, contract, unit, device, serial, limits, pressure_basis, conditions, verification, contract_hour, zone, period, completeness]
columns: [situation, count, first, last, total, longest, share, volume, substitute_pressure, substitute_temperature, open]
pictures: [chart]
totals: true
signatures:
  - responsible
  - representative
`
