/** The text of a form file; a copy of it is what a user changes. See docs/forms.md. */
export default `# Passport of a station: its settings as they were taken last, with what they were before.
data: passport
page:
  orientation: portrait
  font: 8
heads: [supplier, consumer, inn, contract, unit, device, serial, limits, pressure_basis, conditions, verification, contract_hour, zone]
# Sections stand over their rows; add the column 'section' where each row should name its own.
columns: [parameter, value, unit, taken, previous, changed]
totals: true
signatures:
  - responsible
  - representative
`
