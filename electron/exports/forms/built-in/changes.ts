/** The text of a form file; a copy of it is what a user changes. See docs/forms.md. */
export default `# Changes log: what was set otherwise, by whom, and whether the settings confirm it.
data: changes
page:
  orientation: landscape
  font: 7.5
heads: [supplier, consumer, inn, contract, unit, device, serial, zone, period, completeness]
columns: [time, parameter, old, new, unit, who, confirmed]
totals: true
signatures:
  - responsible
  - representative
`
