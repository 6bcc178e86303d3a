/** The text of a form file; a copy of it is what a user changes. See docs/forms.md. */
export default `# Event log of a station: each event with what it says and what it belongs to.
data: events
page:
  orientation: landscape
  font: 7.5
heads: [supplier, consumer, inn, contract, unit, device, serial, zone, period, completeness]
columns: [number, time, log, code, message, value, change, pair]
pictures: [chart]
totals: true
signatures:
  - responsible
  - representative
`
